import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { loadTaskForUpdate, loadTaskForLinking, lockTaskClaim } from './policy.ts'
import { updateTask } from './commands/update.ts'
import { filterReadableTaskIds } from './commands/links.ts'
import { taskParams } from './operations.ts'
import { respondWithTask } from './presenter.ts'
import type { TaskWithAccess } from './queries/rows.ts'
import { taskSchema } from './schema.ts'
import {
  taskDependencyAdded,
  taskDependencyRemoved,
  taskMoved,
  taskSubtaskAdded,
  taskSubtaskRemoved,
  taskUpdatedEvent,
} from './events.ts'

export const setTaskProjectOperation = defineOperation({
  id: 'tasks.set_project',
  method: 'POST',
  path: '/v1/tasks/{task_id}/project',
  summary: "Set a task's project",
  description:
    'Moves a task to another project, or out of its project with `null`. Without `project_id`, nothing changes. Clears ' +
    'the goal, and the sprint and milestone if they belong to a team that the task leaves. Removes the task from ' +
    'sections of the old project and team. Requires: edit access to the task and to the new project.',
  scope: 'tasks:write',
  params: taskParams,
  body: s.namedObject('TaskProjectSet', {
    project_id: s.optionalNullable(
      s.text({ max: 64, description: 'ID of the new project; `null` removes the task from its project.' }),
    ),
  }),
  reply: { status: 200, schema: taskSchema },
  emits: { ...taskMoved, ...taskUpdatedEvent },
  example: { body: { project_id: null } },
  lockClaims: lockTaskClaim,
  authorize: ({ ctx, params, body: { project_id } }) => loadTaskForUpdate({ ctx, params, body: { project_id } }),
  async handle({ ctx, target, body: { project_id } }) {
    return respondWithTask(ctx, await updateTask(ctx, target, { project_id }))
  },
})

export const setTaskSprintOperation = defineOperation({
  id: 'tasks.set_sprint',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/sprint',
  summary: "Set a task's sprint",
  description:
    'Adds a task to a sprint, or removes it from its sprint with `null`. Without `sprint_id`, nothing changes. The sprint ' +
    "must belong to the task's team or to the team of its project. Tasks cannot be added to a completed sprint (409). " +
    'Requires: edit access to the task and read access to the team of the sprint.',
  scope: 'tasks:write',
  params: taskParams,
  body: s.namedObject('TaskSprintSet', {
    sprint_id: s.optionalNullable(
      s.text({ max: 64, description: 'ID of the sprint; `null` removes the task from its sprint.' }),
    ),
  }),
  reply: { status: 200, schema: taskSchema },
  emits: taskUpdatedEvent,
  problems: { 409: 'The sprint is completed.' },
  example: { body: { sprint_id: 'SP06B8Q3X9D1KZ7Y5P' } },
  lockClaims: lockTaskClaim,
  authorize: ({ ctx, params, body: { sprint_id } }) => loadTaskForUpdate({ ctx, params, body: { sprint_id } }),
  async handle({ ctx, target, body: { sprint_id } }) {
    return respondWithTask(ctx, await updateTask(ctx, target, { sprint_id }))
  },
})

export const setTaskMilestoneOperation = defineOperation({
  id: 'tasks.set_milestone',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/milestone',
  summary: "Set a task's milestone",
  description:
    'Adds a task to a milestone, or removes it from its milestone with `null`. Without `milestone_id`, nothing changes. ' +
    "The milestone must belong to the task's team or to the team of its project. Requires: edit access to the task and " +
    'read access to the team of the milestone.',
  scope: 'tasks:write',
  params: taskParams,
  body: s.namedObject('TaskMilestoneSet', {
    milestone_id: s.optionalNullable(
      s.text({ max: 64, description: 'ID of the milestone; `null` removes the task from its milestone.' }),
    ),
  }),
  reply: { status: 200, schema: taskSchema },
  emits: taskUpdatedEvent,
  example: { body: { milestone_id: 'MS06B8Q3X9D1KZ7Y5P' } },
  lockClaims: lockTaskClaim,
  authorize: ({ ctx, params, body: { milestone_id } }) => loadTaskForUpdate({ ctx, params, body: { milestone_id } }),
  async handle({ ctx, target, body: { milestone_id } }) {
    return respondWithTask(ctx, await updateTask(ctx, target, { milestone_id }))
  },
})

