import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { getStore } from '../../store/current-store.ts'
import type { ListIds } from '../../store/list-order.ts'
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
import { isNesting, nestTasks, NESTED_FIELDS, type TaskTree } from './nesting.ts'
import { holdWhileOpen } from '../../components/util/open-layer.ts'
import type { TaskNesting } from '../tasks/task-row.tsx'
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

interface ShownRows {
  ranges: readonly GroupRange[]
  trees: ReadonlyMap<string | null, TaskTree>
}

/** Returns whether a task is in the group of each of its values. */
const hasSeveralGroups = (group: Grouping | null): boolean => group === 'tags' || group === 'team'

/** Sorts groups without an order of their own, such as tags. */
const compareNames = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '')

/** Rows of a task query, group by group. Each group is a separate list, loaded when it is scrolled into view. */
export class TaskRows {
  readonly #lists: GroupLists
  /** The store that the rows are from, also while another organization is opened. */
  readonly #store = getStore()
  readonly #counts: LiveCounts | undefined
  readonly #headerRows: 0 | 1
  readonly #current = signal<{ id?: string; key: string | null }>({ key: null })
  readonly #toggledGroups = signal<ReadonlyMap<string | null, boolean>>(new Map())

  readonly #collapsedParents = signal<ReadonlySet<string>>(new Set())
  /** Increases when the user shows or hides rows. */
  toggleCount = 0

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
      const groups = this.#listGroups(choices)
      const trees = new Map(groups?.map(({ key }) => [key, this.#buildTree(key)]))
      return groups && { ranges: this.#buildRanges(groups, trees), trees }
    }, this.#isLoaded)
  }

  readonly #shown: ReadonlySignal<ShownRows | undefined>
  readonly ranges = computed(() => this.#shown.value?.ranges)
  readonly count = computed(() => this.ranges.value?.at(-1)?.end ?? 0)
  readonly total = computed(() => (this.#counts ? this.#counts.value.value?.count : this.#lists.get(null).count.value))
  readonly problem = computed(() => this.#counts?.problem.value ?? this.#lists.findProblem())

  /** Returns whether all rows that are not collapsed are known. */
  #isLoaded = (shown: ShownRows | undefined): boolean =>
    shown?.ranges.every(({ key, isCollapsed, start, end }) => {
      const { ids } = shown.trees.get(key)!
      return isCollapsed || (end - start - this.#headerRows === ids.length && !ids.includes(undefined))
    }) ?? false

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

  #buildTree(key: string | null): TaskTree {
    const ids = this.#lists.find(key)?.ids.value ?? []
    return this.#lists.isNested ? nestTasks(this.#store, ids, this.#collapsedParents.value) : { ids }
  }

  #buildRanges(
    groups: readonly { key: string | null; count: number }[],
    trees: ReadonlyMap<string | null, TaskTree>,
  ): GroupRange[] {
    const { group } = this.query
    let start = 0
    return groups.map(({ key, count }): GroupRange => {
      const taskCount = this.#lists.find(key)?.count.value ?? count
      const isCollapsed = group !== null && (this.#toggledGroups.value.get(key) ?? isInitiallyCollapsed(group, key))
      const hiddenCount = (this.#lists.find(key)?.ids.value.length ?? 0) - trees.get(key)!.ids.length
      const range = {
        key,
        count: taskCount,
        isCollapsed,
        start,
        end: start + this.#headerRows + (isCollapsed ? 0 : taskCount - hiddenCount),
      }
      start = range.end
      return range
    })
  }

  #listIds = (key: string | null): ListIds => this.#shown.value?.trees.get(key)?.ids ?? []
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
    return Math.min(range.start + this.#headerRows + position, range.end - 1)
  }

  loadRange = (from: number, to: number): void => {
    for (const { key, start, end } of this.#listOpenRanges()) {
      if (start >= to || end <= from) continue
      const first = start + this.#headerRows
      const last = Math.min(to, end)
      if (last <= first) continue
      const [visibleFrom, visibleTo] = [Math.max(from, first) - first, last - first]
      this.#lists.get(key).setVisibleRange(...this.#findListRange(key, visibleFrom, visibleTo))
    }
  }

  /** Returns the positions in the list of shown rows. Nested ones are elsewhere, and loaded already. */
  #findListRange(key: string | null, from: number, to: number): [number, number] {
    const { positions, depths, ids } = this.#shown.peek()?.trees.get(key) ?? { ids: [] }
    if (!positions) return [from, to]
    const shown = positions.slice(from, to).filter((_, row) => !depths!.has(ids[from + row] ?? ''))
    // Rows after those that the list knows.
    const hiddenCount = (this.#lists.find(key)?.ids.peek().length ?? 0) - ids.length
    return shown.length === 0
      ? [from, to]
      : [shown[0]!, Math.max(shown.at(-1)! + 1, to > ids.length ? to + hiddenCount : 0)]
  }

  /** Returns how deep a task is nested, and whether its subtasks are hidden; undefined if it has none in its group. */
  getNesting(key: string | null, id: string): TaskNesting | undefined {
    const { depths, parents } = this.#shown.value?.trees.get(key) ?? {}
    if (!depths) return undefined
    const isCollapsed = parents?.has(id) ? this.#collapsedParents.value.has(id) : undefined
    return { depth: depths.get(id) ?? 0, isCollapsed, toggle: this.#toggleSubtasks }
  }

  #toggleSubtasks = (id: string): void => {
    this.toggleCount++
    const collapsed = new Set(this.#collapsedParents.value)
    if (!collapsed.delete(id)) collapsed.add(id)
    this.#collapsedParents.value = collapsed
  }

  toggle(key: string | null): void {
    this.toggleCount++
    const isCollapsed = this.ranges.value?.find((range) => range.key === key)?.isCollapsed ?? false
    this.#toggledGroups.value = new Map([...this.#toggledGroups.value, [key, !isCollapsed]])
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
  readonly isNested = isNesting.peek()

  constructor(query: ViewQuery, container: TaskContainer) {
    this.#query = query
    this.#container = container
    if (!query.group) this.#create(null)
  }

  #create(key: string | null): RowList<'tasks'> {
    const query = this.buildQuery(key)
    const list = getStore().list('tasks', this.isNested ? { fields: NESTED_FIELDS, ...query } : query)
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
