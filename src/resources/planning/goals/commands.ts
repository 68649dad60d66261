import {
  canDeleteTask,
  canEditTask,
  canReadTask,
  loadReferencedTasks,
  requireTaskEditor,
} from '../../work/tasks/policy.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { toSortKey } from '../../../core/text.ts'
import { loadOrgVisibility, type ProjectWithRole } from '../../work/projects/policy.ts'
import {
  moveTasksWithGoal,
  lockTasksInContainer,
  findTasksInContainer,
  assignTasksToGoal,
  reassignTasks,
  type TaskInContainer,
  replaceTaskByGoal,
} from '../../work/tasks/commands/reassign.ts'
import { buildGoalSubject, type GoalWithDestination } from './policy.ts'
import { respondWithGoal, presentGoal } from './presenter.ts'
import * as queries from './queries.ts'
import type { GoalRow } from './queries.ts'
import { goalEditableFields, goalStatusFields, applyGoalUpdate, requireConvertibleTask } from './rules.ts'
import type { GoalCreate, GoalUpdate } from './schema.ts'
import { lockRelatedTasks } from '../../work/tasks/queries/locks.ts'
import type { TaskWithAccess } from '../../work/tasks/queries/rows.ts'

type ProjectRef = Pick<GoalRow, 'org_id' | 'project_id'>

export async function createGoal(ctx: Context, project: ProjectRef, body: GoalCreate) {
  const { name, target_date = null, description = null } = body
  const after = { name, target_date, description }
  const row = await queries.insertGoal(ctx, project, { ...after, converted_from_task_id: null })
  ctx.emit({ ...buildGoalSubject(row), type: 'goal.created', before: null, after })
  return respond(presentGoal(row, { total: 0, completed: 0 }), row.version)
}

export async function updateGoal(ctx: Context, stored: GoalRow, body: GoalUpdate) {
  const next = applyGoalUpdate(stored, body, { username: ctx.user.username, now: ctx.now })
  const subject = buildGoalSubject(stored)
  const updated = ctx.emitChange({ ...subject, type: 'goal.updated' }, stored, next, goalEditableFields)
  const statusType = next.status === 'closed' ? 'goal.closed' : 'goal.reopened'
  const statusChanged = ctx.emitChange({ ...subject, type: statusType }, stored, next, goalStatusFields)

  const fields = { ...next, name_key: toSortKey(next.name) }
  return respondWithGoal(ctx, updated || statusChanged ? await queries.saveGoal(ctx, stored, fields) : stored)
}

export async function deleteGoal(ctx: Context, goal: GoalRow, reason: string | null) {
  const { org_id, goal_id, name } = goal
  const cause = 'goal.deleted'
  const unfiled = await reassignTasks(ctx, await loadOrgVisibility(ctx, org_id), 'goal_id', goal_id, { cause })
  const fields = { is_active: false, deleted_at: ctx.now, delete_reason: reason }
  const row = await queries.saveGoal(ctx, goal, fields)

  const before = { name, unfiled_tasks: unfiled.total }
  ctx.emit({ ...buildGoalSubject(goal), type: 'goal.deleted', before, after: null })
  return respond({ ok: true, goal_id, unfiled_tasks: unfiled.readable }, row.version)
}

/** Returns the locked task. Throws 422 unless it is in the project, 403 unless the caller may delete it. */
async function loadTaskForConversion(
  ctx: Context,
  project: { org_id: string; project_id: string },
  taskId: string,
): Promise<TaskWithAccess> {
  const loc = ['body', 'task_id']
  lockRelatedTasks(ctx, [taskId], 'deleted')
  const [task] = await loadReferencedTasks(ctx, [project.org_id], [taskId], () => loc, false)
  if (task!.project_id !== project.project_id) throw invalid(loc, 'The task belongs to another project.')
  if (!canDeleteTask(ctx, task!)) throw forbidden('You do not have permission to delete this task.')
  requireConvertibleTask(task!)
  return task!
}

