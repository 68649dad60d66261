import {
  bool,
  dateTime,
  readOnlyFields,
  nullable,
  optionalNullables,
  object,
  deprecatedField,
  partialUpdate,
  text,
  versionField,
  type Static,
} from '../../../core/schema.ts'

const title = text({
  min: 1,
  max: 200,
  visible: true,
  description: 'Title; by default none.',
})
const isInline = bool({
  description: 'Whether the file is shown inside the description or a comment of the task.',
})

export const attachmentCreateSchema = object(
  {
    task_id: text({
      description: 'ID of the task. Send it before the file, so that access is checked before the file is read.',
    }),
    ...optionalNullables({
      project_id: text({ description: 'If set, must be the project of the task.' }),
      title,
      is_inline: isInline,
    }),
  },
  { title: 'TaskAttachmentCreate' },
)

export const attachmentUpdateSchema = partialUpdate(
  {
    title,
    name: text({ min: 1, max: 200, visible: true, description: 'File name.' }),
    is_inline: isInline,
    task_id: deprecatedField(text(), 'Must be the task of the attachment, which cannot change.'),
    ...readOnlyFields({
      url: text(),
      uploaded_by: text(),
      uploaded_at: dateTime(),
      deleted_at: dateTime(),
      deleted_by: text(),
    }),
  },
  { title: 'TaskAttachmentUpdate', clears: ['title'] },
)
export type AttachmentUpdate = Static<typeof attachmentUpdateSchema>

export const attachmentSchema = object(
  {
    task_id: text({ description: 'ID of the task.' }),
    attachment_id: text({ description: 'ID of the attachment.' }),
    title: nullable(text({ description: 'Title.' })),
    name: nullable(text({ description: 'File name.' })),
    url: nullable(text({ description: 'URL of the content; requires authentication.' })),
    uploaded_by: nullable(text({ description: 'Username of the uploader.' })),
    uploaded_at: nullable(dateTime({ description: 'Time of the upload.' })),
    deleted_at: nullable(dateTime({ description: 'Always null.' })),
    deleted_by: nullable(text({ description: 'Always null.' })),
    is_inline: nullable(
      bool({ description: 'Whether the file is shown inside the description or a comment of the task.' }),
    ),
    version: versionField,
  },
  { title: 'TaskAttachment' },
)
