import {
  dateTime,
  list,
  nullable,
  nullables,
  object,
  partial,
  text,
  type Static,
} from '../../kernel/schema.ts'

const said = { min: 1, max: 50_000, pattern: '\\S' }
const content = text(said)
const comment = text({ ...said, description: 'Older name of `content`, which wins where both are sent.' })

const mention = object(nullables({ user_id: text(), username: text(), email: text() }), {
  title: 'TaskCommentMention',
})

/** What the server owns: checked for its type, accepted, never trusted. */
const ignored = { task_title: text(), created_by: text(), created_at: dateTime(), updated_at: dateTime() }
const shared = { comment, content, org_id: text() }

export const commentCreate = object(
  {
    task_id: text({ min: 1, description: 'The task.' }),
    ...nullables({
      ...shared,
      ...ignored,
      parent_comment_id: text({ description: 'Not here: answer a comment with `task-comments.reply`.' }),
      mentions: list(mention, {
        maxItems: 50,
        description: 'People who can read the task, each by one of the three.',
      }),
    }),
  },
  { title: 'TaskCommentCreate' },
)
export type CommentCreate = Static<typeof commentCreate>

export const commentUpdate = partial(
  { task_id: text(), ...shared, ...ignored },
  { title: 'TaskCommentUpdate' },
)

export const replyCreate = object(
  { content, parent_comment_id: text({ min: 1, description: 'The comment that is answered.' }) },
  { title: 'ReplyCreate' },
)

const fields = {
  comment_id: text(),
  task_id: text(),
  task_title: nullable(text()),
  created_by: nullable(text({ description: 'Null for a deleted comment that is kept for its replies.' })),
  comment: nullable(text({ description: 'The same as `content`.' })),
  content: nullable(text({ description: 'Null for a deleted comment that is kept for its replies.' })),
  parent_comment_id: nullable(text()),
  org_id: nullable(text()),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  mentions: nullable(list(mention)),
}

export const taskComment = object(
  {
    ...fields,
    replies: list(object({ comment_id: text() }, { additionalProperties: true, title: 'TaskCommentReply' }), {
      description: 'Answers to it, oldest first: each a comment like this one, with replies of its own.',
    }),
  },
  { title: 'TaskCommentInDB' },
)
