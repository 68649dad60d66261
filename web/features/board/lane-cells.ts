import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { holdWhileOpen } from '../../components/util/open-layer.ts'
import { getStore } from '../../store/current-store.ts'
import type { LiveCounts, ListQuery, RowList, TaskCounts } from '../../store/types.ts'
import { getGroupName, listGroupChoices, type GroupName } from '../views/groups.tsx'
import {
  buildCountQuery,
  buildGroupQuery,
  type Grouping,
  type TaskContainer,
  type ViewQuery,
} from '../views/view-query.ts'
import {
  findCardIn,
  isListLoaded,
  listBoardKeys,
  toBoardGroup,
  type BoardCell,
  type BoardModel,
} from './board-columns.ts'
import { PendingCards } from './pending-cards.ts'

const BATCH_SIZE = 20

/** Column of one lane. Its list is opened when the lane is near the visible part of the board. */
export interface LaneCell extends BoardCell {
  lane: GroupName
  list: ReadonlySignal<RowList<'tasks'> | undefined>
  open(): void
  showMore(): void
}

export interface BoardLaneColumn extends GroupName {
  count: ReadonlySignal<number>
}

export interface Lane extends GroupName {
  id: string
  count: number
  isCollapsed: boolean
  cells: readonly LaneCell[]
}

type Counted = NonNullable<TaskCounts['groups']>[number]

const toId = (...keys: (string | null)[]): string => JSON.stringify(keys)

/** Cells of a board with lanes. One request counts all cells. */
export class LaneCells implements BoardModel {
  readonly group: Grouping
  readonly lanes: Grouping
  readonly #query: ViewQuery
  readonly #container: TaskContainer
  readonly #counts: LiveCounts
  readonly #cells = new Map<string, LaneCell>()
  readonly #columns = new Map<string | null, BoardLaneColumn>()
  readonly #pending = new PendingCards()
  readonly #toggled = signal<ReadonlyMap<string, boolean>>(new Map())

  constructor(query: ViewQuery, container: TaskContainer, lanes: Grouping) {
    this.group = toBoardGroup(query.group)
    this.lanes = lanes
    this.#query = { ...query, group: this.group, lanes }
    this.#container = container
    const counted = buildCountQuery(this.#query, container, this.group)
    this.#counts = getStore().count({ ...counted, group_by: lanes, then_by: this.group })
  }

  readonly #counted = holdWhileOpen(
    (): readonly Counted[] => this.#counts.value.value?.groups ?? [],
    () => this.#counts.value.value !== undefined,
  )

