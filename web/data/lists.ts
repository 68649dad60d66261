import type { PageOf } from '@svc/sdk'
import type { ListQuery, TaskCounts } from './data.ts'
import { PagedList } from './list.ts'
import { without, type AnyRow, type Kind } from './rows.ts'
import type { Asker } from './matching.ts'
import { Placing, type Question } from './placing.ts'
import { ShortList, WatchedValue } from './short.ts'
import type { Store } from './store.ts'

export interface ListsOptions {
  store: Store
  asker: () => Asker
  page(question: Question, query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  count(query: ListQuery): Promise<TaskCounts>
  /** Returns the first ids of a query from the snapshot. */
  cached(key: string): readonly string[] | undefined
  cachedCount(key: string): TaskCounts | undefined
}

/** Delay before lists are read again after a change, to batch changes. */
const BATCH_DELAY_MS = 400
/** Minimum interval between reloads. Changed rows are re-sorted locally before that. */
const MIN_RELOAD_INTERVAL_MS = 2000

/** Lists and counts in use, one for each query, updated from the event stream. */
export class Lists {
  readonly #long = new Set<PagedList>()
  readonly #short = new Map<string, ShortList>()
  readonly #counts = new Map<string, WatchedValue<TaskCounts>>()
  readonly #stale = new Set<Kind>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #reloadedAt = -Infinity
  #options: ListsOptions

  constructor(options: ListsOptions) {
    this.#options = options
    options.store.watch((kind, id) => {
      for (const list of this.#listsByKind(kind)) list.touch(id)
    })
  }

  list(question: Question): PagedList {
    const { store, count, cached } = this.#options
    const { kind, call, query } = question
    const list = new PagedList(
      {
        store,
        question,
        placing: this.#createPlacing(question),
        page: (query) => this.#options.page(question, query),
        count:
          kind === 'tasks' && call === 'tasks.list'
            ? async () => (await count(toCountQuery(query))).count
            : undefined,
        left: (list) => this.#long.delete(list),
      },
      cached(keyOfQuestion(question)),
    )
    this.#long.add(list)
    return list
  }

  all(question: Question): ShortList {
    const key = keyOfQuestion(question)
    let list = this.#short.get(key)
    if (!list) {
      const { store, cached } = this.#options
      const page = (query: Record<string, unknown>) => this.#options.page(question, query)
      list = new ShortList({ store, question, placing: this.#createPlacing(question), page }, cached(key))
      this.#short.set(key, list)
      list.begin()
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

  /** Schedules a reload of the lists of these kinds that are shown. */
  stale(kinds: Iterable<Kind>): void {
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
    for (const list of this.#long) list.leave()
  }

  *answers(): Generator<[key: string, ids: readonly string[]]> {
    for (const { question, ids } of this.#long) yield [keyOfQuestion(question), takeFirst(ids.peek())]
    for (const { question, placing } of this.#short.values())
      if (placing.given.peek().length) yield [keyOfQuestion(question), takeFirst(placing.given.peek())]
  }

  *numbers(): Generator<[key: string, counts: TaskCounts]> {
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

  *#listsByKind(kind: Kind): Generator<PagedList | ShortList> {
    for (const list of [...this.#long, ...this.#short.values()]) if (list.question.kind === kind) yield list
  }

  #createPlacing(question: Question): Placing {
    return new Placing(this.#options.store, question, this.#options.asker)
  }
}

export const keyOfQuestion = ({ call, path, query }: Question): string => JSON.stringify([call, path, query])

const takeFirst = (ids: readonly (string | undefined)[]): string[] => {
  const end = ids.findIndex((id) => id === undefined)
  return ids.slice(0, end < 0 ? 200 : Math.min(end, 200)) as string[]
}

const toCountQuery = (query: ListQuery): ListQuery =>
  without(query, 'sort_by', 'sort_order', 'fields', 'section_scope')
