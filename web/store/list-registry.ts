import type { PageOf } from '@svc/sdk'
import type { ListQuery, TaskCounts } from './types.ts'
import { PagedList } from './paged-list.ts'
import { omit, type AnyRow, type RowKind } from './rows.ts'
import type { ListUser } from './query-matching.ts'
import { ListOrder, type ListRequest } from './list-order.ts'
import { ShortList, WatchedValue } from './short-list.ts'
import type { RowStore } from './row-store.ts'

interface ListRegistryOptions {
  store: RowStore
  getUser: () => ListUser
  page(question: ListRequest, query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  count(query: ListQuery): Promise<TaskCounts>
  cached(key: string): readonly string[] | undefined
  cachedCount(key: string): TaskCounts | undefined
}

const BATCH_DELAY_MS = 400
/** Minimum interval between reloads. Changed rows are re-sorted locally before that. */
const MIN_RELOAD_INTERVAL_MS = 2000

export class ListRegistry {
  readonly #long = new Set<PagedList>()
  readonly #short = new Map<string, ShortList>()
  readonly #counts = new Map<string, WatchedValue<TaskCounts>>()
  readonly #stale = new Set<RowKind>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #reloadedAt = -Infinity
  #options: ListRegistryOptions

  constructor(options: ListRegistryOptions) {
    this.#options = options
    options.store.watch((kind, id) => {
      for (const list of this.#listsByKind(kind)) list.markChanged(id)
    })
  }

  list(question: ListRequest): PagedList {
    const { store, count, cached } = this.#options
    const { kind, method, query } = question
    const list = new PagedList(
      {
        store,
        request: question,
        order: this.#createPlacing(question),
        page: (query) => this.#options.page(question, query),
        count:
          kind === 'tasks' && method === 'tasks.list'
            ? async () => (await count(toCountQuery(query))).count
            : undefined,
        onClose: (list) => this.#long.delete(list),
      },
      cached(toRequestKey(question)),
    )
    this.#long.add(list)
    return list
  }

  all(question: ListRequest): ShortList {
    const key = toRequestKey(question)
    let list = this.#short.get(key)
    if (!list) {
      const { store, cached } = this.#options
      const readPage = (query: Record<string, unknown>) => this.#options.page(question, query)
      list = new ShortList(
        { store, request: question, order: this.#createPlacing(question), page: readPage },
        cached(key),
      )
      this.#short.set(key, list)
      list.preload()
    }
    return list
  }

  count(query: ListQuery): WatchedValue<TaskCounts> {
    const key = JSON.stringify(query)
    let value = this.#counts.get(key)
    if (!value) {
      value = new WatchedValue(() => this.#options.count(query), this.#options.cachedCount(key))
      this.#counts.set(key, value)
    }
    return value
  }

  matches(question: ListRequest, id: string): boolean | undefined {
    return this.#createPlacing(question).matches(id)
  }

  markStale(kinds: Iterable<RowKind>): void {
    for (const kind of kinds) this.#stale.add(kind)
    const wait = Math.max(BATCH_DELAY_MS, this.#reloadedAt + MIN_RELOAD_INTERVAL_MS - performance.now())
    this.#timer ??= setTimeout(() => this.#reload(), wait)
  }

  /** Reloads all lists, after a gap in the event stream. */
  reload(): void {
    for (const list of [...this.#long, ...this.#short.values(), ...this.#counts.values()]) list.reload()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const list of this.#long) list.close()
  }

  *listShownIds(): Generator<[key: string, ids: readonly string[]]> {
    for (const { request: question, ids } of this.#long) yield [toRequestKey(question), takeFirst(ids.peek())]
    for (const { request: question, order } of this.#short.values())
      if (order.serverIds.peek().length) yield [toRequestKey(question), takeFirst(order.serverIds.peek())]
  }

  *listShownCounts(): Generator<[key: string, counts: TaskCounts]> {
    for (const [key, { value }] of this.#counts) {
      const counts = value.peek()
      if (counts) yield [key, counts]
    }
  }

  #reload(): void {
    this.#timer = undefined
    this.#reloadedAt = performance.now()
    const kinds = [...this.#stale]
    this.#stale.clear()
    for (const kind of kinds) for (const list of this.#listsByKind(kind)) list.reload()
    if (kinds.includes('tasks')) for (const count of this.#counts.values()) count.reload()
  }

  *#listsByKind(kind: RowKind): Generator<PagedList | ShortList> {
    for (const list of [...this.#long, ...this.#short.values()]) if (list.request.kind === kind) yield list
  }

  #createPlacing(question: ListRequest): ListOrder {
    return new ListOrder(this.#options.store, question, this.#options.getUser)
  }
}

const toRequestKey = ({ method, path, query }: ListRequest): string => JSON.stringify([method, path, query])

const takeFirst = (ids: readonly (string | undefined)[]): string[] => {
  const end = ids.findIndex((id) => id === undefined)
  return ids.slice(0, end < 0 ? 200 : Math.min(end, 200)) as string[]
}

const toCountQuery = (query: ListQuery): ListQuery => omit(query, 'sort_by', 'sort_order', 'fields', 'section_scope')
