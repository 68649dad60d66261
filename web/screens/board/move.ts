import type { Task, TaskSummary } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { groupLabels, text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import type { Grouping } from '../../parts/filter-question.ts'
import { mayArrange } from '../../parts/rights.ts'
import {
  changeable,
  changeTasks,
  putIntoSection,
  type Beside,
  type TaskPatch,
} from '../../parts/task-changes.ts'
import { scopeOf } from '../../parts/task-home.ts'
import { announce } from '../../ui/announce.ts'
import type { BoardColumns, Column } from './columns.ts'

export const mayMove = (group: Grouping, task: Pick<Task, 'has_edit_access'>): boolean =>
  group === 'section' ? mayArrange(asked.value.place) : task.has_edit_access

export const isByHand = (): boolean => {
  const { group, sort, descending: isDescending } = asked.value.question
  return group === 'section' && sort === 'section_position' && !isDescending
}

const buildPatch = (group: Exclude<Grouping, 'section'>, key: string | null): TaskPatch =>
  group === 'sprint' || group === 'milestone' || group === 'goal'
    ? { [`${group}_id`]: key }
    : { [group]: key }

/**
 * Moves cards to a column with an optimistic update, and announces it to screen readers. If the order is manual, inserts them
 * before `before` or at the end.
 */
export function move(
  board: BoardColumns,
  taskIds: readonly string[],
  to: Column,
  before: string | null = null,
): void {
  const { group } = board
  const order = board.listLoadedIds()
  const ids = taskIds.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const previousPositions = new Map(ids.map((id) => [id, findPosition(board, id)]))
  const clearPending = board.showAt(ids, to, isByHand() ? before : undefined)
  const results =
    group === 'section'
      ? moveIntoSection(previousPositions, to, before)
      : [changeTasks(ids, buildPatch(group, to.key), { field: groupLabels[group], value: to.label })]
  void Promise.all(results).then(
    // The lists are reloaded shortly after the response and would show the old position until then.
    () => setTimeout(clearPending, 1500),
    clearPending,
  )
  announceMove(ids, to)
}

function announceMove(ids: readonly string[], to: Column): void {
  const task = data().row('tasks', ids[0]!).peek()
  if (ids.length > 1) announce(text.movedMany(ids.length, to.label))
  else if (task) {
    const position = to.ids.peek().indexOf(ids[0]!) + 1
    announce(text.movedTo(task.title, to.label, position, Math.max(position, to.count.peek() ?? position)))
  }
}

/** Returns the position of a card relative to the card below or above it. */
function findPosition(board: BoardColumns, id: string): Beside | undefined {
  const found = board.findCard(id)
  const ids = found?.column.ids.peek() ?? []
  const [above, below] = found ? [ids[found.position - 1], ids[found.position + 1]] : []
  if (below !== undefined) return { before: below }
  return above === undefined ? undefined : { after: above }
}

function moveIntoSection(
  previousPositions: ReadonlyMap<string, Beside | undefined>,
  to: Column,
  before: string | null,
): Promise<unknown>[] {
  const ids = [...previousPositions.keys()]
  const scope = scopeOf(asked.peek().place)
  const loadedTasks = ids.flatMap((id) => data().row('tasks', id).peek() ?? [])
  const editableTasks = scope.scope_type === 'user' ? loadedTasks : changeable(ids)
  let lastId = to.ids.peek().findLast((id) => !ids.includes(id))
  const moveTask = (task: Task) => {
    const section = { ...scope, section_id: to.key }
    if (!isByHand() || to.key === null) return putIntoSection(task, section, to.label).answer
    const position = estimatePosition(to, before, task.task_id)
    const end = lastId === undefined ? undefined : { after: lastId }
    const neighbor = before === null ? end : { before }
    if (before === null) lastId = task.task_id
    return putIntoSection(
      task,
      { ...section, position, beside: neighbor, back: previousPositions.get(task.task_id) },
      to.label,
    ).answer
  }
  const [only] = editableTasks
  if (editableTasks.length === 1) return [moveTask(only!)]
  return data().together(text.movedMany(editableTasks.length, to.label), () => editableTasks.map(moveTask))
}

function estimatePosition(to: Column, before: string | null, movedId: string): number | null {
  const ids = to.ids.peek().filter((id) => id !== movedId)
  const getPosition = (id: string | undefined) =>
    id === undefined ? undefined : (data().row('tasks', id).peek() as TaskSummary | null)?.section_position
  const index = before === null ? ids.length : ids.indexOf(before)
  const [above, below] = [getPosition(ids[index - 1]), getPosition(ids[index])]
  if (below == null) return above == null ? null : positionAfterLast(above, to, ids.length)
  return above == null ? below - 1 : (above + below) / 2
}

/** Returns a position after the last shown card but before the cards that are not shown. */
const positionAfterLast = (position: number, { count }: Column, shown: number): number =>
  position + ((count.peek() ?? shown) > shown + 1 ? 1e-6 : 1)
