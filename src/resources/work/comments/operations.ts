import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { invalid } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { ignoredProjectQuery } from '../projects/schema.ts'
import { loadReadableTask, lockTaskClaim } from '../tasks/policy.ts'
import { advanceTimePastEvents } from '../tasks/queries/last-event.ts'
import type { TaskAccess } from '../tasks/queries/rows.ts'
import {
  loadTaskToComment,
  loadCommentForDelete,
  loadCommentForReply,
  loadCommentForUpdate,
  loadVisibleComment,
} from './policy.ts'
import { mergeMentions, resolveMentions } from './mentions.ts'
import { presentThread } from './presenter.ts'
import { findComment, type CommentRow, type MentionedUser } from './queries.ts'
import * as rules from './rules.ts'
import { commentCreateSchema, commentUpdateSchema, replyCreateSchema, taskCommentSchema } from './schema.ts'
import * as queries from './queries.ts'

const taskCommentAdded = { 'task.comment_added': 'A comment or reply was added. The event does not include the text.' }

const taskProblem = 'The task does not exist or you cannot read it.'

/** Returns the subject fields of an event about a comment. Events never include its text. */
const buildCommentSubject = (
  task: Pick<TaskAccess, 'org_id' | 'task_id' | 'project_id'>,
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

async function respondWithThread(ctx: Context, commentId: string) {
  const row = (await findComment(ctx, commentId, false))!
  return respond(presentThread(ctx, row, row.task_title), row.version)
}

export const listCommentsOperation = defineOperation({
  id: 'task-comments.list',
  method: 'GET',
  path: '/v1/task-comments',
  summary: 'List task comments',
  description:
    'Returns the comments of a task as threads, oldest first, each with its nested replies. A page counts threads.',
  scope: 'tasks:read',
  query: s.object({
    task_id: s.text({ min: 1, description: 'ID of the task.' }),
    search: s.searchParam('Only threads with a comment or reply that contains this text (case-insensitive).'),
  }),
  list: queries.threadSorts,
  problems: { 404: taskProblem },
  reply: { status: 200, schema: s.pageSchema(taskCommentSchema) },
  authorize: ({ ctx, query }) => loadReadableTask({ ctx, params: query }),
  async handle({ ctx, target, query, list }) {
    const found = await queries.selectThreadPage(ctx, list, target, query.search)
    return respondWithPage(ctx, list, found, (thread) => presentThread(ctx, thread, target.title))
  },
})

export const createCommentOperation = defineOperation({
  id: 'task-comments.create',
  method: 'POST',
  path: '/v1/task-comments',
  summary: 'Create a comment',
  description:
    'Adds a comment to a task. Users in `mentions` are mentioned and notified, as are users who appear in the text as ' +
    '`@username` (case-insensitive, outside of code, links and email addresses) and can read the task. `content` takes ' +
    'precedence over the deprecated `comment`; one of them is required. `If-Match` refers to the task. Requires: read ' +
    'access to the task.',
  scope: 'tasks:write',
  body: commentCreateSchema,
  reply: { status: 201, schema: taskCommentSchema },
  problems: { 404: taskProblem, 422: 'A user in `mentions` does not exist or cannot read the task.' },
  emits: taskCommentAdded,
  example: { body: { task_id: 'T1JM6SW2Z0A1B2C3D', content: 'The crane is checked.' } },
  writeGroup: ({ org_id, task_id }) => ({ orgId: org_id, resourceId: task_id }),
  authorize: loadTaskToComment,
  ifMatch: true,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target: task, body }) {
    rules.rejectParentComment(body)
    rules.requireSameCommentField('org_id', body.org_id?.toLowerCase(), task.org_id)
    const content = rules.getCommentText(body)
    if (content === null) throw invalid(['body', 'content'], 'is required', 'missing')
    const mentions = (await resolveMentions(ctx, task, content, body.mentions ?? [])).map(toMentioned)
    const comment_id = ctx.newId('C')
    const row = queries.insertComment(ctx, task, { comment_id, content, mentions, parent: null })
    const after = { comment_id, parent_comment_id: null, mentions: mentions.map((one) => one.username) }
    ctx.emit({ ...buildCommentSubject(task, { comment_id }), type: 'task.comment_added', before: null, after })
    return respond(presentThread(ctx, { ...row, replies: [] }, task.title), row.version)
  },
})

