import {
  dateTime,
  readOnlyFields,
  list,
  nullable,
  optionalNullables,
  object,
  deprecatedField,
  partialUpdate,
  text,
  versionField,
  type Static,
} from '../../../core/schema.ts'

const textLimits = { min: 1, max: 50_000, visible: true }
const content = text({ ...textLimits, description: 'Text of the comment (Markdown).' })
const comment = deprecatedField(text(textLimits), 'Deprecated; use `content`, which takes precedence if both are sent.')

const mention = object(
  optionalNullables({
    user_id: text({ description: 'ID of the user.' }),
    username: text({ description: 'Username (case-insensitive).' }),
    email: text({
      description: 'Email address, which must be verified to match in a request. Null in responses to guests.',
    }),
  }),
  { title: 'TaskCommentMention' },
)

const mentions = list(mention, {
  maxItems: 50,
  description:
    'Users to mention in addition to those in the text. Each is identified by `user_id`, else `username`, else `email`, ' +
    'and must be able to read the task.',
})

const ignoredFields = readOnlyFields({
  task_title: text(),
  created_by: text(),
  created_at: dateTime(),
  updated_at: dateTime(),
})
const shared = {
  comment,
  content,
  org_id: deprecatedField(text(), 'Must be the organization of the task.'),
}

export const commentCreateSchema = object(
  {
    task_id: text({ min: 1, description: 'ID of the task.' }),
    ...optionalNullables({
      ...shared,
      ...ignoredFields,
      parent_comment_id: deprecatedField(
        text(),
        'Must be null or omitted; use `POST /v1/task-comments/reply` to reply.',
      ),
      mentions,
    }),
  },
  { title: 'TaskCommentCreate' },
)
export type CommentCreate = Static<typeof commentCreateSchema>

export const commentUpdateSchema = partialUpdate(
  {
    task_id: deprecatedField(text(), 'Must be the task of the comment, which cannot change.'),
    ...shared,
    ...ignoredFields,
  },
  { title: 'TaskCommentUpdate' },
)

export const replyCreateSchema = object(
  {
    content,
    parent_comment_id: text({ min: 1, description: 'ID of the comment to reply to.' }),
    ...optionalNullables({ mentions }),
  },
  { title: 'TaskCommentReplyCreate' },
)

const fields = {
  comment_id: text({ description: 'ID of the comment.' }),
  task_id: text({ description: 'ID of the task.' }),
  task_title: nullable(text({ description: 'Title of the task.' })),
  created_by: nullable(text({ description: 'Username of the author; null for a deleted comment with replies.' })),
  comment: nullable(text({ description: 'Same as `content`.' })),
  content: nullable(text({ description: 'Text (Markdown); null for a deleted comment with replies.' })),
  parent_comment_id: nullable(text({ description: 'ID of the comment that it replies to.' })),
  org_id: nullable(text({ description: 'ID of the organization.' })),
  created_at: nullable(dateTime({ description: 'Time of creation.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
  mentions: nullable(list(mention, { description: 'Mentioned users.' })),
  version: versionField,
}

const reply = {
  ...object({ comment_id: text({ description: 'ID of the reply.' }) }, { additionalProperties: true }),
  recursive: 'TaskComment',
}

export const taskCommentSchema = object(
  {
    ...fields,
    replies: list(reply, {
      description: 'Replies, oldest first; each has the fields of a comment and may have replies itself.',
    }),
  },
  { title: 'TaskComment' },
)
