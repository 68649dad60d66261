import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { getStore } from '../../store/current-store.ts'
import type { LiveCounts, RowList, ListQuery } from '../../store/types.ts'
import type { Choice } from '../tasks/choices.tsx'
import {
  buildCountQuery,
  buildTaskQuery,
  buildGroupQuery,
  type Grouping,
  type TaskContainer,
  type ViewQuery,
} from '../views/view-query.ts'
import { holdWhileOpen } from '../../components/util/open-layer.ts'
import { countByDueGroup } from '../views/due-groups.ts'
import { createGroupSortKey, isInitiallyCollapsed } from '../views/groups.tsx'

/** Range of rows: a group with its header, or the whole list if it is not grouped. */
export interface GroupRange {
  key: string | null
  /** Number of tasks: the server's count until the list of the group is loaded. */
  count: number
  isCollapsed: boolean
  /** Index of the first row, which is the header if there is one. */
  start: number
  end: number
}

type TaskListRow =
  { kind: 'head'; range: GroupRange } | { kind: 'task'; range: GroupRange; position: number; id: string | undefined }

type ListIds = readonly (string | undefined)[]

interface ShownRows {
  ranges: readonly GroupRange[]
  ids: ReadonlyMap<string | null, ListIds>
}

/** Returns whether a task is in the group of each of its values. */
const hasSeveralGroups = (group: Grouping | null): boolean => group === 'tags' || group === 'team'

/** Sorts groups without an order of their own, such as tags. */
const compareNames = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '')

/** Rows of a task query, group by group. Each group is a separate list, loaded when it is scrolled into view. */
export class TaskRows {
  readonly #lists: GroupLists
  readonly #counts: LiveCounts | undefined
  readonly #headerRows: 0 | 1
  readonly #current = signal<{ id?: string; key: string | null }>({ key: null })
  readonly toggledGroups = signal<ReadonlyMap<string | null, boolean>>(new Map())

