import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canReadTask } from '../tasks/access.ts'
import { findComment, type Commented } from './rows.ts'

type ById = { ctx: Context; params: { comment_id: string } }

/** The comment of a task that the caller can read, else 404; locked on writes that change it. */
export async function readableComment({ ctx, params }: ById, lock = ctx.locking): Promise<Commented> {
  const found = await findComment(ctx, params.comment_id, lock)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** The comment for a change of its text: its author's alone. */
export async function ownComment(call: ById): Promise<Commented> {
  const comment = await readableComment(call)
  if (comment.author_id !== call.ctx.user.user_id) throw forbidden('Only the author may change a comment.')
  return comment
}

/** The comment to be deleted: by its author, an owner of the project, or an org admin. */
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
