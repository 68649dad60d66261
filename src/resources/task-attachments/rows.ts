import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { FileRow } from '../../kernel/files/files.ts'
import { inOrganizations } from '../../kernel/sql.ts'

/** A live attachment with its file. */
export interface AttachmentRow extends FileRow {
  attachment_id: string
  task_id: string
  title: string | null
  name: string
  is_inline: boolean
  uploaded_by: string
  uploaded_at: string
  version: number
}

/** Columns of `AttachmentRow` from `attachmentsFrom`. */
export const attachmentColumns = `a.org_id, a.attachment_id, a.task_id, a.file_id, a.title, a.name, a.is_inline,
  a.uploaded_by, a.uploaded_at, a.version, f.size, f.digest, f.media_type`
export const attachmentsFrom = `task_attachments a JOIN files f ON f.org_id = a.org_id AND f.file_id = a.file_id`

const find = inOrganizations(
  (match) => `
  SELECT ${attachmentColumns} FROM ${attachmentsFrom}
  WHERE ${match('a.org_id')} AND a.attachment_id = $2 AND a.deleted_at IS NULL`,
)

/** A live attachment among the caller's organizations. Not yet judged. */
export const findAttachment = async (ctx: Context, id: string): Promise<AttachmentRow | undefined> =>
  (await find<AttachmentRow>(ctx.db, ctx.caller.orgIds, id))[0]

/** The same attachment as it is now, locked for a change; undefined when it has been deleted meanwhile. */
export async function lockAttachment(
  ctx: Context,
  { org_id, attachment_id }: AttachmentRow,
): Promise<AttachmentRow | undefined> {
  const [row] = await query<AttachmentRow>(
    ctx.db,
    `SELECT ${attachmentColumns} FROM ${attachmentsFrom}
     WHERE a.org_id = $1 AND a.attachment_id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF a`,
    [org_id, attachment_id],
  )
  return row
}
