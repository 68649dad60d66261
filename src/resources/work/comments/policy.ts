import type { Call, Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { canReadTask, loadReadableTask } from '../tasks/policy.ts'
import { advanceTimePastEvents } from '../tasks/queries/last-event.ts'
import { findComment, lockTaskOfComment, type CommentWithTask } from './queries.ts'

type CommentRequest = Call<{ comment_id: string }>

/** Returns the comment, locked if `lock` is set. Throws 404 unless the caller can read its task. */
export async function loadReadableComment(
  { ctx, params }: CommentRequest,
  lock = ctx.inTransaction,
): Promise<CommentWithTask> {
  const found = await findComment(ctx, params.comment_id, lock)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** Returns the task to comment on, locked, with the time past its last event. Throws 404 unless the caller can read it. */
export async function loadTaskToComment({ ctx, body }: { ctx: Context; body: { task_id: string } }) {
  const [task] = await Promise.all([loadReadableTask({ ctx, params: body }), advanceTimePastEvents(ctx, body.task_id)])
  return task
}

/** Returns the comment to reply to, its task locked, so that its thread stays as it is. Throws 404. */
export async function loadCommentForReply({
  ctx,
  body,
}: {
  ctx: Context
  body: { parent_comment_id: string }
}): Promise<CommentWithTask> {
  lockTaskOfComment(ctx, body.parent_comment_id)
  return loadReadableComment({ ctx, params: { comment_id: body.parent_comment_id } }, false)
}

/** Returns the locked comment. Throws 403 unless the caller wrote it. */
export async function loadCommentForUpdate(call: CommentRequest): Promise<CommentWithTask> {
  const comment = await loadReadableComment(call)
  if (comment.author_id !== call.ctx.user.user_id) throw forbidden('Only the author can update a comment.')
  return comment
}

/** Returns the locked comment. Throws 403 unless the caller wrote it, owns the project or is an organization admin. */
export async function loadCommentForDelete(call: CommentRequest): Promise<CommentWithTask> {
  const { ctx } = call
  const comment = await loadReadableComment(call)
  const { task } = comment
  const canDelete =
    comment.author_id === ctx.user.user_id ||
    ctx.caller.isOrgAdmin(task.org_id) ||
    (task.project_id !== null && task.my_role === 'owner')
  if (!canDelete) throw forbidden('Only the author, project owners and organization admins can delete a comment.')
  return comment
}
