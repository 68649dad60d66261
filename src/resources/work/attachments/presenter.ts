import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { AttachmentRow } from './queries.ts'
import { attachmentSchema } from './schema.ts'

export const presentAttachment = ({ services }: Context, row: AttachmentRow) => {
  const url = `${services.config.baseUrl}/v1/task-attachments/${row.attachment_id}/content`
  return pickProperties(attachmentSchema, { ...row, url, deleted_at: null, deleted_by: null })
}