export const replyToCommentOperation = defineOperation({
  id: 'task-comments.reply',
  method: 'POST',
  path: '/v1/task-comments/reply',
  summary: 'Reply to a comment',
  description: `Adds a reply to a comment. Replies can be nested ${rules.MAX_REPLY_DEPTH} levels deep; a thread has at most ${rules.MAX_THREAD_REPLIES} replies. Mentions work as for a comment. \`If-Match\` refers to the comment. Requires: read access to the task.`,
  scope: 'tasks:write',
  body: replyCreateSchema,
  reply: { status: 201, schema: taskCommentSchema },
  problems: {
    404: 'The comment does not exist, or you cannot read it.',
    409: 'The thread is full or at its maximum depth.',
    422: 'A user in `mentions` cannot read the task.',
  },
  emits: taskCommentAdded,
  example: { body: { parent_comment_id: 'C1JM6SW2Z0A1B2C3D', content: 'Thank you.' } },
  authorize: loadCommentForReply,
  ifMatch: true,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target: parent, body }) {
    rules.requireReplyable(parent)
    const { task } = parent
    const { content } = body
    const [mentions] = await Promise.all([
      resolveMentions(ctx, task, content, body.mentions ?? []),
      advanceTimePastEvents(ctx, task.task_id),
    ])
    const comment_id = ctx.newId('C')
    queries.insertComment(ctx, task, { comment_id, content, mentions, parent })
    const names = mentions.map((one) => one.username)
    const after = { comment_id, parent_comment_id: parent.comment_id, mentions: names }
    ctx.emit({ ...buildCommentSubject(task, { comment_id }), type: 'task.comment_added', before: null, after })
    return respondWithThread(ctx, comment_id)
  },
})

export const getCommentOperation = defineOperation({
  id: 'task-comments.read',
  method: 'GET',
  path: '/v1/task-comments/{comment_id}',
  summary: 'Get a comment',
  description: 'Returns a comment or reply with all replies below it.',
  scope: 'tasks:read',
  query: ignoredProjectQuery,
  reply: { status: 200, schema: taskCommentSchema },
  authorize: loadVisibleComment,
  handle: async ({ ctx, target }) => respond(presentThread(ctx, target, target.task_title), target.version),
})

export const updateCommentOperation = defineOperation({
  id: 'task-comments.update',
  method: 'PUT',
  path: '/v1/task-comments/{comment_id}',
  summary: 'Update a comment',
  description:
    'Updates the text of a comment; without `content` or `comment` nothing changes. Users that the new text adds as ' +
    '`@username` are mentioned and notified; users that it no longer names are no longer mentioned. Requires: author of ' +
    'the comment.',
  scope: 'tasks:write',
  query: ignoredProjectQuery,
  body: commentUpdateSchema,
  reply: { status: 200, schema: taskCommentSchema },
  emits: { 'task.comment_updated': 'A comment was updated. The event does not include the text.' },
  example: { body: { content: 'The crane is checked, and sound.' } },
  lockClaims: lockTaskClaim,
  authorize: loadCommentForUpdate,
  async handle({ ctx, target, body }) {
    rules.requireSameCommentField('org_id', body.org_id?.toLowerCase(), target.org_id)
    rules.requireSameCommentField('task_id', body.task_id, target.task_id)
    const content = rules.getCommentText(body)
    if (content === null || content === target.content)
      return respond(presentThread(ctx, target, target.task_title), target.version)
    const mentions = mergeMentions(target, await resolveMentions(ctx, target.task, content))
    queries.saveComment(ctx, target, { content, mentions })
    const { comment_id } = target
    const listNames = (users: readonly MentionedUser[]) => users.map((user) => user.username)
    const change = {
      before: { comment_id, mentions: listNames(target.mentions) },
      after: { comment_id, mentions: listNames(mentions) },
    }
    ctx.emit({ ...buildCommentSubject(target.task, target), type: 'task.comment_updated', ...change })
    return respondWithThread(ctx, comment_id)
  },
})

export const patchCommentOperation = methodAlias('PATCH', updateCommentOperation, 'task-comments.update_patch')

export const deleteCommentOperation = defineOperation({
  id: 'task-comments.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/task-comments/{comment_id}',
  summary: 'Delete a comment',
  description:
    'Deletes a comment. If it has replies, it remains in the thread without author and text. Requires: author of the ' +
    'comment, owner of the project, or organization admin.',
  scope: 'tasks:write',
  query: ignoredProjectQuery,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'task.comment_removed': 'A comment was deleted.' },
  lockClaims: lockTaskClaim,
  authorize: loadCommentForDelete,
  async handle({ ctx, target }) {
    await queries.markCommentDeleted(ctx, target)
    const before = { comment_id: target.comment_id }
    ctx.emit({ ...buildCommentSubject(target.task, target), type: 'task.comment_removed', before, after: null })
    return respond({ ok: true }, target.version + 1)
  },
})