export async function convertTaskToGoal(ctx: Context, project: ProjectRef, taskId: string) {
  const task = await loadTaskForConversion(ctx, project, taskId)
  const fields = { name: task.title, description: task.description, target_date: task.due_date }
  const row = await queries.insertGoal(ctx, project, { ...fields, converted_from_task_id: task.task_id })
  const filed_tasks = await replaceTaskByGoal(ctx, task, row.goal_id)
  const after = { ...fields, converted_from_task_id: task.task_id, filed_tasks }
  ctx.emit({ ...buildGoalSubject(row), type: 'goal.created', before: null, after })
  return respondWithGoal(ctx, row)
}

/** Locks the tasks of the goal. Throws 403 when the caller may not move one, and names it if the caller can read it. */
async function loadTasksForMove(
  ctx: Context,
  goal: queries.GoalWithAccess,
  destination: ProjectWithRole,
): Promise<TaskInContainer[]> {
  const ids = await lockTasksInContainer(ctx, goal.org_id, 'goal_id', goal.goal_id)
  const tasks = await findTasksInContainer(ctx, goal.org_id, ids)
  const { visibility: project_visibility, my_role, project_id } = destination
  const moved = { project_visibility, my_role, project_id }
  for (const task of tasks) {
    if (!canReadTask(ctx, task)) throw forbidden('The goal has tasks that you do not have permission to move.')
    if (!canEditTask(ctx, task)) throw forbidden(`You do not have permission to move the task ${task.task_id}.`)
    if (!canReadTask(ctx, { ...task, ...moved }))
      throw forbidden(`You would lose access to the task ${task.task_id} by this move.`)
  }
  return tasks
}

export async function moveGoal(ctx: Context, goal: GoalWithDestination) {
  const { destination, project_id: from } = goal
  const { project_id } = destination
  if (project_id === from) return respondWithGoal(ctx, goal, { moved_tasks: 0 })
  const tasks = await loadTasksForMove(ctx, goal, destination)
  await moveTasksWithGoal(ctx, goal, tasks, destination)
  const row = await queries.saveGoalProject(ctx, goal, project_id)
  const moved_tasks = tasks.length
  const change = { before: { project_id: from }, after: { project_id, moved_tasks } }
  ctx.emit({ ...buildGoalSubject(row), from_project_id: from, type: 'goal.moved', ...change })
  return respondWithGoal(ctx, row, { moved_tasks })
}

/** Returns the locked tasks. Throws 422 unless all are in the goal's project, 403 unless the caller may edit all. */
async function loadTasksForGoal(
  ctx: Context,
  goal: queries.GoalWithAccess,
  taskIds: string[],
): Promise<TaskWithAccess[]> {
  const toLoc = (id: string) => ['body', 'task_ids', taskIds.indexOf(id)]
  const tasks = await loadReferencedTasks(ctx, [goal.org_id], [...new Set(taskIds)], toLoc, true)
  for (const { task_id, project_id } of tasks)
    if (project_id !== goal.project_id) throw invalid(toLoc(task_id), `The task ${task_id} belongs to another project.`)
  for (const task of tasks) requireTaskEditor(ctx, task)
  return tasks
}

function emitGoalChanges(ctx: Context, changed: readonly TaskWithAccess[], goalId: string | null): void {
  for (const { org_id, task_id, project_id, goal_id } of changed)
    ctx.emit({
      org_id,
      type: 'task.updated',
      resource_type: 'task',
      resource_id: task_id,
      project_id,
      before: { goal_id },
      after: { goal_id: goalId },
    })
}

export async function addTasksToGoal(ctx: Context, goal: queries.GoalWithAccess, taskIds: string[]) {
  const { goal_id, version } = goal
  const tasks = await loadTasksForGoal(ctx, goal, taskIds)
  const changed = await assignTasksToGoal(ctx, tasks, goal_id)
  emitGoalChanges(ctx, changed, goal_id)
  return respond({ ok: true, goal_id, filed: changed.length }, version)
}

export async function removeTaskFromGoal(ctx: Context, goal_id: string, task: TaskWithAccess) {
  const { task_id, version } = task
  const changed = task.goal_id === goal_id ? await assignTasksToGoal(ctx, [task], null) : []
  emitGoalChanges(ctx, changed, null)
  return respond({ ok: true, goal_id, task_id }, version + changed.length)
}