  /** Columns of all lanes, with their number of tasks. */
  readonly columns = computed((): BoardLaneColumn[] => {
    const totals = new Map<string | null, number>()
    for (const { key, count } of this.#counted.value.flatMap(({ groups = [] }) => groups))
      totals.set(key, (totals.get(key) ?? 0) + count)
    const counted = [...totals].map(([key, count]) => ({ key, count }))
    const choices = listGroupChoices(this.group, this.#container)
    return listBoardKeys(this.group, this.#query, this.#container, counted).map((key) => {
      const column = this.#columns.get(key) ?? { count: computed(() => this.#sumColumn(key)) }
      const named = Object.assign(column, getGroupName(this.group, key, choices))
      this.#columns.set(key, named)
      return named
    })
  })

  #sumColumn(key: string | null): number {
    const cells = [...this.#lanesByKey.value.values()].map((counted) => counted.groups?.find((one) => one.key === key))
    return cells.reduce((sum, cell) => sum + (cell?.count ?? 0), 0)
  }

  readonly #lanesByKey = computed(() => new Map(this.#counted.value.map((counted) => [counted.key, counted])))

  /** Lanes in the order of their values; tasks without one come last. */
  readonly rows = computed((): Lane[] => {
    const keys = listBoardKeys(this.lanes, this.#query, this.#container, this.#counted.value)
    const choices = listGroupChoices(this.lanes, this.#container)
    const ordered = keys.toSorted((a, b) => Number(a === null) - Number(b === null))
    return ordered.map((key) => {
      const id = toId(key)
      const name = getGroupName(this.lanes, key, choices)
      const count = this.#lanesByKey.value.get(key)?.count ?? 0
      const isCollapsed = this.#toggled.value.get(id) ?? count === 0
      return { ...name, id, count, isCollapsed, cells: this.columns.value.map((column) => this.#getCell(name, column)) }
    })
  })

  readonly cells = computed((): readonly LaneCell[] => this.rows.value.flatMap(({ cells }) => cells))
  readonly problem = computed((): unknown =>
    [this.#counts, ...this.cells.value.flatMap(({ list }) => list.value ?? [])]
      .map((source) => source.problem.value)
      .find((problem) => problem !== undefined),
  )

  #getCell(lane: GroupName, { key, label, icon }: BoardLaneColumn): LaneCell {
    const id = toId(lane.key, key)
    const existing = this.#cells.get(id)
    if (existing) return Object.assign(existing, { key, label, icon, lane })
    const list = signal<RowList<'tasks'> | undefined>(undefined)
    const shown = signal(BATCH_SIZE)
    const cell: LaneCell = {
      key,
      label,
      icon,
      lane,
      id,
      list,
      ids: holdWhileOpen(
        () => this.#pending.arrange(id, (list.value?.ids.value ?? []).slice(0, shown.value)),
        () => isListLoaded(list.value, shown.value),
      ),
      count: holdWhileOpen(() => list.value?.count.value ?? this.#getCount(lane.key, key)),
      open: () => {
        if (list.peek()) return
        const opened = getStore().list('tasks', this.#buildQuery(lane.key, key))
        opened.setVisibleRange(0, BATCH_SIZE)
        list.value = opened
      },
      showMore: () => list.peek()?.setVisibleRange(0, (shown.value += BATCH_SIZE)),
    }
    this.#cells.set(id, cell)
    return cell
  }

  #getCount(lane: string | null, key: string | null): number | undefined {
    if (!this.#counts.value.value) return undefined
    return this.#lanesByKey.value.get(lane)?.groups?.find((one) => one.key === key)?.count ?? 0
  }

  #buildQuery = (lane: string | null, key: string | null): ListQuery =>
    buildGroupQuery(this.#query, this.#container, key, lane)
  listQueries = (): ListQuery[] => this.cells.peek().map(({ lane, key }) => this.#buildQuery(lane.key, key))

  toggle({ id, isCollapsed }: Lane): void {
    this.#toggled.value = new Map([...this.#toggled.value, [id, !isCollapsed]])
  }

  /** Shows cards in a cell, whose lane expands. */
  showAt = (ids: readonly string[], { id, lane }: BoardCell, before: string | null | undefined): (() => void) => {
    const laneId = toId(lane!.key)
    if (this.rows.peek().find((row) => row.id === laneId)?.isCollapsed)
      this.#toggled.value = new Map([...this.#toggled.peek(), [laneId, false]])
    this.#cells.get(id)?.open()
    return this.#pending.show(ids, id, before)
  }

  findCard = (id: string) => findCardIn(this.cells.value, id)
  listRow = ({ lane }: BoardCell): readonly BoardCell[] =>
    this.rows.peek().find(({ key }) => key === lane?.key)?.cells ?? []
  listStack = (cell: BoardCell): readonly BoardCell[] => this.cells.peek().filter(({ key }) => key === cell.key)

  /** Returns a cell, or for a lane its cell in the column that the card comes from. */
  findTarget = (id: string, from: BoardCell | undefined): BoardCell | undefined => {
    const lane = this.rows.peek().find((row) => row.id === id)
    const cells = lane ? lane.cells : this.cells.peek()
    return cells.find((cell) => (lane ? cell.key === from?.key : cell.id === id))
  }

  readonly total = computed(() => this.#counts.value.value?.count)
  listLoadedIds = (): string[] => this.cells.value.flatMap(({ ids }) => ids.value)
  reload = (): void => {
    this.#counts.reload()
    this.#cells.forEach(({ list }) => list.peek()?.reload())
  }
  dispose = (): void => this.#cells.forEach(({ list }) => list.peek()?.close())
}
