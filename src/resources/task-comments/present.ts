import type { Context } from '../../kernel/context.ts'
import type { CommentRow, Thread } from './rows.ts'

/** A comment as it is answered, with everything below it. */
export interface CommentOut extends Record<string, unknown> {
  comment_id: string
  replies: CommentOut[]
}

function presentOne(ctx: Context, row: CommentRow, taskTitle: string): CommentOut {
  const gone = row.deleted_at !== null
  const guest = ctx.caller.memberOf(row.org_id).role === 'guest'
  const content = gone ? null : row.content
  return {
    comment_id: row.comment_id,
    task_id: row.task_id,
    task_title: taskTitle,
    created_by: gone ? null : row.created_by,
    comment: content,
    content,
    parent_comment_id: row.parent_id,
    org_id: row.org_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    // A guest is not shown the addresses of people it may share nothing else with.
    mentions: gone ? [] : row.mentions.map((one) => (guest ? { ...one, email: null } : one)),
    version: row.version,
    replies: [],
  }
}

/** Presents a comment with its replies below it. A deleted one stays, without what it said, where a reply to it stays. */
export function presentThread(ctx: Context, thread: Thread, taskTitle: string): CommentOut {
  const top = presentOne(ctx, thread, taskTitle)
  const others = thread.replies.filter((row) => row.comment_id !== thread.comment_id)
  const below = others.map((row) => ({ row, out: presentOne(ctx, row, taskTitle) }))
  const known = new Map([
    [thread.comment_id, top],
    ...below.map(({ row, out }) => [row.comment_id, out] as const),
  ])
  // The deepest come first, so that when it is a deleted reply's turn it is known whether anything stays below it.
  for (const { row, out } of below.toSorted((a, b) => b.row.depth - a.row.depth)) {
    const parent = known.get(row.parent_id!)
    if (!parent || (row.deleted_at !== null && out.replies.length === 0)) continue
    parent.replies.push(out)
  }
  return top
}
