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

/** Whether the person may move a card of this board. */
export const mayMove = (group: Grouping, task: Pick<Task, 'has_edit_access'>): boolean =>
  group === 'section' ? mayArrange(asked.value.place) : task.has_edit_access

/** Whether cards are put between others by hand. */
export const isByHand = (): boolean => {
  const { group, sort, descending } = asked.value.question
  return group === 'section' && sort === 'section_position' && !descending
}

const patchOf = (group: Exclude<Grouping, 'section'>, key: string | null): TaskPatch =>
  group === 'sprint' || group === 'milestone' || group === 'goal'
    ? { [`${group}_id`]: key }
    : { [group]: key }

/**
 * Moves cards into a column: where order is by hand before a card of it or to its end, elsewhere to where the order has them.
 * It is shown at once, and said to those who do not see it.
 */
export function move(
  board: BoardColumns,
  wanted: readonly string[],
  to: Column,
  before: string | null = null,
): void {
  const { group } = board
  const order = board.known()
  const ids = wanted.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const backs = new Map(ids.map((id) => [id, placeOf(board, id)]))
  const release = board.hold(ids, to, isByHand() ? before : undefined)
  const answers =
    group === 'section'
      ? moveIntoSection(backs, to, before)
      : [changeTasks(ids, patchOf(group, to.key), { field: groupLabels[group], value: to.label })]
  void Promise.all(answers).then(
    // The lists are read again a moment after the answer: before that they would show the card where it was.
    () => setTimeout(release, 1500),
    release,
  )
  tell(ids, to)
}

function tell(ids: readonly string[], to: Column): void {
  const task = data().row('tasks', ids[0]!).peek()
  if (ids.length > 1) announce(text.movedMany(ids.length, to.label))
  else if (task) {
    const place = to.ids.peek().indexOf(ids[0]!) + 1
    announce(text.movedTo(task.title, to.label, place, Math.max(place, to.count.peek() ?? place)))
  }
}

/** Current position of a card, by the card above or below it. */
function placeOf(board: BoardColumns, id: string): Beside | undefined {
  const found = board.find(id)
  const ids = found?.column.ids.peek() ?? []
  const [above, below] = found ? [ids[found.place - 1], ids[found.place + 1]] : []
  if (below !== undefined) return { before: below }
  return above === undefined ? undefined : { after: above }
}

function moveIntoSection(
  backs: ReadonlyMap<string, Beside | undefined>,
  to: Column,
  before: string | null,
): Promise<unknown>[] {
  const ids = [...backs.keys()]
  const scope = scopeOf(asked.peek().place)
  const known = ids.flatMap((id) => data().row('tasks', id).peek() ?? [])
  const tasks = scope.scope_type === 'user' ? known : changeable(ids)
  let last = to.ids.peek().findLast((id) => !ids.includes(id))
  const put = (task: Task) => {
    const place = { ...scope, section_id: to.key }
    if (!isByHand() || to.key === null) return putIntoSection(task, place, to.label).answer
    const position = positionBefore(to, before, task.task_id)
    const end = last === undefined ? undefined : { after: last }
    const beside = before === null ? end : { before }
    if (before === null) last = task.task_id
    return putIntoSection(task, { ...place, position, beside, back: backs.get(task.task_id) }, to.label)
      .answer
  }
  const [only] = tasks
  if (tasks.length === 1) return [put(only!)]
  return data().together(text.movedMany(tasks.length, to.label), () => tasks.map(put))
}

/** A position between two cards of a column; at the end one after its last card. */
function positionBefore(to: Column, before: string | null, moved: string): number | null {
  const ids = to.ids.peek().filter((id) => id !== moved)
  const at = (id: string | undefined) =>
    id === undefined ? undefined : (data().row('tasks', id).peek() as TaskSummary | null)?.section_position
  const place = before === null ? ids.length : ids.indexOf(before)
  const [above, below] = [at(ids[place - 1]), at(ids[place])]
  if (below == null) return above == null ? null : afterLast(above, to, ids.length)
  return above == null ? below - 1 : (above + below) / 2
}

/** After the last card that is shown; where there are more below it, right after it, so that it stays above those. */
const afterLast = (position: number, { count }: Column, shown: number): number =>
  position + ((count.peek() ?? shown) > shown + 1 ? 1e-6 : 1)
