import type { Task, TaskSummary } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { boardTexts } from '../../messages/board.ts'
import { groupLabels, listTexts } from '../../messages/tasks.ts'
import { viewState } from '../views/view-state.ts'
import type { GroupName } from '../views/groups.tsx'
import type { Grouping } from '../views/view-query.ts'
import { isCustomName } from '../views/filter-names.ts'
import { getLabel } from '../fields/fields.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { canArrangeSections } from '../members/permissions.ts'
import {
  listEditableTasks,
  updateTasks,
  moveToSection,
  reportChange,
  type TaskNeighbor,
  type TaskPatch,
  showUndoToast,
} from '../tasks/task-mutations.ts'
import { toSectionScope } from '../tasks/task-container.ts'
import { formatList } from '../../components/util/intl.ts'
import { announce } from '../../components/util/announce.ts'
import type { BoardCell, BoardModel } from './board-columns.ts'

export const canMoveOnBoard = (group: Grouping, task: Pick<Task, 'has_edit_access'>): boolean =>
  group === 'section' ? canArrangeSections(viewState.value.container) : task.has_edit_access

export const isManualOrder = (): boolean => {
  const { group, sort, isDescending } = viewState.value.query
  return group === 'section' && sort === 'section_position' && !isDescending
}

const buildPatch = (group: Exclude<Grouping, 'section'>, key: string | null): TaskPatch =>
  isCustomName(group)
    ? (getCustomFieldDisplay()?.buildGroupPatch(group, key) ?? {})
    : group === 'sprint' || group === 'milestone' || group === 'goal' || group === 'project'
      ? { [`${group}_id`]: key }
      : { [group]: key }

/** Moves cards optimistically, and announces it. In manual order before `before`, or to the end. */
export function moveCards(
  board: BoardModel,
  taskIds: readonly string[],
  to: BoardCell,
  before: string | null = null,
): void {
  const order = board.listLoadedIds()
  const ids = taskIds.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const cells = ids.map((id) => board.findCard(id)?.column)
  const previousPositions = new Map(ids.map((id) => [id, findPosition(board, id)]))
  const isColumnChanged = cells.some((cell) => cell?.key !== to.key)
  const changes = [
    ...(board.group !== 'section' && isColumnChanged ? [{ group: board.group, to }] : []),
    ...(board.lanes && to.lane && cells.some((cell) => cell?.lane?.key !== to.lane?.key)
      ? [{ group: board.lanes, to: to.lane }]
      : []),
  ]
  const isPlaced = board.group === 'section' && (isColumnChanged || changes.length === 0 || isManualOrder())
  const clearPending = board.showAt(ids, to, isManualOrder() ? before : undefined)
  const write = () => [
    ...(isPlaced ? moveIntoSection(previousPositions, to, before, step) : []),
    ...(changes.length > 0 ? [changeGroups(ids, changes, step)] : []),
  ]
  const step = isPlaced && changes.length > 0 ? boardTexts.movedIn(formatCell(to)) : undefined
  const results = step ? getStore().together(step, write) : write()
  void Promise.all(results).then(
    // The lists are reloaded shortly after the response and would show the old position until then.
    () => setTimeout(clearPending, 1500),
    clearPending,
  )
  announceMove(ids, to)
}

const formatCell = ({ label, lane }: BoardCell): string => (lane ? `${lane.label} / ${label}` : label)

/** Moves tasks into groups of one or two attributes, in one request. */
function changeGroups(
  ids: readonly string[],
  changes: { group: Grouping; to: GroupName }[],
  step: string | undefined,
): Promise<unknown> {
  const patches = changes.map(({ group, to }) => buildPatch(group as Exclude<Grouping, 'section'>, to.key))
  const custom = Object.assign({}, ...patches.map((patch) => patch.custom)) as Record<string, unknown>
  const patch: TaskPatch = Object.assign({}, ...patches, Object.keys(custom).length > 0 && { custom })
  const names = changes.map(({ group }) => {
    const name = getLabel(group, groupLabels)
    return isCustomName(group) ? name : listTexts.fieldInText(name)
  })
  return updateTasks(ids, patch, {
    field: formatList(names),
    value: formatList(changes.map(({ to }) => to.label)),
    isName: true,
    step,
  })
}

function announceMove(ids: readonly string[], to: BoardCell): void {
  const task = getStore().row('tasks', ids[0]!).peek()
  // The toast of several tasks is announced by itself.
  if (ids.length === 1 && task) {
    const position = to.ids.peek().indexOf(ids[0]!) + 1
    announce(boardTexts.movedTo(task.title, formatCell(to), position, Math.max(position, to.count.peek() ?? position)))
  }
}

function findPosition(board: BoardModel, id: string): TaskNeighbor | undefined {
  const found = board.findCard(id)
  const ids = found?.column.ids.peek() ?? []
  const [above, below] = found ? [ids[found.position - 1], ids[found.position + 1]] : []
  if (below !== undefined) return { before: below }
  return above === undefined ? undefined : { after: above }
}

function moveIntoSection(
  previousPositions: ReadonlyMap<string, TaskNeighbor | undefined>,
  to: BoardCell,
  before: string | null,
  step: string | undefined,
): Promise<unknown>[] {
  const ids = [...previousPositions.keys()]
  const scope = toSectionScope(viewState.peek().container)
  const loadedTasks = ids.flatMap((id) => getStore().row('tasks', id).peek() ?? [])
  const editableTasks = scope.scope_type === 'user' ? loadedTasks : listEditableTasks(ids)
  let lastId = to.ids.peek().findLast((id) => !ids.includes(id))
  const moveTask = (task: Task) => {
    const section = { ...scope, section_id: to.key }
    if (!isManualOrder() || to.key === null) return moveToSection(task, section, to.label).response
    const position = estimatePosition(to, before, task.task_id)
    const end = lastId === undefined ? undefined : { after: lastId }
    const neighbor = before === null ? end : { before }
    if (before === null) lastId = task.task_id
    return moveToSection(
      task,
      { ...section, position, neighbor, previousNeighbor: previousPositions.get(task.task_id) },
      to.label,
    ).response
  }
  const [only] = editableTasks
  if (editableTasks.length === 1) {
    if (!step) reportChange(listTexts.moved(only!.title, to.label))
    return [moveTask(only!)]
  }
  const label = step ?? listTexts.movedMany(editableTasks.length, to.label)
  showUndoToast(label)
  return getStore().together(label, () => editableTasks.map(moveTask))
}

function estimatePosition(to: BoardCell, before: string | null, movedId: string): number | null {
  const ids = to.ids.peek().filter((id) => id !== movedId)
  const getPosition = (id: string | undefined) =>
    id === undefined ? undefined : (getStore().row('tasks', id).peek() as TaskSummary | null)?.section_position
  const index = before === null ? ids.length : ids.indexOf(before)
  const [above, below] = [getPosition(ids[index - 1]), getPosition(ids[index])]
  if (below == null) return above == null ? null : positionAfterLast(above, to, ids.length)
  return above == null ? below - 1 : (above + below) / 2
}

/** Returns a position after the last shown card but before the cards that are not shown. */
const positionAfterLast = (position: number, { count }: BoardCell, shown: number): number =>
  position + ((count.peek() ?? shown) > shown + 1 ? 1e-6 : 1)
