import { invalid } from '../../kernel/problem.ts'

/** How far below its first comment a reply may be. */
export const deepest = 20
/** How many replies a thread may hold, since it is answered as a whole. */
export const mostReplies = 500

/** What a body says, by either name; `content` wins. Null when neither is there. */
export const contentOf = (body: { comment?: string | null; content?: string | null }): string | null =>
  body.content ?? body.comment ?? null

/** 422 for a comment that names what it answers. */
export function requireTopLevel(body: { parent_comment_id?: string | null }): void {
  if (body.parent_comment_id != null)
    throw invalid(['body', 'parent_comment_id'], 'Answer a comment with POST /v1/task-comments/reply.')
}

/** 422 for a field sent back that is not the comment's own. */
export function requireSame(name: string, sent: string | null | undefined, own: string): void {
  if (sent != null && sent !== own)
    throw invalid(['body', name], `A comment stays where it is: this is not its ${name}.`, 'mismatch')
}
