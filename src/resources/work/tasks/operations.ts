import { membershipFromBody, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { respond } from '../../../http/result.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockProjectForInsert } from '../projects/policy.ts'
import { canDeleteTask, loadTaskForUpdate, loadPrefetchedTask, loadReadableTask, lockTaskClaim } from './policy.ts'
import { updateTask } from './commands/update.ts'
import { findTaskByToken } from './queries/by-token.ts'
import { createTask as createTaskCommand } from './commands/create.ts'
import { prepareTaskNumber } from './commands/numbers.ts'
import {
  lockRestrictedMembers,
  lockContainers,
  lockOrgLinks,
  lockLinksForTasks,
  lockRelatedTasks,
} from './queries/locks.ts'
import { prefetchTaskReferences } from './queries/references.ts'
import { prefetchCustomFields } from './commands/custom.ts'
import { deleteTask } from './commands/delete.ts'
import { respondWithTask } from './presenter.ts'
import { taskSchema, taskCreate, taskUpdate, type TaskCreate } from './schema.ts'
import { taskChangeEvents, taskDeleted, taskDependencyAdded, taskSubtaskAdded } from './events.ts'

export const taskParams = { task_id: 'ID of the task.' }

export const linkConflictDescription =
  'A subtask has another parent, subtasks or dependencies would form a cycle, or the sprint is completed.'

/** Returns the organization and project for a new task, with its containers and linked tasks locked. */
export async function prepareCreate({ ctx, body }: { ctx: Context; body: TaskCreate }) {
  const { org_id, role } = membershipFromBody(ctx, body)
  const { project_id, sub_tasks, dependencies } = body
  const containers = { ...body, project_id: null, restricted_to: null }
  if (sub_tasks?.length || dependencies?.length) lockOrgLinks(ctx, org_id)
  lockRestrictedMembers(ctx, body)
  const finding = project_id == null ? null : lockProjectForInsert(ctx, project_id)
  if (!finding) {
    if (role === 'guest') throw forbidden('Guests can create tasks only in projects they can edit: send `project_id`.')
    rejectProjectScopedToken(ctx)
  }
  lockContainers(ctx, containers)
  prefetchTaskReferences(ctx, org_id, body)
  prefetchCustomFields(ctx, org_id, body)
  const takeNumber = project_id == null ? null : prepareTaskNumber(ctx, { org_id, project_id }, !sub_tasks?.length)
  const project = await finding
  if (project && project.org_id !== org_id) throw notFound()
  return { org_id, project, takeNumber }
}

export const createTaskOperation = defineOperation({
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
  reply: { status: 200, schema: taskSchema },
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
  // Changes of links are excluded by a row lock.
  writeGroup: ({ org_id, sub_tasks, dependencies }) =>
    sub_tasks?.length || dependencies?.length ? undefined : { orgId: org_id },
  authorize: prepareCreate,
  handle: async ({ ctx, target, body }) => respondWithTask(ctx, await createTaskCommand(ctx, target, body)),
})

export const getTaskOperation = defineOperation({
  id: 'tasks.read',
  method: 'GET',
  path: '/v1/tasks/{task_id}',
  summary: 'Get a task',
  description: 'Returns a task. Its links include only tasks that the caller can read.',
  scope: 'tasks:read',
  params: taskParams,
  reply: { status: 200, schema: taskSchema },
  prefetch: (services, tokenHash, { task_id }) => findTaskByToken(services, tokenHash, task_id),
  authorize: loadPrefetchedTask,
  handle: ({ ctx, target }) => respondWithTask(ctx, target),
})

export const updateTaskOperation = defineOperation({
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
  reply: { status: 200, schema: taskSchema },
  emits: taskChangeEvents,
  problems: { 409: linkConflictDescription },
  example: { body: { status: 'completed' } },
  lockClaims: lockTaskClaim,
  authorize: loadTaskForUpdate,
  handle: async ({ ctx, target, body }) => respondWithTask(ctx, await updateTask(ctx, target, body)),
})

export const putTaskOperation = deprecatedPut(updateTaskOperation, 'tasks.replace')

export const deleteTaskOperation = defineOperation({
  id: 'tasks.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/tasks/{task_id}',
  summary: 'Delete a task',
  description:
    'Deletes a task and those of its subtasks, at all levels, that the caller may delete; other subtasks lose their ' +
    'parent. Dependencies on deleted tasks are removed. A deleted task can be restored, by default for 30 days. Requires: ' +
    'creator of the task, owner or editor of its project, or organization admin.',
  scope: 'tasks:write',
  params: taskParams,
  reply: { status: 200, schema: s.okResponse },
  emits: taskDeleted,
  lockClaims: lockTaskClaim,
  async authorize(call) {
    lockLinksForTasks(call.ctx, [call.params.task_id])
    lockRelatedTasks(call.ctx, [call.params.task_id], 'deleted')
    const found = await loadReadableTask(call)
    if (!canDeleteTask(call.ctx, found))
      throw forbidden(
        'Only its creator, owners and editors of its project, and organization admins can delete this task.',
      )
    return found
  },
  async handle({ ctx, target }) {
    await deleteTask(ctx, target)
    return respond({ ok: true }, target.version + 1)
  },
})
