import type { PageOf } from '@svc/sdk'
import type { ListQuery, TaskCounts } from './data.ts'
import { PagedList } from './list.ts'
import { without } from './merge.ts'
import type { Asker } from './matching.ts'
import { Placing, type Question } from './placing.ts'
import type { AnyRow, Kind } from './rows.ts'
import { ShortList, WatchedValue } from './short.ts'
import type { Store } from './store.ts'

/** What lists need of the world. */
export interface ListsOptions {
  store: Store
  asker: () => Asker
  page(question: Question, query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  count(query: ListQuery): Promise<TaskCounts>
  /** Ids of the first rows that a question was answered with when the page was last open. */
  cached(key: string): readonly string[] | undefined
  cachedCount(key: string): TaskCounts | undefined
}

/** How long changes are gathered before lists that may have others now are read again. */
const gathering = 400
/** How long they rest after that, however much goes on: a row that changed has its place before. */
const resting = 2000

/** Every question that is asked, each once, and kept as its answer is now. */
export class Lists {
  readonly #long = new Set<PagedList>()
  readonly #short = new Map<string, ShortList>()
  readonly #counts = new Map<string, WatchedValue<TaskCounts>>()
  readonly #stale = new Set<Kind>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #reloaded = -Infinity
  #options: ListsOptions

  constructor(options: ListsOptions) {
    this.#options = options
    options.store.watch((kind, id) => {
      for (const list of this.#of(kind)) list.touch(id)
    })
  }

  list(question: Question): PagedList {
    const { store, count, cached } = this.#options
    const { kind, call, query } = question
    const list = new PagedList(
      {
        store,
        question,
        placing: this.#placing(question),
        page: (query) => this.#options.page(question, query),
        count:
          kind === 'tasks' && call === 'tasks.list'
            ? async () => (await count(choosing(query))).count
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
      list = new ShortList({ store, question, placing: this.#placing(question), page }, cached(key))
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

  /** Rows of these kinds changed: what lists them is read again soon, if it is looked at. */
  stale(kinds: Iterable<Kind>): void {
    for (const kind of kinds) this.#stale.add(kind)
    const wait = Math.max(gathering, this.#reloaded + resting - performance.now())
    this.#timer ??= setTimeout(() => this.#reload(), wait)
  }

  /** Everything is read again: nobody told what happened meanwhile. */
  reload(): void {
    for (const list of [...this.#long, ...this.#short.values(), ...this.#counts.values()]) list.reload()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const list of this.#long) list.leave()
  }

  /** What is asked now, with the first ids of each answer, for the cache. */
  *answers(): Generator<[key: string, ids: readonly string[]]> {
    for (const { question, ids } of this.#long) yield [keyOfQuestion(question), firstOf(ids.peek())]
    for (const { question, placing } of this.#short.values())
      if (placing.given.peek().length) yield [keyOfQuestion(question), firstOf(placing.given.peek())]
  }

  /** The numbers that are asked for now, for the cache. */
  *numbers(): Generator<[key: string, counts: TaskCounts]> {
    for (const [key, { value }] of this.#counts) {
      const counts = value.peek()
      if (counts) yield [key, counts]
    }
  }

  #reload(): void {
    this.#timer = undefined
    this.#reloaded = performance.now()
    const kinds = [...this.#stale]
    this.#stale.clear()
    for (const kind of kinds) for (const list of this.#of(kind)) list.reload()
    if (kinds.includes('tasks')) for (const count of this.#counts.values()) count.reload()
  }

  *#of(kind: Kind): Generator<PagedList | ShortList> {
    for (const list of [...this.#long, ...this.#short.values()]) if (list.question.kind === kind) yield list
  }

  #placing(question: Question): Placing {
    return new Placing(this.#options.store, question, this.#options.asker)
  }
}

export const keyOfQuestion = ({ call, path, query }: Question): string => JSON.stringify([call, path, query])

const firstOf = (ids: readonly (string | undefined)[]): string[] => {
  const end = ids.findIndex((id) => id === undefined)
  return ids.slice(0, end < 0 ? 200 : Math.min(end, 200)) as string[]
}

/** A query without what only shapes the answer, which counting does not take. */
const choosing = (query: ListQuery): ListQuery =>
  without(query, 'sort_by', 'sort_order', 'fields', 'section_scope')
