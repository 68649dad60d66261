import { conflict, invalid } from '../../../core/errors.ts'

/** Maximum nesting of a reply. */
export const MAX_REPLY_DEPTH = 20
/** Maximum number of replies in a thread, which is always returned as a whole. */
export const MAX_THREAD_REPLIES = 500

export const getCommentText = (body: { comment?: string | null; content?: string | null }): string | null =>
  body.content ?? body.comment ?? null

/** Throws 409 for a comment that is too deep, or in a thread that is full. */
export function requireReplyable({ depth, replies }: { depth: number; replies: readonly unknown[] }): void {
  if (depth >= MAX_REPLY_DEPTH)
    throw conflict(`Replies are nested at most ${MAX_REPLY_DEPTH} levels deep. Reply to a higher comment.`)
  if (replies.length >= MAX_THREAD_REPLIES)
    throw conflict(`A thread has at most ${MAX_THREAD_REPLIES} replies. Start a new comment.`)
}

export function rejectParentComment(body: { parent_comment_id?: string | null }): void {
  if (body.parent_comment_id != null)
    throw invalid(['body', 'parent_comment_id'], 'Use POST /v1/task-comments/reply to reply to a comment.')
}

export function requireSameCommentField(name: string, sent: string | null | undefined, stored: string): void {
  if (sent != null && sent !== stored)
    throw invalid(['body', name], `must be the ${name} of the comment, which cannot change`, 'mismatch')
}
