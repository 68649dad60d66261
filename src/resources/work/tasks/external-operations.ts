import { membershipFromBody, membershipFromQuery } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound, Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import type { HeldClaims } from '../../../http/if-claim.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respond } from '../../../http/result.ts'
import { deleteExternalRef, loadExternalRefs, lockExternalId, saveExternalRefs } from '../external-refs/queries.ts'
import { createTask } from './commands/create.ts'
import { updateTask } from './commands/update.ts'
import { taskChangeEvents, taskDependencyAdded, taskRestored, taskSubtaskAdded } from './events.ts'
import { prepareCreate } from './operations.ts'
import { loadEditableTask, loadTaskForUpdate, lockTaskClaim } from './policy.ts'
import { respondWithTask } from './presenter.ts'
import { isTaskStored } from './queries/external.ts'
import { loadRestorableTask, restoreDeletedTask } from './restore-operation.ts'
import { taskCreate, taskSchema, type TaskCreate } from './schema.ts'

const path = '/v1/tasks/external/{source}/{external_id}'
const params = {
  source: 'Name of the other system, such as `github`.',
  external_id: 'ID of the task in the other system.',
}
type ExternalId = typeof params

const createTakenConflict = () =>
  conflict('The external id belongs to a task that is deleted or that you cannot read. Restore it, or use another id.')

interface PutCall {
  ctx: Context
  params: ExternalId
  query: { restore?: boolean | undefined }
  body: TaskCreate
}

/** Returns the task with the external id, locked, or the place of a new one. Requests for one id run one at a time. */
async function loadExternalTarget({ ctx, params, query, body }: PutCall) {
  const { org_id } = membershipFromBody(ctx, body)
  await lockExternalId(ctx, org_id, 'task', params)
  const id = await findTaskId(ctx, org_id, params)
  // A version that no ETag has, so that If-Match fails.
  if (id === null) return { ...(await prepareCreate({ ctx, body })), version: 0, task: null, deleted: null }
  try {
    const task = await loadTaskForUpdate({ ctx, params: { task_id: id }, body })
    return Object.assign(task, { task, deleted: null })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    const deleted = query.restore ? await findRestorableTask(ctx, id) : null
    if (!deleted) throw createTakenConflict()
    return { ...deleted.task, task: null, deleted }
  }
}

/** Returns the claim that the caller holds of the task, locked; none of a task that does not exist yet. */
async function lockExternalTaskClaim({
  ctx,
  params,
  target: { task, deleted },
}: {
  ctx: Context
  params: ExternalId
  target: Awaited<ReturnType<typeof loadExternalTarget>>
}): Promise<HeldClaims> {
  const existing = task ?? deleted?.task
  return existing ? lockTaskClaim({ ctx, target: existing }) : new Map([[params.external_id, null]])
}

async function findRestorableTask(ctx: Context, task_id: string) {
  try {
    return await loadRestorableTask({ ctx, params: { task_id } })
  } catch (error) {
    // Hidden and unrestorable tasks get the same response.
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** Returns the id of the task with an external id; null also if it has been removed for good. */
async function findTaskId(ctx: Context, orgId: string, { source, external_id }: ExternalId): Promise<string | null> {
  const refs = await loadExternalRefs(ctx, orgId, 'task', source, [external_id])
  const id = refs.get(external_id)?.resource_id
  return id !== undefined && (await isTaskStored(ctx, orgId, id)) ? id : null
}

export const putExternalTaskOperation = defineOperation({
  id: 'external-tasks.put',
  method: 'PUT',
  path,
  summary: 'Create or update a task by its id in another system',
  description:
    'Creates a task (201), or updates the fields in the body of the task that was created with this id (200); omitted ' +
    'fields keep their value. Concurrent requests create one task. Requires: the rights to create or update the task.',
  scope: 'tasks:write',
  params,
  query: s.object({
    restore: s.optional(s.bool('Restores a deleted task before it is updated, instead of 409.')),
  }),
  body: taskCreate,
  reply: { status: 200, schema: taskSchema, created: '/v1/tasks/{task_id}' },
  emits: {
    'task.created': 'A task was created.',
    ...taskChangeEvents,
    ...taskRestored,
    ...taskSubtaskAdded,
    ...taskDependencyAdded,
  },
  problems: {
    404: 'The project does not exist, or the caller cannot read it.',
    409: 'The task is deleted, or the caller cannot read it.',
  },
  authorize: loadExternalTarget,
  lockClaims: lockExternalTaskClaim,
  async handle({ ctx, target, params: { source, external_id }, body }) {
    if (target.deleted) {
      const { task, others } = target.deleted
      await restoreDeletedTask(ctx, task, others)
      const restored = await loadTaskForUpdate({ ctx, params: { task_id: task.task_id }, body })
      return respondWithTask(ctx, await updateTask(ctx, restored, body))
    }
    if (target.task) return respondWithTask(ctx, await updateTask(ctx, target.task, body))
    const task = await createTask(ctx, target, body)
    const ref = { resource_type: 'task', source, external_id, resource_id: task.task_id }
    const unknown = { fingerprint: null, resource_version: null, import_id: null }
    await saveExternalRefs(ctx, task.org_id, [{ ...ref, ...unknown }])
    const created = Object.assign(task, { external_refs: [{ source, external_id }] })
    return { ...(await respondWithTask(ctx, created)), status: 201 }
  },
})

export const deleteExternalTaskOperation = defineOperation({
  id: 'external-tasks.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete the id of a task in another system',
  description: 'Deletes the external id alone; the task stays. Requires: edit access to the task.',
  scope: 'tasks:write',
  params,
  query: s.object({ org_id: s.orgIdField }),
  reply: { status: 200, schema: s.okResponse },
  async authorize({ ctx, params, query }) {
    const { org_id } = membershipFromQuery(ctx, query)
    const id = await findTaskId(ctx, org_id, params)
    if (id === null) throw notFound()
    return loadEditableTask({ ctx, params: { task_id: id } })
  },
  lockClaims: lockTaskClaim,
  async handle({ ctx, target, params }) {
    await deleteExternalRef(ctx, target.org_id, 'task', params)
    return respond({ ok: true }, target.version)
  },
})
