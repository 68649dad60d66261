import { membershipFromQuery } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound, Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respond } from '../../../http/result.ts'
import { deleteExternalRef, loadExternalRefs, lockExternalId, saveExternalRefs } from '../external-refs/queries.ts'
import { lockTaskClaim } from '../tasks/policy.ts'
import { createComment, updateComment } from './commands.ts'
import { taskCommentAdded, taskCommentUpdated } from './operations.ts'
import { presentThread } from './presenter.ts'
import { loadCommentForDelete, loadCommentForUpdate, loadTaskToComment } from './policy.ts'
import { externalCommentSchema, taskCommentSchema } from './schema.ts'

const path = '/v1/task-comments/external/{source}/{external_id}'
const params = {
  source: 'Name of the other system, such as `github`.',
  external_id: 'ID of the comment in the other system.',
}
type ExternalId = typeof params

const findCommentId = async (ctx: Context, orgId: string, { source, external_id }: ExternalId) =>
  (await loadExternalRefs(ctx, orgId, 'comment', source, [external_id])).get(external_id)?.resource_id ?? null

interface ExternalCommentCall {
  ctx: Context
  params: ExternalId
  body: { task_id: string }
}

/** Returns the comment with the external id, locked, or the task of a new one. Requests for one id run one at a time. */
async function loadExternalComment({ ctx, params, body }: ExternalCommentCall) {
  const task = await loadTaskToComment({ ctx, body })
  await lockExternalId(ctx, task.org_id, 'comment', params)
  const comment_id = await findCommentId(ctx, task.org_id, params)
  // A version that no ETag has, so that If-Match fails.
  if (comment_id === null) return { org_id: task.org_id, task_id: task.task_id, version: 0, task, comment: null }
  try {
    const comment = await loadCommentForUpdate({ ctx, params: { comment_id } })
    const { org_id, task_id, version } = comment
    return { org_id, task_id, version, task, comment }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw conflict('The external id belongs to a comment that is deleted or that you cannot read. Use another id.')
  }
}

export const putExternalCommentOperation = defineOperation({
  id: 'external-comments.put',
  method: 'PUT',
  path,
  summary: 'Create or update a comment by its id in another system',
  description:
    'Creates a comment on the task (201), or updates the text of the comment that was created with this id (200). ' +
    'Concurrent requests create one comment. Requires: read access to the task, and to update, to be the author.',
  scope: 'tasks:write',
  params,
  body: externalCommentSchema,
  reply: { status: 200, schema: taskCommentSchema, created: '/v1/task-comments/{comment_id}' },
  emits: { ...taskCommentAdded, ...taskCommentUpdated },
  problems: {
    404: 'The task does not exist or you cannot read it.',
    409: 'The comment is deleted, or the caller cannot read it.',
  },
  lockClaims: lockTaskClaim,
  authorize: loadExternalComment,
  async handle({ ctx, target, params: { source, external_id }, body }) {
    if (target.comment) return updateComment(ctx, target.comment, body)
    const created = await createComment(ctx, target.task, body)
    const ref = { resource_type: 'comment', source, external_id, resource_id: created.comment_id }
    const unknown = { fingerprint: null, resource_version: null, import_id: null }
    await saveExternalRefs(ctx, target.org_id, [{ ...ref, ...unknown }])
    return { ...respond(presentThread(ctx, created, target.task.title), created.version), status: 201 }
  },
})

export const deleteExternalCommentOperation = defineOperation({
  id: 'external-comments.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete the id of a comment in another system',
  description:
    'Deletes the external id alone; the comment stays. Requires: author of the comment, owner of the project, or ' +
    'organization admin.',
  scope: 'tasks:write',
  params,
  query: s.object({ org_id: s.orgIdField }),
  reply: { status: 200, schema: s.okResponse },
  lockClaims: lockTaskClaim,
  async authorize({ ctx, params, query }) {
    const { org_id } = membershipFromQuery(ctx, query)
    const comment_id = await findCommentId(ctx, org_id, params)
    if (comment_id === null) throw notFound()
    return loadCommentForDelete({ ctx, params: { comment_id } })
  },
  async handle({ ctx, target, params }) {
    await deleteExternalRef(ctx, target.org_id, 'comment', params)
    return respond({ ok: true }, target.version)
  },
})
