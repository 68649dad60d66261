import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { FileRow } from '../../kernel/files/files.ts'

/** A live attachment with its file. */
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

/** The columns of `AttachmentRow` from `attachmentsFrom`. */
export const attachmentColumns = sql`a.org_id, a.attachment_id, a.task_id, a.file_id, a.title, a.name, a.is_inline,
  a.uploaded_by, a.uploaded_at, a.updated_at, a.version, f.size, f.digest, f.media_type`
/** Attachments `a` that still have their files, with these. */
export const attachmentsFrom = sql`task_attachments a join files f on f.org_id = a.org_id and f.file_id = a.file_id`

/** A live attachment among the caller's organizations; whether the caller may see it is not yet judged. */
export async function findAttachment(ctx: Context, id: string): Promise<AttachmentRow | undefined> {
  const [row] = await ctx.db.lookUp(sql<AttachmentRow>`
    select ${attachmentColumns} from ${attachmentsFrom}
    where ${sql.among('a.org_id', ctx.caller.orgIds)} and a.attachment_id = ${id} and a.deleted_at is null`)
  return row
}

/** The same attachment as it is now, locked for a change; undefined when it has been deleted meanwhile. */
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
