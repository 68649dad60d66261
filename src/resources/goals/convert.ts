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

/** The project to make a goal in. The task's links are locked before it, as by all who change links. */
async function projectToConvertIn(call: {
  ctx: Context
  params: { project_id: string }
  body: { task_id: string }
}) {
  lockLinksOf(call.ctx, [call.body.task_id])
  const { org_id, project_id, version } = await editableProject(call.ctx, call.params.project_id)
  return { org_id, project_id, version }
}

/** The task that is to become a goal: 422 unless the caller can read it in the project, 403 unless it may delete it. */
async function taskToConvert(
  ctx: Context,
  project: { org_id: string; project_id: string },
  taskId: string,
): Promise<TaskSeen> {
  const loc = ['body', 'task_id']
  lockWithKin(ctx, [taskId], 'deleted')
  const [task] = await namedTasks(ctx, [project.org_id], [taskId], () => loc, false)
  if (task!.project_id !== project.project_id) throw invalid(loc, 'The task is not of this project.')
  if (!canDeleteTask(ctx, task!)) throw forbidden('You may not delete this task.')
  requireConvertible(task!)
  return task!
}

export const convertTask = operation({
  id: 'goals.convert_task',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/from-task',
  summary: 'Make a goal of a task',
  description:
    'The goal takes over title, description and due date, and comes after the other goals. The task is deleted, for ' +
    "which you need the right; its subtasks that lie in the project and that you may edit become the goal's tasks, " +
    'others only lose their parent.',
  scope: 'projects:write',
  params: projectParams,
  body: goalFromTask,
  reply: { status: 201, schema: goal },
  problems: {
    409: 'the task is restricted, and a goal is seen by all who read the project',
    422: 'the task is not of this project, or its title or description is longer than a goal takes',
  },
  emits: { ...goalCreated, ...taskDeleted, ...taskUpdated },
  example: { body: { task_id: 'T06B8Q3X9D1KZ7Y5P' } },
  access: projectToConvertIn,
  async handle({ ctx, target: project, body }) {
    const task = await taskToConvert(ctx, project, body.task_id)
    const taken = { name: task.title, description: task.description, target_date: task.due_date }
    const row = await insertGoal(ctx, project, { ...taken, converted_from_task_id: task.task_id })
    const filed_tasks = await dissolveTask(ctx, task, row.goal_id)
    const after = { ...taken, converted_from_task_id: task.task_id, filed_tasks }
    ctx.emit({ ...asGoal(row), type: 'goal.created', before: null, after })
    return goalAnswer(ctx, row)
  },
})
