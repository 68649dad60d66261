import { namedOrganization, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { answer } from '../../kernel/answer.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { acknowledgement, object, text } from '../../kernel/schema.ts'
import { projectToFill } from '../projects/access.ts'
import { canDeleteTask, changeableTask, readableAhead, readableTask } from './access.ts'
import { changeTask } from './change.ts'
import { findTaskByToken } from './by-token.ts'
import { createTask as createTaskCommand } from './create.ts'
import { holdNamed, holdPlaces, lockLinks, lockLinksOf, lockWithKin } from './queries.ts'
import { lookAhead } from './references.ts'
import { removeTask } from './remove.ts'
import { taskAnswer } from './present.ts'
import { task, taskCreate, taskUpdate, type TaskCreate } from './schemas.ts'
import {
  taskDeleted,
  taskDependencyAdded,
  taskDependencyRemoved,
  taskMoved,
  taskRestricted,
  taskSubtaskAdded,
  taskSubtaskRemoved,
  taskUpdated,
} from './events.ts'

export const taskParams = object({ task_id: text({ description: 'Id of the task.' }) })

export const linkProblem =
  'A subtask has another parent, subtasks or dependencies would form a cycle, or the sprint is completed.'

export const changeEvents = {
  ...taskUpdated,
  ...taskMoved,
  ...taskRestricted,
  ...taskSubtaskAdded,
  ...taskSubtaskRemoved,
  ...taskDependencyAdded,
  ...taskDependencyRemoved,
}

/** Returns the organization and project for a new task, with its containers and linked tasks locked. */
async function prepareCreate({ ctx, body }: { ctx: Context; body: TaskCreate }) {
  const { org_id, role } = namedOrganization(ctx, body)
  const { project_id, sub_tasks, dependencies } = body
  const containers = { ...body, project_id: null, restricted_to: null }
  if (sub_tasks?.length || dependencies?.length) lockLinks(ctx, org_id)
  holdNamed(ctx, body)
  const finding = project_id == null ? null : projectToFill(ctx, project_id)
  if (!finding) {
    if (role === 'guest')
      throw forbidden('Guests can create tasks only in projects they can edit: send `project_id`.')
    wholeOrganization(ctx)
  }
  holdPlaces(ctx, containers)
  lookAhead(ctx, org_id, body)
  const project = await finding
  if (project && project.org_id !== org_id) throw notFound()
  return { org_id, project }
}

export const createTask = operation({
  id: 'tasks.create',
  method: 'POST',
  path: '/v1/tasks',
  summary: 'Create a task',
  description:
    'Creates a task in a project, or without one. A task with `team_id` and without `project_id` is in the intake of the ' +
    'team. Send an `Idempotency-Key` to retry safely. Requires: edit access to the project, or, without a project, ' +
    'membership of the organization other than as a guest.',
  scope: 'tasks:write',
  body: taskCreate,
  reply: { status: 200, schema: task },
  emits: { 'task.created': 'A task was created.', ...taskSubtaskAdded, ...taskDependencyAdded },
  problems: {
    404: 'The project does not exist, or the caller cannot read it.',
    409: 'A task in `sub_tasks` already has a parent, or the sprint is completed.',
  },
  example: {
    body: {
      org_id: '01919b3c-0000-7000-8000-000000000001',
      title: 'Grease the crane',
      priority: 'high',
      tags: ['upkeep'],
    },
  },
  access: prepareCreate,
  async handle({ ctx, target, body }) {
    return taskAnswer(ctx, await createTaskCommand(ctx, target.org_id, target.project, body))
  },
})

export const readTask = operation({
  id: 'tasks.read',
  method: 'GET',
  path: '/v1/tasks/{task_id}',
  summary: 'Get a task',
  description: 'Returns a task. Its links include only tasks that the caller can read.',
  scope: 'tasks:read',
  params: taskParams,
  reply: { status: 200, schema: task },
  ahead: (services, tokenHash, { task_id }) => findTaskByToken(services, tokenHash, task_id),
  access: readableAhead,
  handle: ({ ctx, target }) => taskAnswer(ctx, target),
})

export const updateTask = operation({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/v1/tasks/{task_id}',
  summary: 'Update a task',
  description:
    'Updates the fields in the body; omitted fields keep their value. A new `project_id` moves the task, which clears its ' +
    'goal, and the sprint and milestone if they belong to a team that the task leaves. Send `If-Match` with the ETag to ' +
    'avoid overwriting concurrent changes. Requires: edit access to the task, and to the new project.',
  scope: 'tasks:write',
  params: taskParams,
  body: taskUpdate,
  reply: { status: 200, schema: task },
  emits: changeEvents,
  problems: { 409: linkProblem },
  example: { body: { status: 'completed' } },
  access: changeableTask,
  async handle({ ctx, target, body }) {
    return taskAnswer(ctx, await changeTask(ctx, target, body))
  },
})

export const replaceTask = deprecatedPut(updateTask, 'tasks.replace')

export const deleteTask = operation({
  id: 'tasks.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/tasks/{task_id}',
  summary: 'Delete a task',
  description:
    'Deletes a task and those of its subtasks, at all levels, that the caller may delete; other subtasks lose their ' +
    'parent. Dependencies on deleted tasks are removed. A deleted task can be restored, by default for 30 days. Requires: ' +
    'creator of the task, owner or editor of its project, or organization admin.',
  scope: 'tasks:write',
  params: taskParams,
  reply: { status: 200, schema: acknowledgement },
  emits: taskDeleted,
  async access(call) {
    lockLinksOf(call.ctx, [call.params.task_id])
    lockWithKin(call.ctx, [call.params.task_id], 'deleted')
    const found = await readableTask(call)
    if (!canDeleteTask(call.ctx, found))
      throw forbidden(
        'Only its creator, owners and editors of its project, and organization admins can delete this task.',
      )
    return found
  },
  async handle({ ctx, target }) {
    await removeTask(ctx, target)
    return answer({ ok: true }, target.version + 1)
  },
})
