import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid } from '../../kernel/problem.ts'
import { object, text } from '../../kernel/schema.ts'
import { editableTask, namedTasks, requireEdit } from '../tasks/access.ts'
import { fileUnderGoal } from '../tasks/filing.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { taskUpdated } from '../tasks/events.ts'
import { readableGoal } from './access.ts'
import type { GoalSeen } from './rows.ts'
import { goalParams, goalTasksFile, goalTasksFiled, goalTaskUnfiled } from './schemas.ts'

const path = '/v1/projects/{project_id}/goals/{goal_id}/tasks'

/**
 * The tasks to be filed under a goal, locked: 422 unless the caller can read each in the goal's project, 403 unless it
 * may edit each.
 */
async function tasksToFile(ctx: Context, goal: GoalSeen, taskIds: string[]): Promise<TaskSeen[]> {
  const locOf = (id: string) => ['body', 'task_ids', taskIds.indexOf(id)]
  const tasks = await namedTasks(ctx, [goal.org_id], [...new Set(taskIds)], locOf, true)
  for (const { task_id, project_id } of tasks)
    if (project_id !== goal.project_id)
      throw invalid(locOf(task_id), `The task ${task_id} is not of this project.`)
  for (const task of tasks) requireEdit(ctx, task)
  return tasks
}

/** Emits one event for each task whose goal changed. */
function emitFiled(ctx: Context, changed: readonly TaskSeen[], goalId: string | null): void {
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

export const fileTasks = operation({
  id: 'goals.file_tasks',
  method: 'POST',
  path,
  summary: 'File tasks under a goal',
  description:
    'Tasks of the same project, each of which you need the right to edit. All or nothing: one that is not of the ' +
    'project, or that you may not change, and none is filed. A task under another goal leaves that one.',
  scope: 'projects:write',
  params: goalParams,
  body: goalTasksFile,
  reply: { status: 200, schema: goalTasksFiled },
  problems: { 422: 'a task is none that you can read, or not of this project' },
  emits: taskUpdated,
  example: { body: { task_ids: ['T06B8Q3X9D1KZ7Y5P'] } },
  access: readableGoal,
  async handle({ ctx, target, body }) {
    const { goal_id, version } = target
    const tasks = await tasksToFile(ctx, target, body.task_ids)
    const changed = await fileUnderGoal(ctx, tasks, goal_id)
    emitFiled(ctx, changed, goal_id)
    return answer({ ok: true, goal_id, filed: changed.length }, version)
  },
})

export const unfileTask = operation({
  id: 'goals.unfile_task',
  method: 'DELETE',
  path: `${path}/{task_id}`,
  summary: 'Take a task out of a goal',
  description:
    'You need the right to edit the task, which stays where it is otherwise. Taking out one that is not under the goal ' +
    'changes nothing. `If-Match` is about the task.',
  scope: 'projects:write',
  params: object({ ...goalParams.properties, task_id: text() }),
  reply: { status: 200, schema: goalTaskUnfiled },
  emits: taskUpdated,
  async access(call) {
    await readableGoal(call)
    return editableTask(call)
  },
  async handle({ ctx, target, params: { goal_id, task_id } }) {
    const changed = target.goal_id === goal_id ? await fileUnderGoal(ctx, [target], null) : []
    emitFiled(ctx, changed, null)
    return answer({ ok: true, goal_id, task_id }, target.version + changed.length)
  },
})
