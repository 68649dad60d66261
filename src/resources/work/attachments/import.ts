import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { sanitizeFileName } from '../../../http/uploads/file-names.ts'
import { markFileReferenced, type FileRow } from '../../../http/uploads/stored-files.ts'
import { toSortKey } from '../../../core/text.ts'

interface AttachmentDraft {
  task_id: string
  file: FileRow
  name: string
  title: string | null
  uploaded_by: string
  uploaded_at: string
}

/** Attaches a stored file to a task; returns no id if the task has the maximum number of attachments. */
export async function importAttachment(ctx: Context, orgId: string, draft: AttachmentDraft): Promise<string | null> {
  const [{ count } = { count: 0 }] = await ctx.db.query(sql<{ count: number }>`
    select count(*)::int as count from task_attachments
    where org_id = ${orgId} and task_id = ${draft.task_id} and deleted_at is null`)
  if (count >= ctx.services.config.attachmentsPerTask) return null
  await markFileReferenced(ctx, draft.file)
  const id = ctx.newId('A')
  const name = sanitizeFileName(draft.name)
  await ctx.db.query(sql`
    insert into task_attachments (org_id, attachment_id, task_id, file_id, title, name, name_key, is_inline, uploaded_by,
      uploaded_at, updated_by, updated_at)
    values (${orgId}, ${id}, ${draft.task_id}, ${draft.file.file_id}, ${draft.title}, ${name}, ${toSortKey(name)}, false,
      ${draft.uploaded_by}, ${draft.uploaded_at}, ${draft.uploaded_by}, ${draft.uploaded_at})`)
  return id
}
