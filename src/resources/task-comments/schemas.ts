import {
  dateTime,
  ignored,
  list,
  nullable,
  nullables,
  object,
  older,
  partial,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'

const said = { min: 1, max: 50_000, visible: true }
const content = text(said)
const comment = older(text(said), 'Older name of `content`, which wins where both are sent.')

const mention = object(nullables({ user_id: text(), username: text(), email: text() }), {
  title: 'TaskCommentMention',
})

const mentions = list(mention, {
  maxItems: 50,
  description:
    'Users who can read the task, each by one of the three, in addition to those that the text mentions.',
})

const sentAlong = ignored({
  task_title: text(),
  created_by: text(),
  created_at: dateTime(),
  updated_at: dateTime(),
})
const shared = {
  comment,
  content,
  org_id: older(text(), 'The organization of the task.'),
}

export const commentCreate = object(
  {
    task_id: text({ min: 1, description: 'The task.' }),
    ...nullables({
      ...shared,
      ...sentAlong,
      parent_comment_id: older(text(), 'Not here: answer a comment with `task-comments.reply`.'),
      mentions,
    }),
  },
  { title: 'TaskCommentCreate' },
)
/** The body that makes a comment. */
export type CommentCreate = Static<typeof commentCreate>

export const commentUpdate = partial(
  { task_id: older(text(), 'The task it is about; a comment stays there.'), ...shared, ...sentAlong },
  { title: 'TaskCommentUpdate' },
)

export const replyCreate = object(
  {
    content,
    parent_comment_id: text({ min: 1, description: 'Comment to reply to.' }),
    ...nullables({ mentions }),
  },
  { title: 'TaskCommentReplyCreate' },
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
  version,
}

/** A comment within a thread. */
const reply = { ...object({ comment_id: text() }, { additionalProperties: true }), recursive: 'TaskComment' }

export const taskComment = object(
  {
    ...fields,
    replies: list(reply, {
      description: 'Answers to it, oldest first: each a comment like this one, with replies of its own.',
    }),
  },
  { title: 'TaskComment' },
)
