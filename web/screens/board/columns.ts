import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { data } from '../../data/current.ts'
import type { List, ListQuery } from '../../data/data.ts'
import { statusFlow } from '../../messages/words.ts'
import {
  countOf,
  queryOfGroup,
  type Grouping,
  type Place,
  type Question,
} from '../../parts/filter-question.ts'
import { choicesOf, groupOfNone, nameOf, type GroupName } from '../../parts/groups.tsx'

/** How many cards of a column are shown before one asks for more. */
const batch = 100
/** So many columns are shown, empty ones too; of more values only those that tasks have. */
const mostEmpty = 12

/** A column: the tasks of one value of the attribute that the board is by. */
export interface Column extends GroupName {
  list: List<'tasks'>
  ids: ReadonlySignal<readonly string[]>
  /** All tasks of the column, those that are not shown too; undefined until they were counted. */
  count: ReadonlySignal<number | undefined>
  /** How many cards are shown at the most. */
  shown: ReadonlySignal<number>
  showMore(): void
}

/** Where a card was put, as long as the lists do not say so themselves. */
interface Held {
  key: string | null
  /** The card that it stands before; null is the end, undefined where the list's order has it. */
  before: string | null | undefined
}

/** The columns of a board. Each is a list of the API; what was moved a moment ago lies where it was put. */
export class BoardColumns {
  readonly group: Grouping
  readonly #question: Question
  readonly #place: Place
  readonly #made = new Map<string | null, Column>()
  readonly #counts
  readonly #held = signal<ReadonlyMap<string, Held>>(new Map())

  constructor(question: Question, place: Place) {
    this.group = question.group ?? 'status'
    this.#question = { ...question, group: this.group }
    this.#place = place
    this.#counts = data().count(countOf(this.#question, place, this.group))
  }

  readonly columns = computed((): Column[] => this.#keys().map((key) => this.#column(key)))
  readonly problem = computed((): unknown =>
    [this.#counts, ...this.columns.value.map(({ list }) => list)]
      .map((asked) => asked.problem.value)
      .find((problem) => problem !== undefined),
  )

  /** Which columns there are: those of the filter, or of all values those that people use. */
  #keys(): (string | null)[] {
    const asked = this.#question.filters[this.group]
    if (asked) return asked.map((value) => (value === '__none__' ? null : value))
    const offered = choicesOf(this.group, this.#place).map(({ id }) => id)
    const choices = this.group === 'status' ? statusFlow : offered
    const counted = (this.#counts.value.value?.groups ?? []).filter(({ count }) => count > 0)
    const isUsed = (key: string) =>
      counted.some((group) => group.key === key) || (choices.length <= mostEmpty && key !== 'archived')
    const strange = counted.flatMap(({ key }) => (key === null || offered.includes(key) ? [] : [key]))
    return [...(groupOfNone(this.group) ? [null] : []), ...choices.filter(isUsed), ...strange]
  }

  #column(key: string | null): Column {
    const name = nameOf(this.group, key, choicesOf(this.group, this.#place))
    const known = this.#made.get(key)
    if (known) return Object.assign(known, name)
    const list = data().list('tasks', this.#queryOf(key))
    const shown = signal(batch)
    list.see(0, batch)
    const column = {
      ...name,
      list,
      shown,
      ids: computed(() => this.#idsOf(key, list.ids.value.slice(0, shown.value))),
      count: computed(() => list.count.value ?? this.#countOf(key)),
      showMore: () => list.see(0, (shown.value += batch)),
    }
    this.#made.set(key, column)
    return column
  }

  #queryOf = (key: string | null): ListQuery => queryOfGroup(this.#question, this.#place, key)
  queries = (): ListQuery[] => this.columns.peek().map(({ key }) => this.#queryOf(key))

  #countOf(key: string | null): number | undefined {
    const counted = this.#counts.value.value
    return counted && (counted.groups?.find((group) => group.key === key)?.count ?? 0)
  }

  #idsOf(key: string | null, listed: readonly (string | undefined)[]): string[] {
    const held = this.#held.value
    const isHere = (id: string | undefined) => id !== undefined && (held.get(id)?.key ?? key) === key
    const ids = listed.filter((id) => isHere(id)) as string[]
    for (const [id, { key: to, before }] of held) {
      const from = ids.indexOf(id)
      if (to !== key || (from >= 0 && before === undefined)) continue
      if (from >= 0) ids.splice(from, 1)
      const place = before == null ? -1 : ids.indexOf(before)
      if (before === undefined) ids.unshift(id)
      else ids.splice(place < 0 ? ids.length : place, 0, id)
    }
    return ids
  }

  /**
   * Shows cards in a column until the lists include them, shortly after the response. Returns a function that ends this,
   * immediately if the move failed. A card that was moved again stays in its new column.
   */
  hold(ids: readonly string[], { key }: Column, before: string | null | undefined): () => void {
    const put = new Map(ids.map((id): [string, Held] => [id, { key, before }]))
    const others = [...this.#held.value].filter(([id]) => !put.has(id))
    // Latest moves last, so that their neighbors are already in position.
    this.#held.value = new Map([...others, ...put])
    return () => {
      this.#held.value = new Map([...this.#held.value].filter(([id, held]) => put.get(id) !== held))
    }
  }

  /** The column of a card, and its place in it. */
  find(id: string): { column: Column; place: number } | undefined {
    for (const column of this.columns.value) {
      const place = column.ids.value.indexOf(id)
      if (place >= 0) return { column, place }
    }
    return undefined
  }

  readonly total = computed(() => this.#counts.value.value?.count)
  known = (): string[] => this.columns.value.flatMap(({ ids }) => ids.value)
  reload = (): void => {
    this.#counts.reload()
    this.#made.forEach(({ list }) => list.reload())
  }
  leave = (): void => this.#made.forEach(({ list }) => list.leave())
}
