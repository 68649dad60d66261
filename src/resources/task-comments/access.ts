import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canReadTask } from '../tasks/access.ts'
import { findComment, type Commented } from './rows.ts'

type ById = { ctx: Context; params: { comment_id: string } }

/** The comment, locked when it is to be changed; 404 unless the caller can read its task. */
export async function readableComment({ ctx, params }: ById, lock = ctx.locking): Promise<Commented> {
  const found = await findComment(ctx, params.comment_id, lock)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** The comment whose text is to be changed; 403 unless the caller wrote it. */
export async function ownComment(call: ById): Promise<Commented> {
  const comment = await readableComment(call)
  if (comment.author_id !== call.ctx.user.user_id) throw forbidden('Only the author may change a comment.')
  return comment
}

/** The comment to be deleted; 403 unless the caller wrote it, owns the project or is an org admin. */
export async function removableComment(call: ById): Promise<Commented> {
  const { ctx } = call
  const comment = await readableComment(call)
  const { task } = comment
  const may =
    comment.author_id === ctx.user.user_id ||
    ctx.caller.isOrgAdmin(task.org_id) ||
    (task.project_id !== null && task.my_role === 'owner')
  if (!may) throw forbidden('Only the author, owners of the project and org admins may delete a comment.')
  return comment
}
