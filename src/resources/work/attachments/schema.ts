import * as s from '../../../core/schema.ts'

const title = s.nonBlankText(200, 'Title; by default none.')
const isInline = s.bool('Whether the file is shown inside the description or a comment of the task.')

export const attachmentCreateSchema = s.namedObject('TaskAttachmentCreate', {
  task_id: s.text('ID of the task. Send it before the file, so that access is checked before the file is read.'),
  ...s.optionalNullables({
    project_id: s.text('If set, must be the project of the task.'),
    title,
    is_inline: isInline,
  }),
})

export const attachmentUpdateSchema = s.partialUpdate('TaskAttachmentUpdate', ['title'], {
  title,
  name: s.nonBlankText(200, 'File name.'),
  is_inline: isInline,
  task_id: s.deprecatedField(s.text(), 'Must be the task of the attachment, which cannot change.'),
  ...s.readOnlyFields({
    url: s.text(),
    uploaded_by: s.text(),
    uploaded_at: s.dateTime(),
    deleted_at: s.dateTime(),
    deleted_by: s.text(),
  }),
})
export type AttachmentUpdate = s.Static<typeof attachmentUpdateSchema>

export const attachmentSchema = s.namedObject('TaskAttachment', {
  task_id: s.text('ID of the task.'),
  attachment_id: s.text('ID of the attachment.'),
  title: s.nullable(s.text('Title of the attachment.')),
  name: s.nullable(s.text('File name.')),
  url: s.nullable(s.text('URL of the content; requires authentication.')),
  uploaded_by: s.nullable(s.text('Username of the uploader.')),
  uploaded_at: s.nullable(s.dateTime('Time of the upload.')),
  deleted_at: s.nullable(s.dateTime('Always null.')),
  deleted_by: s.nullable(s.text('Always null.')),
  is_inline: s.nullable(s.bool('Whether the file is shown inside the description or a comment of the task.')),
  version: s.versionField,
})
