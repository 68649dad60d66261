import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { conflict, invalid } from '../../kernel/problem.ts'
import { acknowledgement, object, pageOf, searched, text } from '../../kernel/schema.ts'
import { olderProjectQuery } from '../projects/schemas.ts'
import { readableTask } from '../tasks/access.ts'
import type { TaskJudged } from '../tasks/rows.ts'
import { ownComment, readableComment, removableComment } from './access.ts'
import { changeMentions, resolveMentions } from './mentions.ts'
import { presentThread } from './present.ts'
import * as queries from './queries.ts'
import { findComment, type CommentRow, type Mentioned } from './rows.ts'
import { contentOf, mostReplies, requireSame, requireTopLevel, deepest } from './rules.ts'
import { commentCreate, commentUpdate, replyCreate, taskComment } from './schemas.ts'

const taskCommentAdded = { 'task.comment_added': 'A comment or reply was written. The text is not told.' }

const params = object({ comment_id: text() })

/** How events name a comment: they name its task and its id, and never what it says. */
const asComment = (
  task: Pick<TaskJudged, 'org_id' | 'task_id' | 'project_id'>,
  row: Pick<CommentRow, 'comment_id'>,
) => ({
  org_id: task.org_id,
  resource_type: 'task',
  resource_id: task.task_id,
  project_id: task.project_id,
  part_id: row.comment_id,
})

/** Copies a mention, with its keys in the order of a comment that is read from the database. */
const toMentioned = ({ email, user_id, username }: Mentioned): Mentioned => ({ email, user_id, username })

/** A comment as it is stored now, with its replies. */
async function shown(ctx: Context, commentId: string) {
  const row = (await findComment(ctx, commentId, false))!
  return answer(presentThread(ctx, row, row.task_title), row.version)
}

export const listComments = operation({
  id: 'task-comments.list',
  method: 'GET',
  path: '/v1/task-comments',
  summary: "List a task's comments",
  description: 'Threads, oldest first: each comment with its replies below it. Paging counts threads.',
  scope: 'tasks:read',
  query: object({
    task_id: text({ min: 1, description: 'The task.' }),
    search: searched('Only threads in which this is said somewhere, in any case.'),
  }),
  list: queries.threadSorts,
  problems: { 404: 'the task is missing, or not for you to see' },
  reply: { status: 200, schema: pageOf(taskComment) },
  access: ({ ctx, query }) => readableTask({ ctx, params: query }),
  async handle({ ctx, target, query, list }) {
    const found = await queries.listThreads(ctx, list, target, query.search)
    return pageAnswer(ctx, list, found, (page) =>
      page.map((thread) => presentThread(ctx, thread, target.title)),
    )
  },
})

export const createComment = operation({
  id: 'task-comments.create',
  method: 'POST',
  path: '/v1/task-comments',
  summary: 'Comment on a task',
  description:
    'Requires read access to the task. Send `content` or `comment`; `content` wins. Users who can read the task and whom ' +
    'the text names as `@username`, in any case and outside of code, links and addresses, are mentioned and notified, as ' +
    'are those in `mentions`.',
  scope: 'tasks:write',
  body: commentCreate,
  reply: { status: 201, schema: taskComment },
  problems: {
    404: 'the task is missing, or not for you to see',
    422: 'a user in `mentions` cannot read the task',
  },
  emits: taskCommentAdded,
  example: { body: { task_id: 'T1JM6SW2Z0A1B2C3D', content: 'The crane is checked.' } },
  access: async ({ ctx, body }) => ({ task: await readableTask({ ctx, params: body }) }),
  async handle({ ctx, target: { task }, body }) {
    requireTopLevel(body)
    requireSame('org_id', body.org_id?.toLowerCase(), task.org_id)
    const content = contentOf(body)
    if (content === null) throw invalid(['body', 'content'], 'is required', 'missing')
    const [found] = await Promise.all([
      resolveMentions(ctx, task, content, body.mentions ?? []),
      queries.followTask(ctx, task),
    ])
    const mentions = found.map(toMentioned)
    const comment_id = ctx.newId('C')
    const row = queries.insertComment(ctx, task, { comment_id, content, mentions, parent: null })
    const after = { comment_id, parent_comment_id: null, mentions: mentions.map((one) => one.username) }
    ctx.emit({ ...asComment(task, { comment_id }), type: 'task.comment_added', before: null, after })
    return answer(presentThread(ctx, { ...row, replies: [] }, task.title), row.version)
  },
})

