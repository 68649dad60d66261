import type { Context } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { respond } from '../../../http/result.ts'
import type { TaskWithAccess } from '../tasks/queries/rows.ts'
import { mergeMentions, resolveMentions } from './mentions.ts'
import { presentThread } from './presenter.ts'
import {
  findComment,
  insertComment,
  saveComment,
  type CommentRow,
  type CommentWithTask,
  type MentionedUser,
} from './queries.ts'
import * as rules from './rules.ts'
import type { CommentCreate, CommentUpdate } from './schema.ts'

/** Returns the subject fields of an event about a comment. Events never include its text. */
export const buildCommentSubject = (
  task: Pick<TaskWithAccess, 'org_id' | 'task_id' | 'project_id'>,
  row: Pick<CommentRow, 'comment_id'>,
) => ({
  org_id: task.org_id,
  resource_type: 'task',
  resource_id: task.task_id,
  project_id: task.project_id,
  part_id: row.comment_id,
})

/** Copies a mention with its keys in the order of the stored JSON. */
const toMentioned = ({ email, user_id, username }: MentionedUser): MentionedUser => ({ email, user_id, username })

export async function respondWithThread(ctx: Context, commentId: string) {
  const row = (await findComment(ctx, commentId, false))!
  return respond(presentThread(ctx, row, row.task_title), row.version)
}

/** Adds a comment to a task that the caller can read. */
export async function createComment(ctx: Context, task: TaskWithAccess, body: CommentCreate) {
  rules.rejectParentComment(body)
  rules.requireSameCommentField('org_id', body.org_id?.toLowerCase(), task.org_id)
  const content = rules.getCommentText(body)
  if (content === null) throw invalid(['body', 'content'], 'is required', 'missing')
  const mentions = (await resolveMentions(ctx, task, content, body.mentions ?? [])).map(toMentioned)
  const comment_id = ctx.newId('C')
  const row = insertComment(ctx, task, { comment_id, content, mentions, parent: null })
  const after = { comment_id, parent_comment_id: null, mentions: mentions.map((one) => one.username) }
  ctx.emit({ ...buildCommentSubject(task, { comment_id }), type: 'task.comment_added', before: null, after })
  return { ...row, replies: [] }
}

/** Updates the text of a comment of the caller; returns the response. */
export async function updateComment(ctx: Context, stored: CommentWithTask, body: CommentUpdate) {
  rules.requireSameCommentField('org_id', body.org_id?.toLowerCase(), stored.org_id)
  rules.requireSameCommentField('task_id', body.task_id, stored.task_id)
  const content = rules.getCommentText(body)
  if (content === null || content === stored.content)
    return respond(presentThread(ctx, stored, stored.task_title), stored.version)
  const mentions = mergeMentions(stored, await resolveMentions(ctx, stored.task, content))
  saveComment(ctx, stored, { content, mentions })
  const { comment_id } = stored
  const listNames = (users: readonly MentionedUser[]) => users.map((user) => user.username)
  const change = {
    before: { comment_id, mentions: listNames(stored.mentions) },
    after: { comment_id, mentions: listNames(mentions) },
  }
  ctx.emit({ ...buildCommentSubject(stored.task, stored), type: 'task.comment_updated', ...change })
  return respondWithThread(ctx, comment_id)
}