  constructor(
    readonly query: ViewQuery,
    container: TaskContainer,
    choices: () => readonly Choice[],
  ) {
    const { group } = query
    this.#lists = new GroupLists(query, container)
    this.#headerRows = group === null ? 0 : 1
    this.#counts = group ? getStore().count(buildCountQuery(query, container, group)) : undefined
    this.#shown = holdWhileOpen(() => {
      const ranges = this.#buildRanges(choices)
      return ranges && { ranges, ids: new Map(ranges.map(({ key }) => [key, this.#lists.find(key)?.ids.value ?? []])) }
    })
  }

  readonly #shown: ReadonlySignal<ShownRows | undefined>
  readonly ranges = computed(() => this.#shown.value?.ranges)
  readonly count = computed(() => this.ranges.value?.at(-1)?.end ?? 0)
  readonly total = computed(() => (this.#counts ? this.#counts.value.value?.count : this.#lists.get(null).count.value))
  readonly problem = computed(() => this.#counts?.problem.value ?? this.#lists.findProblem())

  #listGroups(choices: () => readonly Choice[]): { key: string | null; count: number }[] | undefined {
    if (!this.#counts) return [{ key: null, count: 0 }]
    const order = createGroupSortKey(choices())
    const result = this.#listCounts()?.filter(({ count }) => count > 0)
    // Sections are shown without tasks too, so that tasks can be added to them.
    if (this.query.group === 'section' && !this.query.filters.section)
      for (const { id } of choices()) if (!result?.some(({ key }) => key === id)) result?.push({ key: id, count: 0 })
    return result?.sort((a, b) => order(a.key) - order(b.key) || compareNames(a.key, b.key))
  }

  /** Returns the server's counts of groups. Of tasks with several values, only groups of the filter are lists of it. */
  #listCounts(): { key: string | null; count: number }[] | undefined {
    const { group, filters } = this.query
    const groups = this.#counts?.value.value?.groups
    if (group === 'due_date') return groups && countByDueGroup(groups)
    const wanted = group && filters[group]
    return wanted && hasSeveralGroups(group) ? groups?.filter(({ key }) => wanted.includes(key ?? '__none__')) : groups
  }

  #buildRanges(choices: () => readonly Choice[]): GroupRange[] | undefined {
    const { group } = this.query
    let start = 0
    return this.#listGroups(choices)?.map(({ key, count }): GroupRange => {
      const taskCount = this.#lists.find(key)?.count.value ?? count
      const isCollapsed = group !== null && (this.toggledGroups.value.get(key) ?? isInitiallyCollapsed(group, key))
      const range = {
        key,
        count: taskCount,
        isCollapsed,
        start,
        end: start + this.#headerRows + (isCollapsed ? 0 : taskCount),
      }
      start = range.end
      return range
    })
  }

  #listIds = (key: string | null): ListIds => this.#shown.value?.ids.get(key) ?? []
  #listOpenRanges = (): GroupRange[] => this.ranges.value?.filter(({ isCollapsed }) => !isCollapsed) ?? []

  getRow(row: number): TaskListRow | undefined {
    const range = this.ranges.value?.find(({ end }) => row < end)
    if (!range || row < 0) return undefined
    const position = row - range.start - this.#headerRows
    if (position < 0) return { kind: 'head', range }
    return { kind: 'task', range, position, id: this.#listIds(range.key)[position] }
  }

  /** Finds a task in the group where it was made current last, else in its first one. */
  findTask(id: string): { range: GroupRange; position: number } | undefined {
    const { value: ranges = [] } = this.ranges
    const { id: current, key } = this.#current.value
    const first = id === current ? ranges.filter((range) => range.key === key) : []
    for (const range of [...first, ...ranges]) {
      const position = this.#listIds(range.key).indexOf(id)
      if (position >= 0) return { range, position }
    }
    return undefined
  }

  /** Sets the group of the current task, of which there are several rows if it has several tags. */
  setCurrent(id: string, row: number): void {
    const at = this.getRow(row)
    if (hasSeveralGroups(this.query.group) && at?.kind === 'task' && at.id === id)
      this.#current.value = { id, key: at.range.key }
  }

  /** Returns whether a row repeats a task that has its own row in another group. */
  isRepeated = ({ range, id }: { range: GroupRange; id: string }): boolean =>
    hasSeveralGroups(this.query.group) && this.findTask(id)?.range.key !== range.key

  findRow(id: string): number | undefined {
    const result = this.findTask(id)
    return result && !result.range.isCollapsed ? result.range.start + this.#headerRows + result.position : undefined
  }

  /** Returns the row at a position of a group, or its last one; undefined if the group is gone. */
  findRowAt(key: string | null, position: number): number | undefined {
    const range = this.#listOpenRanges().find((one) => one.key === key)
    if (!range || range.count === 0) return undefined
    return range.start + this.#headerRows + Math.min(position, range.count - 1)
  }

  loadRange = (from: number, to: number): void => {
    for (const { key, start, end } of this.#listOpenRanges()) {
      if (start >= to || end <= from) continue
      const first = start + this.#headerRows
      const last = Math.min(to, end)
      if (last > first) this.#lists.get(key).setVisibleRange(Math.max(from, first) - first, last - first)
    }
  }

  toggle(key: string | null): void {
    const isCollapsed = this.ranges.value?.find((range) => range.key === key)?.isCollapsed ?? false
    this.toggledGroups.value = new Map([...this.toggledGroups.value, [key, !isCollapsed]])
  }

  listLoadedIds = (): string[] =>
    this.#listOpenRanges().flatMap(({ key }) => this.#listIds(key).filter((id) => id !== undefined))

  /** Returns the group of each loaded task that is shown. */
  listPlaces = (): ReadonlyMap<string, string | null> =>
    new Map(
      this.#listOpenRanges().flatMap(({ key }) =>
        this.#listIds(key).flatMap((id) => (id === undefined ? [] : [[id, key] as const])),
      ),
    )

  readonly openCount = computed(() => this.#listOpenRanges().reduce((sum, { count }) => sum + count, 0))
  listQueries = (): ListQuery[] => this.#listOpenRanges().map(({ key }) => this.#lists.buildQuery(key))

  reload = (): void => {
    this.#counts?.reload()
    this.#lists.listAll().forEach((list) => list.reload())
  }
  dispose = (): void => this.#lists.listAll().forEach((list) => list.close())
}

class GroupLists {
  readonly #lists = signal<ReadonlyMap<string | null, RowList<'tasks'>>>(new Map())
  readonly #query: ViewQuery
  readonly #container: TaskContainer

  constructor(query: ViewQuery, container: TaskContainer) {
    this.#query = query
    this.#container = container
    if (!query.group) this.#create(null)
  }

  #create(key: string | null): RowList<'tasks'> {
    const list = getStore().list('tasks', this.buildQuery(key))
    this.#lists.value = new Map([...this.#lists.peek(), [key, list]])
    return list
  }

  buildQuery(key: string | null): ListQuery {
    const [query, container] = [this.#query, this.#container]
    return query.group ? buildGroupQuery(query, container, key) : buildTaskQuery(query, container)
  }

  find = (key: string | null): RowList<'tasks'> | undefined => this.#lists.value.get(key)
  get = (key: string | null): RowList<'tasks'> => this.#lists.peek().get(key) ?? this.#create(key)
  listAll = (): RowList<'tasks'>[] => [...this.#lists.peek().values()]

  findProblem(): unknown {
    return [...this.#lists.value.values()].find((list) => list.state.value === 'failed')?.problem.value
  }
}