export const replyToComment = operation({
  id: 'task-comments.reply',
  method: 'POST',
  path: '/v1/task-comments/reply',
  summary: 'Answer a comment',
  description: `Requires read access to the task. Replies can be nested up to ${deepest} deep; a thread has at most ${mostReplies} replies. Mentions work as in a comment.`,
  scope: 'tasks:write',
  body: replyCreate,
  reply: { status: 201, schema: taskComment },
  problems: {
    404: 'the comment or its task is missing, or not for you to see',
    409: 'the thread is full, or as deep as threads go',
    422: 'a user in `mentions` cannot read the task',
  },
  emits: taskCommentAdded,
  example: { body: { parent_comment_id: 'C1JM6SW2Z0A1B2C3D', content: 'Thank you.' } },
  async access({ ctx, body }) {
    const parent = await readableComment({ ctx, params: { comment_id: body.parent_comment_id } }, false)
    return { parent }
  },
  async handle({ ctx, target: { parent }, body }) {
    if (parent.depth >= deepest) throw conflict(`A thread is at most ${deepest} deep: answer further up.`)
    if (parent.replies.length >= mostReplies) throw conflict(`A thread holds at most ${mostReplies} replies.`)
    const { task } = parent
    const { content } = body
    const [mentions] = await Promise.all([
      resolveMentions(ctx, task, content, body.mentions ?? []),
      queries.followTask(ctx, task),
    ])
    const comment_id = ctx.newId('C')
    queries.insertComment(ctx, task, { comment_id, content, mentions, parent })
    const names = mentions.map((one) => one.username)
    const after = { comment_id, parent_comment_id: parent.comment_id, mentions: names }
    ctx.emit({ ...asComment(task, { comment_id }), type: 'task.comment_added', before: null, after })
    return shown(ctx, comment_id)
  },
})

export const readComment = operation({
  id: 'task-comments.read',
  method: 'GET',
  path: '/v1/task-comments/{comment_id}',
  summary: 'Read a comment with its replies',
  scope: 'tasks:read',
  params,
  query: olderProjectQuery,
  reply: { status: 200, schema: taskComment },
  access: readableComment,
  handle: async ({ ctx, target }) => answer(presentThread(ctx, target, target.task_title), target.version),
})

export const updateComment = operation({
  id: 'task-comments.update',
  method: 'PUT',
  path: '/v1/task-comments/{comment_id}',
  summary: 'Change what a comment says',
  description:
    'Only its author. Absent fields are unchanged. Users that the new text adds as `@username` are mentioned and ' +
    'notified; users that it no longer names are no longer mentioned.',
  scope: 'tasks:write',
  params,
  query: olderProjectQuery,
  body: commentUpdate,
  reply: { status: 200, schema: taskComment },
  emits: { 'task.comment_updated': 'A comment was changed. The text is not told.' },
  example: { body: { content: 'The crane is checked, and sound.' } },
  access: ownComment,
  async handle({ ctx, target, body }) {
    requireSame('org_id', body.org_id?.toLowerCase(), target.org_id)
    requireSame('task_id', body.task_id, target.task_id)
    const content = contentOf(body)
    if (content === null || content === target.content)
      return answer(presentThread(ctx, target, target.task_title), target.version)
    const mentions = changeMentions(target, await resolveMentions(ctx, target.task, content))
    queries.updateComment(ctx, target, { content, mentions })
    const { comment_id } = target
    const names = (of: readonly Mentioned[]) => of.map((one) => one.username)
    const change = {
      before: { comment_id, mentions: names(target.mentions) },
      after: { comment_id, mentions: names(mentions) },
    }
    ctx.emit({ ...asComment(target.task, target), type: 'task.comment_updated', ...change })
    return shown(ctx, comment_id)
  },
})

export const patchComment = alsoAs('PATCH', updateComment, 'task-comments.update_patch')

export const deleteComment = operation({
  id: 'task-comments.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/task-comments/{comment_id}',
  summary: 'Delete a comment',
  description:
    'Its author, owners of the project and org admins. Replies to it stay: below a comment without author and text.',
  scope: 'tasks:write',
  params,
  query: olderProjectQuery,
  reply: { status: 200, schema: acknowledgement },
  emits: { 'task.comment_removed': 'A comment was deleted.' },
  access: removableComment,
  async handle({ ctx, target }) {
    await queries.deleteComment(ctx, target)
    const before = { comment_id: target.comment_id }
    ctx.emit({ ...asComment(target.task, target), type: 'task.comment_removed', before, after: null })
    return answer({ ok: true }, target.version + 1)
  },
})
