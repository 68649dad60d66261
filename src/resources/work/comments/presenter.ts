import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { CommentRow, CommentThread } from './queries.ts'
import { taskCommentSchema } from './schema.ts'

interface PresentedComment extends Record<string, unknown> {
  comment_id: string
  replies: PresentedComment[]
}

function presentOne(ctx: Context, row: CommentRow, taskTitle: string): PresentedComment {
  const isDeleted = row.deleted_at !== null
  const isGuest = ctx.caller.requireMembership(row.org_id).role === 'guest'
  const content = isDeleted ? null : row.content
  return pickProperties(taskCommentSchema, {
    ...row,
    task_title: taskTitle,
    created_by: isDeleted ? null : row.created_by,
    comment: content,
    content,
    parent_comment_id: row.parent_id,
    // Hidden from guests, who may share nothing else with these users.
    mentions: isDeleted ? [] : row.mentions.map((user) => (isGuest ? { ...user, email: null } : user)),
    replies: [],
  })
}

/** Nests the replies of a thread. Deleted comments remain, without text, only above replies that remain. */
export function presentThread(ctx: Context, thread: CommentThread, taskTitle: string): PresentedComment {
  const top = presentOne(ctx, thread, taskTitle)
  const others = thread.replies.filter((row) => row.comment_id !== thread.comment_id)
  const below = others.map((row) => ({ row, out: presentOne(ctx, row, taskTitle) }))
  const known = new Map([[thread.comment_id, top], ...below.map(({ row, out }) => [row.comment_id, out] as const)])
  // Visits the deepest replies first, so that it is known whether a deleted reply still has replies.
  for (const { row, out } of below.toSorted((a, b) => b.row.depth - a.row.depth)) {
    const parent = known.get(row.parent_id!)
    if (!parent || (row.deleted_at !== null && out.replies.length === 0)) continue
    parent.replies.push(out)
  }
  return top
}
