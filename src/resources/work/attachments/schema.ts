import * as s from '../../../core/schema.ts'

const title = s.text({ min: 1, max: 200, visible: true, description: 'Title; by default none.' })
const isInline = s.bool({ description: 'Whether the file is shown inside the description or a comment of the task.' })

export const attachmentCreateSchema = s.object(
  {
    task_id: s.text({
      description: 'ID of the task. Send it before the file, so that access is checked before the file is read.',
    }),
    ...s.optionalNullables({
      project_id: s.text({ description: 'If set, must be the project of the task.' }),
      title,
      is_inline: isInline,
    }),
  },
  { title: 'TaskAttachmentCreate' },
)

export const attachmentUpdateSchema = s.partialUpdate(
  {
    title,
    name: s.text({ min: 1, max: 200, visible: true, description: 'File name.' }),
    is_inline: isInline,
    task_id: s.deprecatedField(s.text(), 'Must be the task of the attachment, which cannot change.'),
    ...s.readOnlyFields({
      url: s.text(),
      uploaded_by: s.text(),
      uploaded_at: s.dateTime(),
      deleted_at: s.dateTime(),
      deleted_by: s.text(),
    }),
  },
  { title: 'TaskAttachmentUpdate', clears: ['title'] },
)
export type AttachmentUpdate = s.Static<typeof attachmentUpdateSchema>

export const attachmentSchema = s.object(
  {
    task_id: s.text({ description: 'ID of the task.' }),
    attachment_id: s.text({ description: 'ID of the attachment.' }),
    title: s.nullable(s.text({ description: 'Title of the attachment.' })),
    name: s.nullable(s.text({ description: 'File name.' })),
    url: s.nullable(s.text({ description: 'URL of the content; requires authentication.' })),
    uploaded_by: s.nullable(s.text({ description: 'Username of the uploader.' })),
    uploaded_at: s.nullable(s.dateTime({ description: 'Time of the upload.' })),
    deleted_at: s.nullable(s.dateTime({ description: 'Always null.' })),
    deleted_by: s.nullable(s.text({ description: 'Always null.' })),
    is_inline: s.nullable(
      s.bool({ description: 'Whether the file is shown inside the description or a comment of the task.' }),
    ),
    version: s.versionField,
  },
  { title: 'TaskAttachment' },
)
