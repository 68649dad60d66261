import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { FileRow } from '../../kernel/files/files.ts'

/** A live attachment and its file. */
export interface AttachmentRow extends FileRow {
  attachment_id: string
  task_id: string
  title: string | null
  name: string
  is_inline: boolean
  uploaded_by: string
  uploaded_at: string
  updated_at: string
  version: number
}

export const attachmentColumns = sql`a.org_id, a.attachment_id, a.task_id, a.file_id, a.title, a.name, a.is_inline,
  a.uploaded_by, a.uploaded_at, a.updated_at, a.version, f.size, f.digest, f.media_type`
/** Joins attachments `a` with their files `f`. */
export const attachmentsFrom = sql`task_attachments a join files f on f.org_id = a.org_id and f.file_id = a.file_id`

/** Finds a live attachment among the caller's organizations; does not check access. */
export async function findAttachment(ctx: Context, id: string): Promise<AttachmentRow | undefined> {
  const [row] = await ctx.db.lookUp(sql<AttachmentRow>`
    select ${attachmentColumns} from ${attachmentsFrom}
    where ${sql.among('a.org_id', ctx.caller.orgIds)} and a.attachment_id = ${id} and a.deleted_at is null`)
  return row
}

/** Reads the attachment again and locks it; undefined if it was deleted concurrently. */
export async function lockAttachment(
  ctx: Context,
  { org_id, attachment_id }: AttachmentRow,
): Promise<AttachmentRow | undefined> {
  const [row] = await ctx.db.query(sql<AttachmentRow>`
    select ${attachmentColumns} from ${attachmentsFrom}
    where a.org_id = ${org_id} and a.attachment_id = ${attachment_id} and a.deleted_at is null
    for no key update of a`)
  return row
}
