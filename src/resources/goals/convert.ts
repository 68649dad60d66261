import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { forbidden, invalid } from '../../kernel/problem.ts'
import { editableProject } from '../projects/access.ts'
import { canDeleteTask, namedTasks } from '../tasks/access.ts'
import { dissolveTask } from '../tasks/filing.ts'
import { lockLinksOf, lockWithKin } from '../tasks/queries.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { taskDeleted, taskUpdated } from '../tasks/events.ts'
import { asGoal } from './access.ts'
import { goalAnswer } from './present.ts'
import { insertGoal } from './queries.ts'
import { requireConvertible } from './rules.ts'
import { goal, goalFromTask, projectParams } from './schemas.ts'
import { goalCreated } from './events.ts'

/** Locks the project for the new goal. The links of the task are locked first: writes lock links before projects. */
async function lockProjectForConversion(call: {
  ctx: Context
  params: { project_id: string }
  body: { task_id: string }
}) {
  lockLinksOf(call.ctx, [call.body.task_id])
  const { org_id, project_id, version } = await editableProject(call.ctx, call.params.project_id)
  return { org_id, project_id, version }
}

/** Returns the locked task. Throws 422 unless it is in the project, 403 unless the caller may delete it. */
async function loadTaskForConversion(
  ctx: Context,
  project: { org_id: string; project_id: string },
  taskId: string,
): Promise<TaskSeen> {
  const loc = ['body', 'task_id']
  lockWithKin(ctx, [taskId], 'deleted')
  const [task] = await namedTasks(ctx, [project.org_id], [taskId], () => loc, false)
  if (task!.project_id !== project.project_id) throw invalid(loc, 'The task belongs to another project.')
  if (!canDeleteTask(ctx, task!)) throw forbidden('You do not have permission to delete this task.')
  requireConvertible(task!)
  return task!
}

export const convertTask = operation({
  id: 'goals.convert_task',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/from-task',
  summary: 'Convert a task to a goal',
  description:
    'Creates a goal from the title, description and due date of a task, after the other goals of the project, and ' +
    'deletes the task. Subtasks lose their parent; those in the project that the caller may edit are added to the ' +
    'goal. Requires: owner or editor of the project or organization admin, and permission to delete the task.',
  scope: 'projects:write',
  params: projectParams,
  body: goalFromTask,
  reply: { status: 201, schema: goal },
  problems: {
    409: 'the task is restricted, and goals are visible to all readers of the project',
    422: 'the task belongs to another project, or its title or description is too long for a goal',
  },
  emits: { ...goalCreated, ...taskDeleted, ...taskUpdated },
  example: { body: { task_id: 'T06B8Q3X9D1KZ7Y5P' } },
  access: lockProjectForConversion,
  async handle({ ctx, target: project, body }) {
    const task = await loadTaskForConversion(ctx, project, body.task_id)
    const fields = { name: task.title, description: task.description, target_date: task.due_date }
    const row = await insertGoal(ctx, project, { ...fields, converted_from_task_id: task.task_id })
    const filed_tasks = await dissolveTask(ctx, task, row.goal_id)
    const after = { ...fields, converted_from_task_id: task.task_id, filed_tasks }
    ctx.emit({ ...asGoal(row), type: 'goal.created', before: null, after })
    return goalAnswer(ctx, row)
  },
})
