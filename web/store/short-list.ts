import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { PageOf } from '@svc/sdk'
import { isTransient, getRetryDelay } from './calls.ts'
import { storePage, type ListOrder, type ListRequest } from './list-order.ts'
import type { AnyRow } from './rows.ts'
import type { RowStore } from './row-store.ts'

const MAX_ROWS = 1000

interface ShortListOptions {
  store: RowStore
  order: ListOrder
  request: ListRequest
  page(query: Record<string, unknown>): Promise<PageOf<AnyRow>>
}

export class ShortList {
  readonly rows: ReadonlySignal<readonly AnyRow[] | undefined>
  /** True once the server or the snapshot has provided the rows. */
  #isLoaded = signal(false)
  #options: ShortListOptions
  #watched = new WatchedRead(() => this.#read())

  constructor(options: ShortListOptions, cached?: readonly string[]) {
    this.#options = options
    if (cached) {
      options.order.serverIds.value = cached
      this.#isLoaded.value = true
    }
    this.rows = computed(() => (this.#isLoaded.value ? this.#compose() : undefined), this.#watched.options)
  }

  get request(): ListRequest {
    return this.#options.request
  }

  get order(): ListOrder {
    return this.#options.order
  }

  markChanged(id: string): void {
    this.#options.order.markChanged(id)
  }

  preload(): void {
    this.#watched.preload()
  }

  reload(): void {
    this.#watched.markStale()
  }

  #compose(): readonly AnyRow[] {
    const { store, order, request } = this.#options
    const rows = order.shownIds.value.map((id) => store.row(request.kind, id!).value)
    const existing = rows.filter((row) => row != null)
    return request.kind === 'taskComments' ? existing.map((thread) => this.#composeThread(thread)) : existing
  }

  #composeThread(comment: AnyRow): AnyRow {
    const { store } = this.#options
    const replyIds = ((comment.replies ?? []) as AnyRow[]).map((reply) => reply.comment_id as string)
    const pending = store.listCreated('taskComments', 'parent_comment_id', comment.comment_id as string)
    const replies = replyIds
      .map((id) => store.row('taskComments', id).value)
      .concat(pending.filter((reply) => !replyIds.includes(reply.comment_id as string)))
      .filter((reply) => reply != null)
    return replies.length ? { ...comment, replies: replies.map((reply) => this.#composeThread(reply)) } : comment
  }

  async #read(): Promise<void> {
    const { store, order, request, page } = this.#options
    const { changes } = order
    const requestedAt = performance.now()
    const { data, next_cursor: next } = await page({ limit: MAX_ROWS })
    const ids = storePage(store, request, data, { requestedAt })
    order.isComplete.value = next === null
    order.applyServerOrder(ids, changes)
    this.#isLoaded.value = true
  }
}

/** Reads while subscribed, and again when stale, one request at a time. */
class WatchedRead {
  #read: () => Promise<void>
  #isWatched = false
  #isStale = true
  #isReading = false

  constructor(read: () => Promise<void>) {
    this.#read = read
  }

  readonly options = {
    watched: () => {
      this.#isWatched = true
      void this.#run()
    },
    unwatched: () => {
      this.#isWatched = false
    },
  }

  preload(): void {
    void this.#run(true)
  }

  markStale(): void {
    this.#isStale = true
    void this.#run()
  }

  async #run(shouldRead = this.#isWatched): Promise<void> {
    if (!shouldRead || !this.#isStale || this.#isReading) return
    this.#isReading = true
    this.#isStale = false
    try {
      await this.#read()
    } catch (error) {
      // Retried after a delay, on reconnect, or on the next subscription.
      this.#isStale = true
      if (isTransient(error)) setTimeout(() => void this.#run(), getRetryDelay())
      return
    } finally {
      this.#isReading = false
    }
    void this.#run()
  }
}

export class WatchedValue<T> {
  readonly value: Signal<T | undefined>
  readonly problem = signal<unknown>(undefined)
  #watched: WatchedRead

  constructor(read: () => Promise<T>, cached?: T) {
    this.#watched = new WatchedRead(async () => {
      try {
        this.value.value = await read()
        this.problem.value = undefined
      } catch (error) {
        this.problem.value = error
        throw error
      }
    })
    this.value = signal<T | undefined>(cached, this.#watched.options)
  }

  reload(): void {
    this.#watched.markStale()
  }
}
