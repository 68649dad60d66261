import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { PageOf, SvcProblem } from '@svc/sdk'
import type { List } from './data.ts'
import { isPassing, soon } from './calls.ts'
import { keep, type Ids, type Placing, type Question, type Touched } from './placing.ts'
import type { AnyRow, Kind } from './rows.ts'
import type { Store } from './store.ts'

export const pageSize = 200
const MAX_CONCURRENT_REQUESTS = 2
/** Number of rows to read before and after the visible ones. */
const PREFETCH_ROWS = 100

interface Page {
  state: 'loading' | 'ready' | 'stale'
  next?: string | null
}

export interface Asking {
  store: Store
  placing: Placing
  question: Question
  page(query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  count?: (() => Promise<number>) | undefined
  left(list: PagedList): void
}

/** A long list that reads the pages about to be visible. */
export class PagedList implements List<Kind> {
  readonly kind: Kind
  readonly ids: ReadonlySignal<Ids>
  readonly count: ReadonlySignal<number | undefined>
  readonly state = signal<'loading' | 'ready' | 'failed'>('loading')
  readonly problem = signal<SvcProblem | Error | undefined>()
  #serverCount = signal<number | undefined>()
  #options: Asking
  #pages = new Map<number, Page>()
  #visible: [from: number, to: number] = [0, 0]
  #inFlight = 0
  /** True after a failed request, until a retry or a scroll. */
  #isPaused = false
  /** Increases on reload, so that responses to earlier requests are dropped. */
  #generation = 0
  #isClosed = false

  constructor(options: Asking, cached?: readonly string[]) {
    this.#options = options
    this.kind = options.question.kind
    this.ids = options.placing.shown
    this.count = computed(() => {
      const { value } = this.#serverCount
      return value === undefined ? undefined : Math.max(0, value + options.placing.difference)
    })
    if (cached) {
      options.placing.given.value = cached
      this.state.value = 'ready'
    }
    this.#pump()
  }

  get question(): Question {
    return this.#options.question
  }

  touch(id: string): void {
    this.#options.placing.touch(id)
  }

  see(from: number, to: number): void {
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

  leave(): void {
    this.#isClosed = true
    this.#options.left(this)
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

  /** Returns the visible pages, then the ones after and before them. */
  #listPagesNear(): Set<number> {
    const [from, to] = this.#visible
    const toPage = (position: number) => Math.floor(position / pageSize)
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
    const position = cursor ? { cursor } : number > 0 ? { offset: number * pageSize } : {}
    const { touched } = this.#options.placing
    this.#pages.set(number, { state: 'loading' })
    this.#inFlight++
    try {
      const page = await this.#options.page({ ...position, limit: pageSize })
      // An outdated response is better than an empty list.
      const isLate = generation !== this.#generation
      if (!isLate || this.state.peek() !== 'ready') this.#applyPage(number, page, touched, isLate)
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
    touched: readonly Touched[],
    isLate: boolean,
  ): void {
    const { store, question, placing } = this.#options
    if (!isLate) this.#pages.set(number, { state: 'ready', next })
    const wasKnown = this.#serverCount.peek() !== undefined
    batch(() => {
      const fresh = keep(store, question, data)
      placing.settle(withPage(placing.given.peek(), number * pageSize, fresh, next === null), touched)
      placing.isWhole.value = next === null
      if (next === null) this.#serverCount.value = number * pageSize + data.length
      this.state.value = 'ready'
      this.problem.value = undefined
    })
    if (next !== null && (number === 0 || !wasKnown)) void this.#readCount()
  }

  #fail(number: number, error: Error): void {
    this.#pages.delete(number)
    // Retried on scroll, or after a delay for transient errors.
    this.#isPaused = true
    if (isPassing(error)) setTimeout(() => void (this.#isPaused && this.#resume()), soon())
    batch(() => {
      this.problem.value = error
      if (!this.#options.placing.given.peek().length) this.state.value = 'failed'
    })
  }

  async #readCount(): Promise<void> {
    const generation = this.#generation
    const count = await this.#options.count?.().catch(() => undefined)
    if (generation === this.#generation && count !== undefined) this.#serverCount.value = count
  }
}

/**
 * Returns the ids with a page at its position. Ids of the page that were elsewhere become holes, so each row
 * is shown once.
 */
export function withPage(ids: Ids, from: number, page: readonly string[], isLast: boolean): Ids {
  const fresh = new Set(page)
  const next: (string | undefined)[] = ids.map((id) => (id !== undefined && fresh.has(id) ? undefined : id))
  while (next.length < from) next.push(undefined)
  page.forEach((id, position) => (next[from + position] = id))
  if (isLast) next.length = from + page.length
  return next
}
