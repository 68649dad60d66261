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
  description: 'What it is called; by default nothing but its name.',
})
const isInline = bool({ description: 'Shown within the description or a comment of the task.' })

/** The fields of the form beside the file. */
export const attachmentCreate = object(
  {
    task_id: text({
      description: 'The task. Sent before the file, it is judged before any byte of the file is taken.',
    }),
    ...nullables({
      project_id: text({ description: "The task's project, if you want it checked." }),
      title,
      is_inline: isInline,
    }),
  },
  { title: 'TaskAttachmentCreate' },
)

export const attachmentUpdate = partial(
  {
    title,
    name: text({ min: 1, max: 200, visible: true, description: 'Name of the view.' }),
    is_inline: isInline,
    task_id: older(text(), 'The task it is attached to; an attachment stays where it is.'),
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
/** The body that changes an attachment. */
export type AttachmentUpdate = Static<typeof attachmentUpdate>

export const attachment = object(
  {
    task_id: text(),
    attachment_id: text(),
    title: nullable(text()),
    name: nullable(text({ description: 'The name it is saved under.' })),
    url: nullable(text({ description: 'Where its bytes are; needs the same authentication as every read.' })),
    uploaded_by: nullable(text({ description: 'Username.' })),
    uploaded_at: nullable(dateTime()),
    deleted_at: nullable(dateTime()),
    deleted_by: nullable(text()),
    is_inline: nullable(bool()),
    version,
  },
  { title: 'TaskAttachment' },
)
