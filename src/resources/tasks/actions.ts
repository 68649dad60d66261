import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { bool, int, list, nullable, object, optional, text } from '../../kernel/schema.ts'
import { canReadTask, editableTask, requireEdit } from './access.ts'
import { changeTask } from './change.ts'
import { changeEvents, taskAnswer, taskParams } from './operations.ts'
import { presentTask } from './present.ts'
import { findTasks } from './rows.ts'
import { task, taskUpdate } from './schemas.ts'

export const setTaskProject = operation({
  id: 'tasks.set_project',
  method: 'POST',
  path: '/v1/tasks/{task_id}/project',
  summary: 'Move a task to another project, or out of any',
  description:
    'You need the right to edit at both ends. null takes the task out of its project; an absent key moves nothing.',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ project_id: optional(nullable(text({ max: 64 }))) }, { title: 'TaskProjectSet' }),
  reply: { status: 200, schema: task },
  emits: ['task.moved'],
  example: { body: { project_id: null } },
  access: editableTask,
  async handle({ ctx, target, body }) {
    return taskAnswer(ctx, await changeTask(ctx, target, body))
  },
})

const linkProblems = { 409: 'Already has another parent, or it would go in a circle.' }
const subtaskParams = object({ ...taskParams.properties, subtask_id: text({ description: 'The subtask.' }) })
const dependencyParams = object({
  ...taskParams.properties,
  dependency_id: text({ description: 'The task it waits for.' }),
})

export const addSubtask = operation({
  id: 'tasks.add_subtask',
  method: 'POST',
  path: '/v1/tasks/{task_id}/subtasks',
  summary: 'Make a task the subtask of another',
  description: 'You need the right to edit both. A task has one parent, and no circle is allowed (409).',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ subtask_id: text({ max: 64 }) }),
  reply: { status: 200, schema: task },
  emits: ['task.subtask_added'],
  problems: linkProblems,
  access: editableTask,
  async handle({ ctx, target, body }) {
    const sub_tasks = [...target.sub_tasks, body.subtask_id]
    return taskAnswer(ctx, await changeTask(ctx, target, { sub_tasks }, ['body', 'subtask_id']))
  },
})

export const removeSubtask = operation({
  id: 'tasks.remove_subtask',
  method: 'DELETE',
  path: '/v1/tasks/{task_id}/subtasks/{subtask_id}',
  summary: 'Free a subtask from its parent',
  description: 'The subtask itself stays. Removing one that is none changes nothing.',
  scope: 'tasks:write',
  params: subtaskParams,
  reply: { status: 200, schema: task },
  emits: ['task.subtask_removed'],
  access: editableTask,
  async handle({ ctx, target, params }) {
    const sub_tasks = target.sub_tasks.filter((id) => id !== params.subtask_id)
    return taskAnswer(ctx, await changeTask(ctx, target, { sub_tasks }))
  },
})

export const addDependency = operation({
  id: 'tasks.add_dependency',
  method: 'POST',
  path: '/v1/tasks/{task_id}/dependencies',
  summary: 'Let a task wait for another',
  description: 'You need to edit the one and to read the other. No circle is allowed (409).',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ dependency_id: text({ max: 64 }) }),
  reply: { status: 200, schema: task },
  emits: ['task.dependency_added'],
  problems: linkProblems,
  access: editableTask,
  async handle({ ctx, target, body }) {
    const dependencies = [...target.dependencies, body.dependency_id]
    return taskAnswer(ctx, await changeTask(ctx, target, { dependencies }, ['body', 'dependency_id']))
  },
})

export const removeDependency = operation({
  id: 'tasks.remove_dependency',
  method: 'DELETE',
  path: '/v1/tasks/{task_id}/dependencies/{dependency_id}',
  summary: 'Let a task wait for another no longer',
  description: 'Removing one that is none changes nothing.',
  scope: 'tasks:write',
  params: dependencyParams,
  reply: { status: 200, schema: task },
  emits: ['task.dependency_removed'],
  access: editableTask,
  async handle({ ctx, target, params }) {
    const dependencies = target.dependencies.filter((id) => id !== params.dependency_id)
    return taskAnswer(ctx, await changeTask(ctx, target, { dependencies }))
  },
})

export const bulkUpdateTasks = operation({
  id: 'tasks.bulk_update',
  method: 'POST',
  path: '/v1/tasks/bulk',
  summary: 'Change up to 200 tasks alike',
  description:
    'You need the right to edit each of them. All or nothing: one that you may not change, or a change that one of them ' +
    'can’t take, and none is changed.',
  scope: 'tasks:write',
  body: object(
    {
      task_ids: list(text({ max: 64 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Tasks of one organization.',
      }),
      changes: taskUpdate,
    },
    { title: 'TaskBulkUpdate' },
  ),
  reply: {
    status: 200,
    schema: object({ ok: bool(), updated: int({ description: 'How many changed.' }), tasks: list(task) }),
  },
  emits: changeEvents,
  problems: { 409: 'A subtask with another parent, or a circle of subtasks or dependencies.' },
  example: { body: { task_ids: ['T06B8Q3X9D1KZ7Y5P'], changes: { status: 'in_progress' } } },
  async access({ ctx, body }) {
    const ids = [...new Set(body.task_ids)]
    const orgIds =
      body.changes.org_id == null ? ctx.caller.orgIds : [ctx.caller.memberOf(body.changes.org_id).org_id]
    const found = new Map((await findTasks(ctx, orgIds, ids, true)).map((one) => [one.task_id, one]))
    const tasks = ids.map((id) => {
      const one = found.get(id)
      if (!one || !canReadTask(ctx, one))
        throw unknownReference(['body', 'task_ids', body.task_ids.indexOf(id)], 'task')
      return one
    })
    for (const one of tasks) requireEdit(ctx, one)
    if (new Set(tasks.map((one) => one.org_id)).size > 1)
      throw invalid(['body', 'task_ids'], 'The tasks lie in several organizations.')
    return { tasks }
  },
  async handle({ ctx, target, body }) {
    const changed = []
    for (const stored of target.tasks) changed.push(await changeTask(ctx, stored, body.changes))
    const updated = changed.filter((one, i) => one.version !== target.tasks[i]!.version).length
    const tasks = []
    for (const one of changed) tasks.push(await presentTask(ctx, one))
    return answer({ ok: true, updated, tasks })
  },
})
