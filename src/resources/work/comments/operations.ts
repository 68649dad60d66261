import { respond } from '../../../http/result.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import * as s from '../../../core/schema.ts'
import { ignoredProjectQuery } from '../projects/schema.ts'
import { loadReadableTask, lockTaskClaim } from '../tasks/policy.ts'
import { advanceTimePastEvents } from '../tasks/queries/last-event.ts'
import { buildCommentSubject, createComment, respondWithThread, updateComment } from './commands.ts'
import {
  loadTaskToComment,
  loadCommentForDelete,
  loadCommentForReply,
  loadCommentForUpdate,
  loadReadableComment,
} from './policy.ts'
import { resolveMentions } from './mentions.ts'
import { presentThread } from './presenter.ts'
import * as rules from './rules.ts'
import { commentCreateSchema, commentUpdateSchema, replyCreateSchema, taskCommentSchema } from './schema.ts'
import * as queries from './queries.ts'

export const taskCommentAdded = {
  'task.comment_added': 'A comment or reply was added. The event does not include the text.',
}
export const taskCommentUpdated = {
  'task.comment_updated': 'A comment was updated. The event does not include the text.',
}

const taskProblem = 'The task does not exist or you cannot read it.'

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
  reply: { status: 201, schema: taskCommentSchema, created: '/v1/task-comments/{comment_id}' },
  problems: { 404: taskProblem, 422: 'A user in `mentions` does not exist or cannot read the task.' },
  emits: taskCommentAdded,
  example: { body: { task_id: 'T1JM6SW2Z0A1B2C3D', content: 'The crane is checked.' } },
  writeGroup: ({ org_id, task_id }) => ({ orgId: org_id, resourceId: task_id }),
  authorize: loadTaskToComment,
  ifMatch: true,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target, body }) {
    const created = await createComment(ctx, target, body)
    return respond(presentThread(ctx, created, target.title), created.version)
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
  reply: { status: 201, schema: taskCommentSchema, created: '/v1/task-comments/{comment_id}' },
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
  authorize: loadReadableComment,
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
  emits: taskCommentUpdated,
  example: { body: { content: 'The crane is checked, and sound.' } },
  lockClaims: lockTaskClaim,
  authorize: loadCommentForUpdate,
  handle: ({ ctx, target, body }) => updateComment(ctx, target, body),
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
