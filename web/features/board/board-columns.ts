import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { getStore } from '../../store/current-store.ts'
import type { RowList, ListQuery } from '../../store/types.ts'
import { statusFlow } from '../../messages/enums.ts'
import {
  buildCountQuery,
  buildGroupQuery,
  listGroupings,
  type Grouping,
  type TaskContainer,
  type ViewQuery,
} from '../views/view-query.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { holdWhileOpen } from '../../components/util/open-layer.ts'
import { isCustomName } from '../views/filter-names.ts'
import { listGroupChoices, getEmptyValueGroup, getGroupName, type GroupName } from '../views/groups.tsx'
import { PendingCards } from './pending-cards.ts'

/** Returns the attribute of the columns. A board moves tasks between groups, which some do not allow. */
export const toBoardGroup = (group: Grouping | null): Grouping =>
  group && !listGroupings.includes(group) ? group : 'status'

const BATCH_SIZE = 100
const MAX_EMPTY_GROUPS = 12

/** Cards of a board that one drop target receives: a column, or its part in a lane. */
export interface BoardCell extends GroupName {
  id: string
  lane?: GroupName
  ids: ReadonlySignal<readonly string[]>
  count: ReadonlySignal<number | undefined>
}

/** Board that cards are moved on. */
export interface BoardModel {
  readonly group: Grouping
  readonly lanes?: Grouping
  readonly cells: ReadonlySignal<readonly BoardCell[]>
  readonly problem: ReadonlySignal<unknown>
  readonly total: ReadonlySignal<number | undefined>
  findCard(id: string): { column: BoardCell; position: number } | undefined
  /** Returns the cells beside a cell, and itself. */
  listRow(cell: BoardCell): readonly BoardCell[]
  /** Returns the cells above and below a cell, and itself. */
  listStack(cell: BoardCell): readonly BoardCell[]
  /** Returns the cell that a card from another cell is dropped into. */
  findTarget(id: string, from: BoardCell | undefined): BoardCell | undefined
  showAt(ids: readonly string[], cell: BoardCell, before: string | null | undefined): () => void
  listLoadedIds(): string[]
  listQueries(): ListQuery[]
  reload(): void
  dispose(): void
}

export interface BoardColumnState extends BoardCell {
  list: RowList<'tasks'>
  shown: ReadonlySignal<number>
  showMore(): void
}

interface CountedGroup {
  key: string | null
  count: number
}

/** Returns the keys of the filter, or else all keys with tasks, and empty ones too if there are few values. */
export function listBoardKeys(
  group: Grouping,
  { filters }: ViewQuery,
  container: TaskContainer,
  counted: readonly CountedGroup[] = [],
): (string | null)[] {
  const filterValues = filters[group]
  if (filterValues) return filterValues.map((value) => (value === '__none__' || value === '__unfiled__' ? null : value))
  const knownKeys = listGroupChoices(group, container).map(({ id }) => id)
  const choices = group === 'status' ? statusFlow : knownKeys
  const groups = counted.filter(({ count }) => count > 0)
  const isUsed = (key: string) =>
    groups.some((one) => one.key === key) ||
    (choices.length <= MAX_EMPTY_GROUPS &&
      (isCustomName(group) ? getCustomFieldDisplay()?.isOpenGroup(group, key) : key !== 'archived'))
  const unknownKeys = groups.flatMap(({ key }) => (key === null || knownKeys.includes(key) ? [] : [key]))
  return [...(getEmptyValueGroup(group) ? [null] : []), ...choices.filter(isUsed), ...unknownKeys]
}

export const findCardIn = (
  cells: readonly BoardCell[],
  id: string,
): { column: BoardCell; position: number } | undefined => {
  for (const column of cells) {
    const position = column.ids.value.indexOf(id)
    if (position >= 0) return { column, position }
  }
  return undefined
}

/** Returns whether the first rows of a list are known. */
export const isListLoaded = (list: RowList<'tasks'> | undefined, shown: number): boolean =>
  list?.count.value !== undefined && !list.ids.value.slice(0, shown).includes(undefined)

export class BoardColumns implements BoardModel {
  readonly group: Grouping
  readonly #query: ViewQuery
  readonly #container: TaskContainer
  readonly #columns = new Map<string | null, BoardColumnState>()
  readonly #counts
  readonly #pending = new PendingCards()

  constructor(query: ViewQuery, container: TaskContainer) {
    this.group = toBoardGroup(query.group)
    this.#query = { ...query, group: this.group }
    this.#container = container
    this.#counts = getStore().count(buildCountQuery(this.#query, container, this.group))
  }

  readonly cells = computed((): BoardColumnState[] =>
    listBoardKeys(this.group, this.#query, this.#container, this.#counts.value.value?.groups).map((key) =>
      this.#getColumn(key),
    ),
  )
  readonly problem = computed((): unknown =>
    [this.#counts, ...this.cells.value.map(({ list }) => list)]
      .map((source) => source.problem.value)
      .find((problem) => problem !== undefined),
  )

  #getColumn(key: string | null): BoardColumnState {
    const groupName = getGroupName(this.group, key, listGroupChoices(this.group, this.#container))
    const existing = this.#columns.get(key)
    if (existing) return Object.assign(existing, groupName)
    const list = getStore().list('tasks', this.#buildQuery(key))
    const shown = signal(BATCH_SIZE)
    const id = key ?? ' none'
    list.setVisibleRange(0, BATCH_SIZE)
    const column = {
      ...groupName,
      id,
      list,
      shown,
      ids: holdWhileOpen(
        () => this.#pending.arrange(id, list.ids.value.slice(0, shown.value)),
        () => isListLoaded(list, shown.value),
      ),
      count: holdWhileOpen(() => list.count.value ?? this.#getCount(key)),
      showMore: () => list.setVisibleRange(0, (shown.value += BATCH_SIZE)),
    }
    this.#columns.set(key, column)
    return column
  }

  #buildQuery = (key: string | null): ListQuery => buildGroupQuery(this.#query, this.#container, key)
  listQueries = (): ListQuery[] => this.cells.peek().map(({ key }) => this.#buildQuery(key))

  #getCount(key: string | null): number | undefined {
    const counts = this.#counts.value.value
    return counts && (counts.groups?.find((group) => group.key === key)?.count ?? 0)
  }

  showAt = (ids: readonly string[], { id }: BoardCell, before: string | null | undefined): (() => void) =>
    this.#pending.show(ids, id, before)
  findCard = (id: string) => findCardIn(this.cells.value, id)
  listRow = (): readonly BoardCell[] => this.cells.peek()
  listStack = (cell: BoardCell): readonly BoardCell[] => [cell]
  findTarget = (id: string): BoardCell | undefined => this.cells.peek().find((cell) => cell.id === id)

  readonly total = computed(() => this.#counts.value.value?.count)
  listLoadedIds = (): string[] => this.cells.value.flatMap(({ ids }) => ids.value)
  reload = (): void => {
    this.#counts.reload()
    this.#columns.forEach(({ list }) => list.reload())
  }
  dispose = (): void => this.#columns.forEach(({ list }) => list.close())
}
