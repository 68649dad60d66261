import { operation } from '../../kernel/operation.ts'
import { nullable, object, optional, text } from '../../kernel/schema.ts'
import { changeableTask, linkableTask } from './access.ts'
import { changeTask } from './change.ts'
import { readableLinks } from './links.ts'
import { taskParams } from './operations.ts'
import { taskAnswer } from './present.ts'
import { task } from './schemas.ts'
import {
  taskDependencyAdded,
  taskDependencyRemoved,
  taskMoved,
  taskSubtaskAdded,
  taskSubtaskRemoved,
  taskUpdated,
} from './events.ts'

export const setTaskProject = operation({
  id: 'tasks.set_project',
  method: 'POST',
  path: '/v1/tasks/{task_id}/project',
  summary: 'Move a task to another project, or out of any',
  description:
    'You need the right to edit at both ends. null takes the task out of its project; an absent key moves nothing. ' +
    'The task leaves its goal behind, and a sprint or milestone of a team it does not belong to any more.',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ project_id: optional(nullable(text({ max: 64 }))) }, { title: 'TaskProjectSet' }),
  reply: { status: 200, schema: task },
  emits: { ...taskMoved, ...taskUpdated },
  example: { body: { project_id: null } },
  access: ({ ctx, params, body: { project_id } }) => changeableTask({ ctx, params, body: { project_id } }),
  async handle({ ctx, target, body: { project_id } }) {
    return taskAnswer(ctx, await changeTask(ctx, target, { project_id }))
  },
})

export const setTaskSprint = operation({
  id: 'tasks.set_sprint',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/sprint',
  summary: 'Put a task into a sprint, or out of any',
  description:
    'A sprint of the team of the task or of its project, which you can read. null takes the task out; an absent key ' +
    'changes nothing. Nothing is put into a completed sprint (409).',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ sprint_id: optional(nullable(text({ max: 64 }))) }, { title: 'TaskSprintSet' }),
  reply: { status: 200, schema: task },
  emits: taskUpdated,
  problems: { 409: 'the sprint is completed' },
  example: { body: { sprint_id: 'SP06B8Q3X9D1KZ7Y5P' } },
  access: ({ ctx, params, body: { sprint_id } }) => changeableTask({ ctx, params, body: { sprint_id } }),
  async handle({ ctx, target, body: { sprint_id } }) {
    return taskAnswer(ctx, await changeTask(ctx, target, { sprint_id }))
  },
})

export const setTaskMilestone = operation({
  id: 'tasks.set_milestone',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/milestone',
  summary: 'Put a task under a milestone, or out of any',
  description:
    'A milestone of the team of the task or of its project, which you can read. null takes the task out; an absent key ' +
    'changes nothing.',
  scope: 'tasks:write',
  params: taskParams,
  body: object({ milestone_id: optional(nullable(text({ max: 64 }))) }, { title: 'TaskMilestoneSet' }),
  reply: { status: 200, schema: task },
  emits: taskUpdated,
  example: { body: { milestone_id: 'MS06B8Q3X9D1KZ7Y5P' } },
  access: ({ ctx, params, body: { milestone_id } }) =>
    changeableTask({ ctx, params, body: { milestone_id } }),
  async handle({ ctx, target, body: { milestone_id } }) {
    return taskAnswer(ctx, await changeTask(ctx, target, { milestone_id }))
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
  emits: taskSubtaskAdded,
  problems: linkProblems,
  access: (call) => linkableTask(call, [call.body.subtask_id]),
  async handle({ ctx, target, body }) {
    const shown = await readableLinks(ctx, target.org_id, target.sub_tasks)
    const sub_tasks = [...shown, body.subtask_id]
    return taskAnswer(ctx, await changeTask(ctx, target, { sub_tasks }, { linkLoc: ['body', 'subtask_id'] }))
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
  emits: taskSubtaskRemoved,
  access: (call) => linkableTask(call),
  async handle({ ctx, target, params }) {
    const shown = await readableLinks(ctx, target.org_id, target.sub_tasks)
    const sub_tasks = shown.filter((id) => id !== params.subtask_id)
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
  emits: taskDependencyAdded,
  problems: linkProblems,
  access: (call) => linkableTask(call),
  async handle({ ctx, target, body }) {
    const shown = await readableLinks(ctx, target.org_id, target.dependencies)
    const dependencies = [...shown, body.dependency_id]
    return taskAnswer(
      ctx,
      await changeTask(ctx, target, { dependencies }, { linkLoc: ['body', 'dependency_id'] }),
    )
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
  emits: taskDependencyRemoved,
  access: (call) => linkableTask(call),
  async handle({ ctx, target, params }) {
    const shown = await readableLinks(ctx, target.org_id, target.dependencies)
    const dependencies = shown.filter((id) => id !== params.dependency_id)
    return taskAnswer(ctx, await changeTask(ctx, target, { dependencies }))
  },
})
