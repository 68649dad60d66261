import {
  bool,
  dateTime,
  ignored,
  nullable,
  nullables,
  object,
  older,
  partial,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'

const title = text({
  min: 1,
  max: 200,
  visible: true,
  description: 'Title; by default none.',
})
const isInline = bool({
  description: 'Whether the file is shown inside the description or a comment of the task.',
})

export const attachmentCreate = object(
  {
    task_id: text({
      description:
        'ID of the task. Send it before the file, so that access is checked before the file is read.',
    }),
    ...nullables({
      project_id: text({ description: 'If set, must be the project of the task.' }),
      title,
      is_inline: isInline,
    }),
  },
  { title: 'TaskAttachmentCreate' },
)

export const attachmentUpdate = partial(
  {
    title,
    name: text({ min: 1, max: 200, visible: true, description: 'File name.' }),
    is_inline: isInline,
    task_id: older(text(), 'Must be the task of the attachment, which cannot change.'),
    ...ignored({
      url: text(),
      uploaded_by: text(),
      uploaded_at: dateTime(),
      deleted_at: dateTime(),
      deleted_by: text(),
    }),
  },
  { title: 'TaskAttachmentUpdate', clears: ['title'] },
)
export type AttachmentUpdate = Static<typeof attachmentUpdate>

export const attachment = object(
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
    version,
  },
  { title: 'TaskAttachment' },
)
