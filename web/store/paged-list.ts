import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { PageOf, SvcProblem } from '@svc/sdk'
import type { RowList } from './types.ts'
import { isTransient, getRetryDelay } from './calls.ts'
import { storePage, type ListIds, type ListOrder, type ListRequest, type ChangedRow } from './list-order.ts'
import type { AnyRow, RowKind } from './rows.ts'
import type { RowStore } from './row-store.ts'

const LIST_PAGE_SIZE = 200
const MAX_CONCURRENT_REQUESTS = 2
const PREFETCH_ROWS = 100

interface Page {
  state: 'loading' | 'ready' | 'stale'
  next?: string | null
}

interface PagedListOptions {
  store: RowStore
  order: ListOrder
  request: ListRequest
  page(query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  count?: (() => Promise<number>) | undefined
  onClose(list: PagedList): void
}

export class PagedList implements RowList<RowKind> {
  readonly kind: RowKind
  readonly ids: ReadonlySignal<ListIds>
  readonly count: ReadonlySignal<number | undefined>
  readonly state = signal<'loading' | 'ready' | 'failed'>('loading')
  readonly problem = signal<SvcProblem | Error | undefined>()
  #serverCount = signal<number | undefined>()
  #options: PagedListOptions
  #pages = new Map<number, Page>()
  #visible: [from: number, to: number] = [0, 0]
  #inFlight = 0
  /** True after a failed request, until a retry or a scroll. */
  #isPaused = false
  /** Increases on reload, so that responses to earlier requests are dropped. */
  #generation = 0
  #isClosed = false

  constructor(options: PagedListOptions, cached?: readonly string[]) {
    this.#options = options
    this.kind = options.request.kind
    this.ids = options.order.shownIds
    this.count = computed(() => {
      const { value } = this.#serverCount
      return value === undefined ? undefined : Math.max(0, value + options.order.difference)
    })
    if (cached) {
      options.order.serverIds.value = cached
      this.state.value = 'ready'
    }
    this.#pump()
  }

  get request(): ListRequest {
    return this.#options.request
  }

  markChanged(id: string): void {
    this.#options.order.markChanged(id)
  }

  setVisibleRange(from: number, to: number): void {
    this.#visible = [from, Math.max(from, to)]
    this.#resume()
  }

  /** Marks all pages stale and reads the visible ones again. The current rows stay until then. */
  reload(): void {
    this.#generation++
    for (const page of this.#pages.values()) page.state = 'stale'
    if (this.state.peek() === 'failed') this.state.value = 'loading'
    this.#resume()
  }

  close(): void {
    this.#isClosed = true
    this.#options.onClose(this)
  }

  #resume(): void {
    this.#isPaused = false
    this.#pump()
  }

  #pump(): void {
    if (this.#isPaused) return
    for (const page of this.#listPagesNear())
      if (this.#inFlight < MAX_CONCURRENT_REQUESTS && this.#needsPage(page)) void this.#load(page)
  }

  #listPagesNear(): Set<number> {
    const [from, to] = this.#visible
    const toPage = (position: number) => Math.floor(position / LIST_PAGE_SIZE)
    const pages = new Set<number>()
    for (let page = toPage(from); page <= toPage(to); page++) pages.add(page)
    const known = this.#serverCount.peek() ?? 0
    if (to + PREFETCH_ROWS < known) pages.add(toPage(to + PREFETCH_ROWS))
    return pages.add(toPage(Math.max(0, from - PREFETCH_ROWS)))
  }

  #needsPage(page: number): boolean {
    if (this.#isClosed || this.#pages.get(page - 1)?.next === null) return false
    const { state } = this.#pages.get(page) ?? {}
    return state === undefined || state === 'stale'
  }

  async #load(number: number): Promise<void> {
    const generation = this.#generation
    const before = this.#pages.get(number - 1)
    // Cursors are stable while rows come and go; offsets are for positions that were jumped to.
    const cursor = before?.state === 'ready' ? before.next : undefined
    const position = cursor ? { cursor } : number > 0 ? { offset: number * LIST_PAGE_SIZE } : {}
    const { changes } = this.#options.order
    const requestedAt = performance.now()
    this.#pages.set(number, { state: 'loading' })
    this.#inFlight++
    try {
      const page = await this.#options.page({ ...position, limit: LIST_PAGE_SIZE })
      // An outdated response is better than an empty list.
      const isLate = generation !== this.#generation
      if (!isLate || this.state.peek() !== 'ready') this.#applyPage(number, page, changes, isLate, requestedAt)
    } catch (error) {
      if (generation === this.#generation) this.#fail(number, error as Error)
    } finally {
      this.#inFlight--
      this.#pump()
    }
  }

  #applyPage(
    number: number,
    { data, next_cursor: next }: PageOf<AnyRow>,
    changes: readonly ChangedRow[],
    isLate: boolean,
    requestedAt: number,
  ): void {
    const { store, request, order } = this.#options
    if (!isLate) this.#pages.set(number, { state: 'ready', next })
    const wasKnown = this.#serverCount.peek() !== undefined
    batch(() => {
      const pageIds = storePage(store, request, data, { requestedAt })
      order.applyServerOrder(
        insertPage(order.serverIds.peek(), number * LIST_PAGE_SIZE, pageIds, next === null),
        changes,
      )
      order.isComplete.value = next === null
      if (next === null) this.#serverCount.value = number * LIST_PAGE_SIZE + data.length
      this.state.value = 'ready'
      this.problem.value = undefined
    })
    if (next !== null && (number === 0 || !wasKnown)) void this.#readCount()
  }

  #fail(number: number, error: Error): void {
    this.#pages.delete(number)
    // Retried on scroll, or after a delay for transient errors.
    this.#isPaused = true
    if (isTransient(error)) setTimeout(() => void (this.#isPaused && this.#resume()), getRetryDelay())
    batch(() => {
      this.problem.value = error
      if (!this.#options.order.serverIds.peek().length) this.state.value = 'failed'
    })
  }

  async #readCount(): Promise<void> {
    const generation = this.#generation
    const count = await this.#options.count?.().catch(() => undefined)
    if (generation === this.#generation && count !== undefined) this.#serverCount.value = count
  }
}

/** Returns the ids with a page at its position; its ids become holes elsewhere, so each row is shown once. */
function insertPage(ids: ListIds, from: number, page: readonly string[], isLast: boolean): ListIds {
  const onPage = new Set(page)
  const next: (string | undefined)[] = ids.map((id) => (id !== undefined && onPage.has(id) ? undefined : id))
  while (next.length < from) next.push(undefined)
  page.forEach((id, position) => (next[from + position] = id))
  if (isLast) next.length = from + page.length
  return next
}
