import type { Context } from '../../../core/context.ts'
import type { AttachmentRow } from './queries.ts'

/** Returns a `TaskAttachment`. */
export const presentAttachment = ({ services }: Context, row: AttachmentRow) => ({
  task_id: row.task_id,
  attachment_id: row.attachment_id,
  title: row.title,
  name: row.name,
  url: `${services.config.baseUrl}/v1/task-attachments/${row.attachment_id}/content`,
  uploaded_by: row.uploaded_by,
  uploaded_at: row.uploaded_at,
  deleted_at: null,
  deleted_by: null,
  is_inline: row.is_inline,
  version: row.version,
})
