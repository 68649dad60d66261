import * as s from '../../../core/schema.ts'

const textLimits = { min: 1, max: 50_000, visible: true }
const content = s.text({ ...textLimits, description: 'Text of the comment (Markdown).' })
const comment = s.deprecatedField(
  s.text(textLimits),
  'Deprecated; use `content`, which takes precedence if both are sent.',
)

const mention = s.namedObject(
  'TaskCommentMention',
  s.optionalNullables({
    user_id: s.text('ID of the user.'),
    username: s.text('Username (case-insensitive).'),
    email: s.text('Email address, which must be verified to match in a request. Null in responses to guests.'),
  }),
)

const mentions = s.array(mention, {
  maxItems: 50,
  description:
    'Users to mention in addition to those in the text. Each is identified by `user_id`, else `username`, else `email`, ' +
    'and must be able to read the task.',
})

const ignoredFields = s.readOnlyFields({
  task_title: s.text(),
  created_by: s.text(),
  created_at: s.dateTime(),
  updated_at: s.dateTime(),
})
const shared = { comment, content, org_id: s.deprecatedField(s.text(), 'Must be the organization of the task.') }

export const commentCreateSchema = s.namedObject('TaskCommentCreate', {
  task_id: s.text({ min: 1, description: 'ID of the task.' }),
  ...s.optionalNullables({
    ...shared,
    ...ignoredFields,
    parent_comment_id: s.deprecatedField(
      s.text(),
      'Must be null or omitted; use `POST /v1/task-comments/reply` to reply.',
    ),
    mentions,
  }),
})

export const externalCommentSchema = s.namedObject('ExternalComment', {
  task_id: s.text({ min: 1, description: 'ID of the task, which cannot change.' }),
  content,
  ...s.optionalNullables({ mentions }),
})

export type CommentCreate = s.Static<typeof commentCreateSchema>

export const commentUpdateSchema = s.partialUpdate('TaskCommentUpdate', [], {
  task_id: s.deprecatedField(s.text(), 'Must be the task of the comment, which cannot change.'),
  ...shared,
  ...ignoredFields,
})

export type CommentUpdate = s.Static<typeof commentUpdateSchema>

export const replyCreateSchema = s.namedObject('TaskCommentReplyCreate', {
  content,
  parent_comment_id: s.text({ min: 1, description: 'ID of the comment to reply to.' }),
  ...s.optionalNullables({ mentions }),
})

const fields = {
  comment_id: s.text('ID of the comment.'),
  task_id: s.text('ID of the task.'),
  task_title: s.nullable(s.text('Title of the task.')),
  created_by: s.nullable(s.text('Username of the author; null for a deleted comment with replies.')),
  comment: s.nullable(s.text('Same as `content`.')),
  content: s.nullable(s.text('Text (Markdown); null for a deleted comment with replies.')),
  parent_comment_id: s.nullable(s.text('ID of the comment that it replies to.')),
  org_id: s.nullable(s.text('ID of the organization.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  mentions: s.nullable(s.array(mention, 'Mentioned users.')),
  version: s.versionField,
}

const reply = {
  ...s.object({ comment_id: s.text('ID of the reply.') }, { additionalProperties: true }),
  recursive: 'TaskComment',
}

export const taskCommentSchema = s.namedObject('TaskComment', {
  ...fields,
  replies: s.array(reply, 'Replies, oldest first; each has the fields of a comment and may have replies itself.'),
})
