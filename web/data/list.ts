import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { PageOf, SvcProblem } from '@svc/sdk'
import type { List } from './data.ts'
import { isPassing, soon } from './problems.ts'
import { keep, type Ids, type Placing, type Question, type Touched } from './placing.ts'
import type { AnyRow, Kind } from './rows.ts'
import type { Store } from './store.ts'

export const pageSize = 200
/** How many pages are asked for at once. */
const atOnce = 2
/** How far beyond what is seen rows are asked for, so that a scroll meets them read. */
const ahead = 100

interface Page {
  state: 'loading' | 'ready' | 'stale'
  next?: string | null
}

/** What a list needs of the world. */
export interface Asking {
  store: Store
  placing: Placing
  question: Question
  page(query: Record<string, unknown>): Promise<PageOf<AnyRow>>
  /** How many there are, where that can be asked. */
  count?: (() => Promise<number>) | undefined
  left(list: PagedList): void
}

/** A long list, of which the pages are read that are about to be seen. */
export class PagedList implements List<Kind> {
  readonly kind: Kind
  readonly ids: ReadonlySignal<Ids>
  readonly count: ReadonlySignal<number | undefined>
  readonly state = signal<'loading' | 'ready' | 'failed'>('loading')
  readonly problem = signal<SvcProblem | Error | undefined>()
  #told = signal<number | undefined>()
  #asking: Asking
  #pages = new Map<number, Page>()
  #seen: [from: number, to: number] = [0, 0]
  #underWay = 0
  /** Whether nothing is asked for a while, since something could not be read. */
  #isResting = false
  /** Rises when everything is to be read again, so that answers to earlier questions are dropped. */
  #round = 0
  #isLeft = false

  constructor(asking: Asking, cached?: readonly string[]) {
    this.#asking = asking
    this.kind = asking.question.kind
    this.ids = asking.placing.shown
    this.count = computed(() => {
      const { value } = this.#told
      return value === undefined ? undefined : Math.max(0, value + asking.placing.difference)
    })
    if (cached) {
      asking.placing.given.value = cached
      this.state.value = 'ready'
    }
    this.#pump()
  }

  get question(): Question {
    return this.#asking.question
  }

  touch(id: string): void {
    this.#asking.placing.touch(id)
  }

  see(from: number, to: number): void {
    this.#seen = [from, Math.max(from, to)]
    this.#goOn()
  }

  /** Has what is seen read again, and the rest when it is seen; meanwhile what is there stays. */
  reload(): void {
    this.#round++
    for (const page of this.#pages.values()) page.state = 'stale'
    if (this.state.peek() === 'failed') this.state.value = 'loading'
    this.#goOn()
  }

  leave(): void {
    this.#isLeft = true
    this.#asking.left(this)
  }

  #goOn(): void {
    this.#isResting = false
    this.#pump()
  }

  #pump(): void {
    if (this.#isResting) return
    for (const page of this.#pagesAbout())
      if (this.#underWay < atOnce && this.#isWanted(page)) void this.#load(page)
  }

  /** The pages that are seen, then the one that comes after them and the one before, where there are such. */
  #pagesAbout(): Set<number> {
    const [from, to] = this.#seen
    const pageOf = (place: number) => Math.floor(place / pageSize)
    const pages = new Set<number>()
    for (let page = pageOf(from); page <= pageOf(to); page++) pages.add(page)
    const known = this.#told.peek() ?? 0
    if (to + ahead < known) pages.add(pageOf(to + ahead))
    return pages.add(pageOf(Math.max(0, from - ahead)))
  }

  #isWanted(page: number): boolean {
    if (this.#isLeft || this.#pages.get(page - 1)?.next === null) return false
    const { state } = this.#pages.get(page) ?? {}
    return state === undefined || state === 'stale'
  }

  async #load(number: number): Promise<void> {
    const round = this.#round
    const before = this.#pages.get(number - 1)
    // A cursor is exact where rows come and go; an offset is for places that were jumped to.
    const cursor = before?.state === 'ready' ? before.next : undefined
    const place = cursor ? { cursor } : number > 0 ? { offset: number * pageSize } : {}
    const { touched } = this.#asking.placing
    this.#pages.set(number, { state: 'loading' })
    this.#underWay++
    try {
      const page = await this.#asking.page({ ...place, limit: pageSize })
      // While there is nothing at all, an answer that is a little old is better than none.
      const isLate = round !== this.#round
      if (!isLate || this.state.peek() !== 'ready') this.#take(number, page, touched, isLate)
    } catch (error) {
      if (round === this.#round) this.#fail(number, error as Error)
    } finally {
      this.#underWay--
      this.#pump()
    }
  }

  #take(
    number: number,
    { data, next_cursor: next }: PageOf<AnyRow>,
    touched: readonly Touched[],
    isLate: boolean,
  ): void {
    const { store, question, placing } = this.#asking
    if (!isLate) this.#pages.set(number, { state: 'ready', next })
    const wasKnown = this.#told.peek() !== undefined
    batch(() => {
      const fresh = keep(store, question, data)
      placing.settle(withPage(placing.given.peek(), number * pageSize, fresh, next === null), touched)
      placing.isWhole.value = next === null
      if (next === null) this.#told.value = number * pageSize + data.length
      this.state.value = 'ready'
      this.problem.value = undefined
    })
    if (next !== null && (number === 0 || !wasKnown)) void this.#count()
  }

  #fail(number: number, error: Error): void {
    this.#pages.delete(number)
    // It is asked again when it is seen again, and not at once; after a while where nobody looks elsewhere meanwhile.
    this.#isResting = true
    if (isPassing(error)) setTimeout(() => void (this.#isResting && this.#goOn()), soon())
    batch(() => {
      this.problem.value = error
      if (!this.#asking.placing.given.peek().length) this.state.value = 'failed'
    })
  }

  async #count(): Promise<void> {
    const round = this.#round
    const count = await this.#asking.count?.().catch(() => undefined)
    if (round === this.#round && count !== undefined) this.#told.value = count
  }
}

/** The ids with a page in its place. A row that was elsewhere before is a hole there now: it is shown once. */
export function withPage(ids: Ids, from: number, page: readonly string[], isLast: boolean): Ids {
  const fresh = new Set(page)
  const next: (string | undefined)[] = ids.map((id) => (id !== undefined && fresh.has(id) ? undefined : id))
  while (next.length < from) next.push(undefined)
  page.forEach((id, place) => (next[from + place] = id))
  if (isLast) next.length = from + page.length
  return next
}
