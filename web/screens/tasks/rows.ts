import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { data } from '../../data/current.ts'
import type { Counted, List, ListQuery } from '../../data/data.ts'
import type { Choice } from '../../parts/choices.tsx'
import { countOf, queryOf, queryOfGroup, type Place, type Question } from '../../parts/filter-question.ts'
import { orderOf, startsClosed } from '../../parts/groups.tsx'

/** A stretch of the list: a group with its head, or the whole of a list without groups. */
export interface Stretch {
  key: string | null
  /** Tasks in it, by the server's count until its list knows better. */
  count: number
  closed: boolean
  /** The row that it begins with, its head if it has one. */
  start: number
  /** The row after its last. */
  end: number
}

/** What is drawn in a row of the list. */
export type Row =
  | { kind: 'head'; stretch: Stretch }
  | { kind: 'task'; stretch: Stretch; place: number; id: string | undefined }

/**
 * The rows of a question: its groups, and below each its tasks. Each group is a list of its own, which is asked for when the
 * group is first seen.
 */
export class TaskRows {
  readonly #lists: GroupLists
  readonly #counts: Counted | undefined
  /** Rows that a group has beside its tasks. */
  readonly #headed: 0 | 1
  /** The groups that the person opened or closed. */
  readonly #switched = signal<ReadonlyMap<string | null, boolean>>(new Map())

  constructor(
    readonly question: Question,
    place: Place,
    choices: () => readonly Choice[],
  ) {
    const { group } = question
    this.#lists = new GroupLists(question, place)
    this.#headed = group === null ? 0 : 1
    this.#counts = group ? data().count(countOf(question, place, group)) : undefined
    this.stretches = computed(() => this.#stretches(choices))
  }

  readonly stretches: ReadonlySignal<readonly Stretch[] | undefined>
  /** How many rows there are, heads too. */
  readonly count = computed(() => this.stretches.value?.at(-1)?.end ?? 0)
  /** How many tasks the question finds. */
  readonly total = computed(() =>
    this.#counts ? this.#counts.value.value?.count : this.#lists.get(null).count.value,
  )
  readonly problem = computed(() => this.#counts?.problem.value ?? this.#lists.problem())

  /** The groups that have tasks, in their order. */
  #groups(choices: () => readonly Choice[]): { key: string | null; count: number }[] | undefined {
    if (!this.#counts) return [{ key: null, count: 0 }]
    const order = orderOf(choices())
    const found = this.#counts.value.value?.groups?.filter(({ count }) => count > 0)
    return found?.sort((a, b) => order(a.key) - order(b.key))
  }

  #stretches(choices: () => readonly Choice[]): Stretch[] | undefined {
    const { group } = this.question
    let start = 0
    return this.#groups(choices)?.map(({ key, count }): Stretch => {
      const known = this.#lists.known(key)?.count.value ?? count
      const closed = group !== null && (this.#switched.value.get(key) ?? startsClosed(group, key))
      const stretch = { key, count: known, closed, start, end: start + this.#headed + (closed ? 0 : known) }
      start = stretch.end
      return stretch
    })
  }

  #open = (): Stretch[] => this.stretches.value?.filter(({ closed }) => !closed) ?? []

  at(row: number): Row | undefined {
    const stretch = this.stretches.value?.find(({ end }) => row < end)
    if (!stretch || row < 0) return undefined
    const place = row - stretch.start - this.#headed
    if (place < 0) return { kind: 'head', stretch }
    return { kind: 'task', stretch, place, id: this.#lists.known(stretch.key)?.ids.value[place] }
  }

  /** Returns the group of a task and its position there, if known. */
  find(id: string): { stretch: Stretch; place: number } | undefined {
    for (const stretch of this.stretches.value ?? []) {
      const place = this.#lists.known(stretch.key)?.ids.value.indexOf(id) ?? -1
      if (place >= 0) return { stretch, place }
    }
    return undefined
  }

  /** Returns the row of a task, if its position is known. */
  rowOf(id: string): number | undefined {
    const found = this.find(id)
    return found && !found.stretch.closed ? found.stretch.start + this.#headed + found.place : undefined
  }

  /** Returns the row at a position of a group, or its last one; undefined if the group is gone. */
  rowAt(key: string | null, place: number): number | undefined {
    const stretch = this.#open().find((one) => one.key === key)
    if (!stretch || stretch.count === 0) return undefined
    return stretch.start + this.#headed + Math.min(place, stretch.count - 1)
  }

  /** Has what is about to be seen read. */
  see = (from: number, to: number): void => {
    for (const { key, start, end } of this.#open()) {
      if (start >= to || end <= from) continue
      const first = start + this.#headed
      const last = Math.min(to, end)
      if (last > first) this.#lists.get(key).see(Math.max(from, first) - first, last - first)
    }
  }

  /** Opens a group or closes it. */
  toggle(key: string | null): void {
    const closed = this.stretches.value?.find((stretch) => stretch.key === key)?.closed ?? false
    this.#switched.value = new Map([...this.#switched.value, [key, !closed]])
  }

  /** The ids that were read, in order. */
  known = (): string[] =>
    this.#open().flatMap(({ key }) =>
      (this.#lists.known(key)?.ids.value ?? []).filter((id) => id !== undefined),
    )

  /** Number of tasks in open groups. */
  readonly openCount = computed(() => this.#open().reduce((sum, { count }) => sum + count, 0))
  /** Queries of the open groups. */
  queries = (): ListQuery[] => this.#open().map(({ key }) => this.#lists.queryOf(key))

  reload = (): void => {
    this.#counts?.reload()
    this.#lists.all().forEach((list) => list.reload())
  }
  leave = (): void => this.#lists.all().forEach((list) => list.leave())
}

/** The lists of the groups that were looked at. */
class GroupLists {
  readonly #made = signal<ReadonlyMap<string | null, List<'tasks'>>>(new Map())
  readonly #question: Question
  readonly #place: Place

  constructor(question: Question, place: Place) {
    this.#question = question
    this.#place = place
    if (!question.group) this.#make(null)
  }

  #make(key: string | null): List<'tasks'> {
    const list = data().list('tasks', this.queryOf(key))
    this.#made.value = new Map([...this.#made.peek(), [key, list]])
    return list
  }

  queryOf(key: string | null): ListQuery {
    const [question, place] = [this.#question, this.#place]
    return question.group ? queryOfGroup(question, place, key) : queryOf(question, place)
  }

  known = (key: string | null): List<'tasks'> | undefined => this.#made.value.get(key)
  get = (key: string | null): List<'tasks'> => this.#made.peek().get(key) ?? this.#make(key)
  all = (): List<'tasks'>[] => [...this.#made.peek().values()]

  problem(): unknown {
    return [...this.#made.value.values()].find((list) => list.state.value === 'failed')?.problem.value
  }
}
