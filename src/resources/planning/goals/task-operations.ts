import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalid } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import {
  loadEditableTask,
  loadReferencedTasks,
  lockClaimsByIds,
  lockTaskClaim,
  requireTaskEditor,
} from '../../work/tasks/policy.ts'
import { assignTasksToGoal } from '../../work/tasks/commands/reassign.ts'
import type { TaskWithAccess } from '../../work/tasks/queries/rows.ts'
import { taskUpdatedEvent } from '../../work/tasks/events.ts'
import { loadVisibleGoal } from './policy.ts'
import type { GoalWithAccess } from './queries.ts'
import { goalParams, goalTasksFile, goalTasksFiled, goalTaskUnfiled } from './schema.ts'

const path = '/v1/projects/{project_id}/goals/{goal_id}/tasks'

/** Returns the locked tasks. Throws 422 unless all are in the goal's project, 403 unless the caller may edit all. */
async function loadTasksForGoal(ctx: Context, goal: GoalWithAccess, taskIds: string[]): Promise<TaskWithAccess[]> {
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

export const addGoalTasksOperation = defineOperation({
  id: 'goals.file_tasks',
  method: 'POST',
  path,
  summary: 'Add tasks to a goal',
  description:
    'Adds tasks of the same project to a goal, all or none of them. A task of another goal is removed from that goal. ' +
    'Requires: permission to read the project and to edit every task.',
  scope: 'projects:write',
  params: goalParams,
  body: goalTasksFile,
  reply: { status: 200, schema: goalTasksFiled },
  problems: { 422: 'A task does not exist, is not readable, or belongs to another project.' },
  emits: taskUpdatedEvent,
  example: { body: { task_ids: ['T06B8Q3X9D1KZ7Y5P'] } },
  lockClaims: ({ ctx, target, body }) => lockClaimsByIds(ctx, target.org_id, body.task_ids),
  authorize: loadVisibleGoal,
  async handle({ ctx, target, body }) {
    const { goal_id, version } = target
    const tasks = await loadTasksForGoal(ctx, target, body.task_ids)
    const changed = await assignTasksToGoal(ctx, tasks, goal_id)
    emitGoalChanges(ctx, changed, goal_id)
    return respond({ ok: true, goal_id, filed: changed.length }, version)
  },
})

export const removeGoalTaskOperation = defineOperation({
  id: 'goals.unfile_task',
  method: 'DELETE',
  path: `${path}/{task_id}`,
  summary: 'Remove a task from a goal',
  description:
    'Removes a task from a goal; the task is otherwise unchanged. Does nothing when the task is not in the goal. ' +
    '`If-Match` refers to the task. Requires: permission to edit the task.',
  scope: 'projects:write',
  params: s.object({ ...goalParams.properties, task_id: s.text() }),
  reply: { status: 200, schema: goalTaskUnfiled },
  emits: taskUpdatedEvent,
  lockClaims: lockTaskClaim,
  async authorize(call) {
    await loadVisibleGoal(call)
    return loadEditableTask(call)
  },
  async handle({ ctx, target, params: { goal_id, task_id } }) {
    const changed = target.goal_id === goal_id ? await assignTasksToGoal(ctx, [target], null) : []
    emitGoalChanges(ctx, changed, null)
    return respond({ ok: true, goal_id, task_id }, target.version + changed.length)
  },
})
