import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { FileRow } from '../../kernel/files/files.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { sortKey } from '../../kernel/text.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { attachmentColumns, attachmentsFrom, type AttachmentRow } from './rows.ts'

/** Oldest first. */
export const attachmentSorts: ListSpec = {
  sorts: {
    uploaded_at: [{ sql: 'a.uploaded_at', type: 'timestamptz' }],
    name: [{ sql: 'a.name_key', type: 'text' }],
  },
  natural: [{ sql: 'a.uploaded_at', type: 'timestamptz' }],
  id: { sql: 'a.attachment_id', type: 'text' },
}

export const listAttachments = (ctx: Context, page: ListQuery, task: TaskSeen): Promise<AttachmentRow[]> =>
  selectPage<AttachmentRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<AttachmentRow>`
      select ${sql.raw(attachmentColumns)}, ${columns} from ${sql.raw(attachmentsFrom)}
      where a.org_id = ${task.org_id} and a.task_id = ${task.task_id} and a.deleted_at is null and ${where}
      ${order} ${limit}`,
  )

/** How many attachments a task has; with the task locked, it stays so. */
export async function countAttachments(ctx: Context, task: TaskSeen): Promise<number> {
  const [row] = await query<{ count: number }>(
    ctx.db,
    `SELECT count(*)::int AS count FROM task_attachments WHERE org_id = $1 AND task_id = $2 AND deleted_at IS NULL`,
    [task.org_id, task.task_id],
  )
  return row!.count
}

type Named = Pick<AttachmentRow, 'title' | 'name' | 'is_inline'>

/** Attaches a file to a task. */
export async function insertAttachment(
  ctx: Context,
  task: TaskSeen,
  file: FileRow,
  { title, name, is_inline }: Named,
): Promise<AttachmentRow> {
  const attachment_id = ctx.newId('A')
  const { username } = ctx.user
  await query(
    ctx.db,
    `INSERT INTO task_attachments (org_id, attachment_id, task_id, file_id, title, name, name_key, is_inline,
       uploaded_by, uploaded_at, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10)`,
    [
      task.org_id,
      attachment_id,
      task.task_id,
      file.file_id,
      title,
      name,
      sortKey(name),
      is_inline,
      username,
      ctx.now,
    ],
  )
  const { task_id } = task
  const row = { ...file, attachment_id, task_id, title, name, is_inline }
  return { ...row, uploaded_by: username, uploaded_at: ctx.now, version: 1 }
}

export async function updateAttachment(
  ctx: Context,
  row: AttachmentRow,
  { title, name, is_inline }: Named,
): Promise<void> {
  await query(
    ctx.db,
    `UPDATE task_attachments SET title = $3, name = $4, name_key = $5, is_inline = $6, updated_by = $7, updated_at = $8,
       version = version + 1
     WHERE org_id = $1 AND attachment_id = $2`,
    [row.org_id, row.attachment_id, title, name, sortKey(name), is_inline, ctx.user.username, ctx.now],
  )
}

/** Takes an attachment from its task; its row stays, its file does not. */
export async function deleteAttachment(ctx: Context, row: AttachmentRow): Promise<void> {
  await query(
    ctx.db,
    `UPDATE task_attachments SET file_id = NULL, deleted_at = $3, deleted_by = $4, updated_at = $3, updated_by = $4,
       version = version + 1
     WHERE org_id = $1 AND attachment_id = $2`,
    [row.org_id, row.attachment_id, ctx.now, ctx.user.username],
  )
}
