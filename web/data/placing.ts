import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListQuery } from './data.ts'
import { matches, orderOf, type Asker } from './matching.ts'
import { without } from './merge.ts'
import { keyOf, type AnyRow, type Kind } from './rows.ts'
import type { Store } from './store.ts'

/** Change of a row that a list has not read yet. */
export interface Touched {
  id: string
}

export type Ids = readonly (string | undefined)[]

/** A question to the server: which rows, of what kind. */
export interface Question {
  kind: Kind
  query: ListQuery
  path: readonly string[]
  /** `tasks.list` */
  call: string
}

/**
 * The ids that a list shows: those that the server gave, without rows that were changed since and belong there no more, and
 * with those that do now. So a card that is dropped is in its new column in the same frame, and one that somebody else
 * moved as soon as it is read; the server's own answer follows.
 */
export class Placing {
  /** As the server gave them. */
  readonly given: Signal<Ids> = signal<Ids>([])
  readonly shown: ReadonlySignal<Ids>
  /** Whether the last page was read, so that what sorts last has its place. */
  readonly isWhole = signal(false)
  /** Rows that changed since the request, in order; each change is a new object. */
  #touched = signal<readonly Touched[]>([])
  #store: Store
  #question: Question
  #asker: () => Asker

  constructor(store: Store, question: Question, asker: () => Asker) {
    this.#store = store
    this.#question = question
    this.#asker = asker
    this.shown = computed(() => this.#place())
  }

  /** Notes that a row is another than the server has put into order. */
  touch(id: string): void {
    this.#touched.value = [...this.#touched.peek().filter((one) => one.id !== id), { id }]
  }

  /** How the touched rows change the number of rows that the server has told. */
  get difference(): number {
    const count = (ids: Ids) => ids.reduce((sum, id) => sum + Number(id !== undefined), 0)
    return this.#touched.value.length ? count(this.shown.value) - count(this.given.value) : 0
  }

  /** What is touched now: to be handed to `settle` when the server has answered a question asked after it. */
  get touched(): readonly Touched[] {
    return this.#touched.peek()
  }

  /** Takes the server's order, which has the rows that were touched before it was asked; what is on its way stays. */
  settle(ids: Ids, before: readonly Touched[]): void {
    batch(() => {
      this.given.value = ids
      const still = this.#touched
        .peek()
        .filter((one) => !before.includes(one) || this.#store.isLaid(this.#question.kind, one.id))
      if (still.length !== this.#touched.peek().length) this.#touched.value = still
    })
  }

  #place(): Ids {
    const touched = this.#touched.value.map(({ id }) => id)
    if (!touched.length) return this.given.value
    const ids = this.given.value.filter((id) => id === undefined || !this.#isOut(id, touched))
    for (const id of touched) this.#insert(ids, id)
    return ids
  }

  #isOut(id: string, touched: readonly string[]): boolean {
    if (!touched.includes(id)) return false
    const row = this.#store.row(this.#question.kind, id).value
    return row === null || (row !== undefined && this.#judge(row) === false)
  }

  #insert(ids: (string | undefined)[], id: string): void {
    const { kind, query } = this.#question
    const row = this.#store.row(kind, id).value
    if (!row || this.#judge(row) !== true) return
    const now = this.#store.idNow(id)
    const at = ids.indexOf(now)
    const order = orderOf(kind, query)
    if (!order) {
      if (at < 0) ids.unshift(now)
      return
    }
    if (at >= 0) {
      if (this.#fits(ids, at, row, order)) return
      ids.splice(at, 1)
    }
    const place = ids.findIndex((other) => other !== undefined && order(row, this.#rowOf(other)) < 0)
    if (place >= 0) ids.splice(place, 0, now)
    else if (at >= 0 || this.isWhole.value) ids.push(now)
  }

  /** Whether a row is where it sorts: between its neighbours. */
  #fits(ids: Ids, at: number, row: AnyRow, order: (a: AnyRow, b: AnyRow) => number): boolean {
    const [before, after] = [ids[at - 1], ids[at + 1]]
    const follows = before === undefined || order(this.#rowOf(before), row) <= 0
    return follows && (after === undefined || order(row, this.#rowOf(after)) <= 0)
  }

  #rowOf(id: string): AnyRow {
    return this.#store.row(this.#question.kind, id).peek() ?? {}
  }

  #judge(row: AnyRow): boolean | undefined {
    const { kind, query, path, call } = this.#question
    // What another method lists follows rules of its own: a view's, an intake's.
    return call === `${kind}.list` ? matches(kind, query, path, row, this.#asker()) : undefined
  }
}

/** Takes a page's rows into the store, and gives their ids. `news`: they were asked for because they changed. */
export function keep(store: Store, question: Question, rows: readonly AnyRow[], news = false): string[] {
  const { kind, query } = question
  const whole = query.fields === undefined
  const ids: string[] = []
  batch(() => {
    for (const row of rows) {
      store.put(kind, kind === 'tasks' ? placed(row, query) : row, { whole, news })
      ids.push(keyOf(kind, row))
      if (kind === 'taskComments') keep(store, question, row.replies as AnyRow[])
    }
  })
  return ids
}

/** Without a scope the server says nothing of sections, which is not that there is none. */
const placed = (row: AnyRow, query: ListQuery): AnyRow =>
  query.section_scope === undefined ? without(row, 'section_id', 'section_position') : row
