import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import { loadProjectForUpdate } from '../../work/projects/policy.ts'
import { canDeleteTask, loadReferencedTasks, lockClaimsByIds } from '../../work/tasks/policy.ts'
import { replaceTaskByGoal } from '../../work/tasks/commands/reassign.ts'
import { lockLinksForTasks, lockTaskFamily } from '../../work/tasks/queries/locks.ts'
import type { TaskWithAccess } from '../../work/tasks/queries/rows.ts'
import { taskDeleted, taskUpdatedEvent } from '../../work/tasks/events.ts'
import { goalSubject } from './policy.ts'
import { respondWithGoal } from './presenter.ts'
import { insertGoal } from './queries.ts'
import { requireConvertibleTask } from './rules.ts'
import { goal, goalFromTask, goalListParams } from './schema.ts'
import { goalCreatedEvent } from './events.ts'

/** Locks the project for the new goal. The links of the task are locked first: writes lock links before projects. */
async function lockProjectForConversion(call: {
  ctx: Context
  params: { project_id: string }
  body: { task_id: string }
}) {
  lockLinksForTasks(call.ctx, [call.body.task_id])
  const { org_id, project_id, version } = await loadProjectForUpdate(call.ctx, call.params.project_id)
  return { org_id, project_id, version }
}

/** Returns the locked task. Throws 422 unless it is in the project, 403 unless the caller may delete it. */
async function loadTaskForConversion(
  ctx: Context,
  project: { org_id: string; project_id: string },
  taskId: string,
): Promise<TaskWithAccess> {
  const loc = ['body', 'task_id']
  lockTaskFamily(ctx, [taskId], 'deleted')
  const [task] = await loadReferencedTasks(ctx, [project.org_id], [taskId], () => loc, false)
  if (task!.project_id !== project.project_id) throw invalid(loc, 'The task belongs to another project.')
  if (!canDeleteTask(ctx, task!)) throw forbidden('You do not have permission to delete this task.')
  requireConvertibleTask(task!)
  return task!
}

export const convertTaskToGoalOperation = defineOperation({
  id: 'goals.convert_task',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/from-task',
  summary: 'Convert a task to a goal',
  description:
    'Creates a goal from the title, description and due date of a task, after the other goals of the project, and ' +
    'deletes the task. Subtasks lose their parent; those in the project that the caller may edit are added to the ' +
    'goal. Requires: owner or editor of the project or organization admin, and permission to delete the task.',
  scope: 'projects:write',
  params: goalListParams,
  body: goalFromTask,
  reply: { status: 201, schema: goal },
  problems: {
    409: 'The task is restricted, and goals are visible to all readers of the project.',
    422: 'The task belongs to another project, or its title or description is too long for a goal.',
  },
  emits: { ...goalCreatedEvent, ...taskDeleted, ...taskUpdatedEvent },
  example: { body: { task_id: 'T06B8Q3X9D1KZ7Y5P' } },
  lockClaims: ({ ctx, target, body }) => lockClaimsByIds(ctx, target.org_id, [body.task_id]),
  authorize: lockProjectForConversion,
  async handle({ ctx, target: project, body }) {
    const task = await loadTaskForConversion(ctx, project, body.task_id)
    const fields = { name: task.title, description: task.description, target_date: task.due_date }
    const row = await insertGoal(ctx, project, { ...fields, converted_from_task_id: task.task_id })
    const filed_tasks = await replaceTaskByGoal(ctx, task, row.goal_id)
    const after = { ...fields, converted_from_task_id: task.task_id, filed_tasks }
    ctx.emit({ ...goalSubject(row), type: 'goal.created', before: null, after })
    return respondWithGoal(ctx, row)
  },
})
