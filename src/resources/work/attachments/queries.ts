import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { FileRow } from '../../../http/uploads/stored-files.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { toSortKey } from '../../../core/text.ts'
import type { TaskWithAccess } from '../tasks/queries/rows.ts'

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

const attachmentColumns = sql`a.org_id, a.attachment_id, a.task_id, a.file_id, a.title, a.name, a.is_inline,
  a.uploaded_by, a.uploaded_at, a.updated_at, a.version, f.size, f.digest, f.media_type`
/** Joins attachments `a` with their files `f`. */
const attachmentTables = sql`task_attachments a join files f on f.org_id = a.org_id and f.file_id = a.file_id`

/** Finds a live attachment among the caller's organizations; does not check access. */
export const findAttachment = (ctx: Context, id: string) =>
  ctx.db.queryRowByKey(sql<AttachmentRow>`
    select ${attachmentColumns} from ${attachmentTables}
    where ${sql.orgIn('a.org_id', ctx.caller.orgIds)} and a.attachment_id = ${id} and a.deleted_at is null`)

/** Reads the attachment again and locks it; undefined if it was deleted concurrently. */
export const lockAttachment = (ctx: Context, { org_id, attachment_id }: AttachmentRow) =>
  ctx.db.queryRow(sql<AttachmentRow>`
    select ${attachmentColumns} from ${attachmentTables}
    where a.org_id = ${org_id} and a.attachment_id = ${attachment_id} and a.deleted_at is null
    for no key update of a`)

export const attachmentSorts: ListSpec = {
  sorts: {
    uploaded_at: [{ sql: 'a.uploaded_at', type: 'timestamptz' }],
    name: [{ sql: 'a.name_key', type: 'text' }],
  },
  defaultOrder: [{ sql: 'a.uploaded_at', type: 'timestamptz' }],
  id: { sql: 'a.attachment_id', type: 'text' },
}

export const selectAttachmentPage = (ctx: Context, page: PageRequest, task: TaskWithAccess) =>
  selectPage<AttachmentRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<AttachmentRow>`
      select ${attachmentColumns}, ${columns} from ${attachmentTables}
      where a.org_id = ${task.org_id} and a.task_id = ${task.task_id} and a.deleted_at is null and ${where}
      ${order} ${limit}`,
  )

/** Counts the attachments of a task; the number cannot increase while the task is locked. */
export const countAttachments = async (ctx: Context, task: TaskWithAccess) =>
  (await ctx.db.queryRow(sql<{ count: number }>`
    select count(*)::int as count from task_attachments
    where org_id = ${task.org_id} and task_id = ${task.task_id} and deleted_at is null`))!.count

type AttachmentFields = Pick<AttachmentRow, 'title' | 'name' | 'is_inline'>

export async function insertAttachment(
  ctx: Context,
  { org_id, task_id }: TaskWithAccess,
  file: FileRow,
  { title, name, is_inline }: AttachmentFields,
): Promise<AttachmentRow> {
  const attachment_id = ctx.newId('A')
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into task_attachments (org_id, attachment_id, task_id, file_id, title, name, name_key, is_inline,
      uploaded_by, uploaded_at, updated_by, updated_at)
    values (${org_id}, ${attachment_id}, ${task_id}, ${file.file_id}, ${title}, ${name}, ${toSortKey(name)},
      ${is_inline}, ${username}, ${ctx.now}, ${username}, ${ctx.now})`)
  const row = { ...file, attachment_id, task_id, title, name, is_inline }
  return { ...row, uploaded_by: username, uploaded_at: ctx.now, updated_at: ctx.now, version: 1 }
}

export const saveAttachment = (
  ctx: Context,
  { org_id, attachment_id }: AttachmentRow,
  { title, name, is_inline }: AttachmentFields,
) =>
  ctx.db.query(sql`
    update task_attachments set title = ${title}, name = ${name}, name_key = ${toSortKey(name)}, is_inline = ${is_inline},
      updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${org_id} and attachment_id = ${attachment_id}`)

export async function markAttachmentDeleted(ctx: Context, { org_id, attachment_id }: AttachmentRow): Promise<void> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    update task_attachments set file_id = null, deleted_at = ${ctx.now}, deleted_by = ${username},
      updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, updated_by = ${username}, version = version + 1
    where org_id = ${org_id} and attachment_id = ${attachment_id}`)
}