const subtaskParams = { ...taskParams, subtask_id: 'ID of the subtask.' }
const dependencyParams = { ...taskParams, dependency_id: 'ID of the task that it depends on.' }

async function updateLinks(
  ctx: Context,
  task: TaskWithAccess,
  list: 'sub_tasks' | 'dependencies',
  edit: (readableIds: string[]) => string[],
  linkLocation?: string[],
) {
  const ids = edit(await filterReadableTaskIds(ctx, task.org_id, task[list]))
  return respondWithTask(ctx, await updateTask(ctx, task, { [list]: ids }, linkLocation && { linkLocation }))
}

export const addSubtaskOperation = defineOperation({
  id: 'tasks.add_subtask',
  method: 'POST',
  path: '/v1/tasks/{task_id}/subtasks',
  summary: 'Add a subtask',
  description:
    'Adds an existing task as the last subtask of another. Adding a subtask again changes nothing. A task can have only ' +
    'one parent, and cycles are rejected (409). Requires: edit access to both tasks.',
  scope: 'tasks:write',
  params: taskParams,
  body: s.object({ subtask_id: s.text({ max: 64, description: 'ID of the task that becomes the subtask.' }) }),
  reply: { status: 200, schema: taskSchema },
  emits: taskSubtaskAdded,
  problems: { 409: 'The subtask has another parent, or is a parent of this task at some level.' },
  lockClaims: lockTaskClaim,
  authorize: (call) => loadTaskForLinking(call, [call.body.subtask_id]),
  handle: ({ ctx, target, body }) =>
    updateLinks(ctx, target, 'sub_tasks', (ids) => [...ids, body.subtask_id], ['body', 'subtask_id']),
})

export const removeSubtaskOperation = defineOperation({
  id: 'tasks.remove_subtask',
  method: 'DELETE',
  path: '/v1/tasks/{task_id}/subtasks/{subtask_id}',
  summary: 'Remove a subtask',
  description:
    'Removes a subtask from its parent; the subtask itself is not deleted. Does nothing if the task is not a subtask of ' +
    'this one. Requires: edit access to the parent.',
  scope: 'tasks:write',
  params: subtaskParams,
  reply: { status: 200, schema: taskSchema },
  emits: taskSubtaskRemoved,
  lockClaims: lockTaskClaim,
  authorize: (call) => loadTaskForLinking(call),
  handle: ({ ctx, target, params }) =>
    updateLinks(ctx, target, 'sub_tasks', (ids) => ids.filter((id) => id !== params.subtask_id)),
})

export const addDependencyOperation = defineOperation({
  id: 'tasks.add_dependency',
  method: 'POST',
  path: '/v1/tasks/{task_id}/dependencies',
  summary: 'Add a dependency',
  description:
    'Makes a task depend on another task of the organization. Adding a dependency again changes nothing. Cycles are ' +
    'rejected (409). Requires: edit access to the task and read access to the other.',
  scope: 'tasks:write',
  params: taskParams,
  body: s.object({ dependency_id: s.text({ max: 64, description: 'ID of the task that it depends on.' }) }),
  reply: { status: 200, schema: taskSchema },
  emits: taskDependencyAdded,
  problems: { 409: 'The other task depends on this one, directly or indirectly.' },
  lockClaims: lockTaskClaim,
  authorize: (call) => loadTaskForLinking(call),
  handle: ({ ctx, target, body }) =>
    updateLinks(ctx, target, 'dependencies', (ids) => [...ids, body.dependency_id], ['body', 'dependency_id']),
})

export const removeDependencyOperation = defineOperation({
  id: 'tasks.remove_dependency',
  method: 'DELETE',
  path: '/v1/tasks/{task_id}/dependencies/{dependency_id}',
  summary: 'Remove a dependency',
  description:
    'Removes a dependency of a task. Does nothing if the task does not depend on the other. Requires: edit access to the ' +
    'task.',
  scope: 'tasks:write',
  params: dependencyParams,
  reply: { status: 200, schema: taskSchema },
  emits: taskDependencyRemoved,
  lockClaims: lockTaskClaim,
  authorize: (call) => loadTaskForLinking(call),
  handle: ({ ctx, target, params }) =>
    updateLinks(ctx, target, 'dependencies', (ids) => ids.filter((id) => id !== params.dependency_id)),
})
