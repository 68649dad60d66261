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

/** Returns the attribute of the columns. A board moves tasks between groups, which some do not allow. */
const toBoardGroup = (group: Grouping | null): Grouping => (group && !listGroupings.includes(group) ? group : 'status')

const BATCH_SIZE = 100
const MAX_EMPTY_COLUMNS = 12

export interface BoardColumnState extends GroupName {
  list: RowList<'tasks'>
  ids: ReadonlySignal<readonly string[]>
  count: ReadonlySignal<number | undefined>
  shown: ReadonlySignal<number>
  showMore(): void
}

/** Optimistic position of a moved card, until the lists include the move. */
interface PendingPosition {
  key: string | null
  /** Id of the next card; null means the end, undefined the position by sort order. */
  before: string | null | undefined
}

export class BoardColumns {
  readonly group: Grouping
  readonly #query: ViewQuery
  readonly #container: TaskContainer
  readonly #columns = new Map<string | null, BoardColumnState>()
  readonly #counts
  readonly #pendingPositions = signal<ReadonlyMap<string, PendingPosition>>(new Map())

  constructor(query: ViewQuery, container: TaskContainer) {
    this.group = toBoardGroup(query.group)
    this.#query = { ...query, group: this.group }
    this.#container = container
    this.#counts = getStore().count(buildCountQuery(this.#query, container, this.group))
  }

  readonly columns = computed((): BoardColumnState[] => this.#listKeys().map((key) => this.#getColumn(key)))
  readonly problem = computed((): unknown =>
    [this.#counts, ...this.columns.value.map(({ list }) => list)]
      .map((source) => source.problem.value)
      .find((problem) => problem !== undefined),
  )

  /** Returns the keys of the filter, or else all keys with tasks, and empty ones too if there are few values. */
  #listKeys(): (string | null)[] {
    const filterValues = this.#query.filters[this.group]
    if (filterValues)
      return filterValues.map((value) => (value === '__none__' || value === '__unfiled__' ? null : value))
    const knownKeys = listGroupChoices(this.group, this.#container).map(({ id }) => id)
    const choices = this.group === 'status' ? statusFlow : knownKeys
    const groups = (this.#counts.value.value?.groups ?? []).filter(({ count }) => count > 0)
    const isUsed = (key: string) =>
      groups.some((group) => group.key === key) ||
      (choices.length <= MAX_EMPTY_COLUMNS &&
        (isCustomName(this.group) ? getCustomFieldDisplay()?.isOpenGroup(this.group, key) : key !== 'archived'))
    const unknownKeys = groups.flatMap(({ key }) => (key === null || knownKeys.includes(key) ? [] : [key]))
    return [...(getEmptyValueGroup(this.group) ? [null] : []), ...choices.filter(isUsed), ...unknownKeys]
  }

  #getColumn(key: string | null): BoardColumnState {
    const groupName = getGroupName(this.group, key, listGroupChoices(this.group, this.#container))
    const existing = this.#columns.get(key)
    if (existing) return Object.assign(existing, groupName)
    const list = getStore().list('tasks', this.#buildQuery(key))
    const shown = signal(BATCH_SIZE)
    list.setVisibleRange(0, BATCH_SIZE)
    const column = {
      ...groupName,
      list,
      shown,
      ids: holdWhileOpen(() => this.#listIds(key, list.ids.value.slice(0, shown.value))),
      count: holdWhileOpen(() => list.count.value ?? this.#getCount(key)),
      showMore: () => list.setVisibleRange(0, (shown.value += BATCH_SIZE)),
    }
    this.#columns.set(key, column)
    return column
  }

  #buildQuery = (key: string | null): ListQuery => buildGroupQuery(this.#query, this.#container, key)
  listQueries = (): ListQuery[] => this.columns.peek().map(({ key }) => this.#buildQuery(key))

  #getCount(key: string | null): number | undefined {
    const counts = this.#counts.value.value
    return counts && (counts.groups?.find((group) => group.key === key)?.count ?? 0)
  }

  #listIds(key: string | null, loadedIds: readonly (string | undefined)[]): string[] {
    const pending = this.#pendingPositions.value
    const isInColumn = (id: string | undefined) => id !== undefined && (pending.get(id)?.key ?? key) === key
    const ids = loadedIds.filter((id) => isInColumn(id)) as string[]
    for (const [id, { key: to, before }] of pending) {
      const from = ids.indexOf(id)
      if (to !== key || (from >= 0 && before === undefined)) continue
      if (from >= 0) ids.splice(from, 1)
      const index = before == null ? -1 : ids.indexOf(before)
      if (before === undefined) ids.unshift(id)
      else ids.splice(index < 0 ? ids.length : index, 0, id)
    }
    return ids
  }

  /** Shows cards in a column until the lists include the move. The returned function undoes it. */
  showAt(ids: readonly string[], { key }: BoardColumnState, before: string | null | undefined): () => void {
    const positions = new Map(ids.map((id): [string, PendingPosition] => [id, { key, before }]))
    const others = [...this.#pendingPositions.value].filter(([id]) => !positions.has(id))
    // The latest moves come last: their neighbors must already be in position.
    this.#pendingPositions.value = new Map([...others, ...positions])
    return () => {
      this.#pendingPositions.value = new Map(
        [...this.#pendingPositions.value].filter(([id, pending]) => positions.get(id) !== pending),
      )
    }
  }

  findCard(id: string): { column: BoardColumnState; position: number } | undefined {
    for (const column of this.columns.value) {
      const position = column.ids.value.indexOf(id)
      if (position >= 0) return { column, position }
    }
    return undefined
  }

  readonly total = computed(() => this.#counts.value.value?.count)
  listLoadedIds = (): string[] => this.columns.value.flatMap(({ ids }) => ids.value)
  reload = (): void => {
    this.#counts.reload()
    this.#columns.forEach(({ list }) => list.reload())
  }
  dispose = (): void => this.#columns.forEach(({ list }) => list.close())
}
