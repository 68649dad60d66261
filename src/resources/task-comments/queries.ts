import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { every, holdsText } from '../../kernel/sql.ts'
import { fold } from '../../kernel/text.ts'
import type { TaskRow, TaskSeen } from '../tasks/rows.ts'
import { threadColumns, type CommentRow, type Thread } from './rows.ts'

export const threadSorts: ListSpec = {
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  natural: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.comment_id', type: 'text' },
}

const replies = 'task_comments r WHERE r.org_id = c.org_id AND r.root_id = c.comment_id'
const alive = sql.raw(`(c.deleted_at IS NULL
  OR EXISTS (SELECT FROM ${replies} AND r.deleted_at IS NULL))`)
const bytes = sql.raw(`octet_length(c.content) + coalesce((
  SELECT sum(octet_length(r.content)) FROM ${replies}), 0)`)

/** A page of a task's threads; with `search` those in which it is said somewhere. */
export function listThreads(
  ctx: Context,
  page: ListQuery,
  task: TaskSeen,
  search: string | undefined,
): Promise<Thread[]> {
  const conditions = [sql`c.root_id is null`, alive]
  if (search) {
    const needle = fold(search)
    conditions.push(sql`(${holdsText(sql`c.content_key`, needle)}
      or exists (select from ${sql.raw(replies)} and ${holdsText(sql`r.content_key`, needle)}))`)
  }
  return selectPage<Thread>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<Thread>`
      select ${sql.raw(threadColumns)}, ${bytes} as page_bytes, ${columns} from task_comments c
      where c.org_id = ${task.org_id} and c.task_id = ${task.task_id} and ${every(conditions)} and ${where} ${order} ${limit}`,
    { weighed: true },
  )
}

export interface NewComment {
  comment_id: string
  content: string
  mentions: string[]
  /** What it answers. */
  parent: Pick<CommentRow, 'comment_id' | 'root_id' | 'depth'> | null
}

const insertSql = `
  INSERT INTO task_comments (org_id, comment_id, task_id, root_id, parent_id, depth, content, content_key, mentions,
    author_id, created_by, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid[], $10, $11, $12, $12)`

/** Stores a comment; the task counts one more. */
export async function insertComment(
  ctx: Context,
  task: Pick<TaskRow, 'org_id' | 'task_id'>,
  comment: NewComment,
): Promise<void> {
  const { comment_id, content, mentions, parent } = comment
  const { user_id, username } = ctx.user
  const place = [parent ? (parent.root_id ?? parent.comment_id) : null, parent?.comment_id ?? null]
  const said = [parent ? parent.depth + 1 : 0, content, fold(content), mentions]
  const values = [task.org_id, comment_id, task.task_id, ...place, ...said, user_id, username, ctx.now]
  await query(ctx.db, insertSql, values)
  countComments(ctx, task, 1)
}

const countComments = (
  ctx: Context,
  { org_id, task_id }: Pick<TaskRow, 'org_id' | 'task_id'>,
  more: 1 | -1,
) =>
  ctx.later(
    query(ctx.db, 'UPDATE tasks SET comments = comments + $3 WHERE org_id = $1 AND task_id = $2', [
      org_id,
      task_id,
      more,
    ]),
  )

/** Changes what a comment says; its version rises. */
export async function updateComment(ctx: Context, row: CommentRow, content: string): Promise<void> {
  await query(
    ctx.db,
    `UPDATE task_comments SET content = $3, content_key = $4, updated_at = $5, version = version + 1
     WHERE org_id = $1 AND comment_id = $2`,
    [row.org_id, row.comment_id, content, fold(content), ctx.now],
  )
}

/** Takes away what a comment says; the row stays for what hangs on it. */
export async function deleteComment(ctx: Context, row: CommentRow): Promise<void> {
  await query(
    ctx.db,
    `UPDATE task_comments SET content = '', content_key = '', mentions = '{}', deleted_at = $3, deleted_by = $4,
       updated_at = $3, version = version + 1
     WHERE org_id = $1 AND comment_id = $2`,
    [row.org_id, row.comment_id, ctx.now, ctx.user.username],
  )
  countComments(ctx, row, -1)
}

/** Somebody who can read a task, and how a mention may name them. */
export interface Reader {
  user_id: string
  username: string
  username_key: string
  email_key: string | null
}

/** `$5` to `$11`: the task's project, its visibility, the team, creator, assignee, whether it is restricted, to whom. */
const readersSql = `
  SELECT m.user_id, m.username, m.username_key, CASE WHEN u.email_verified THEN u.email_key END AS email_key
  FROM organization_members m JOIN users u ON u.user_id = m.user_id
  LEFT JOIN project_members pm
    ON pm.org_id = m.org_id AND pm.project_id = $5 AND pm.user_id = m.user_id AND pm.is_active
  LEFT JOIN team_members tm ON tm.org_id = m.org_id AND tm.team_id = $7 AND tm.user_id = m.user_id AND tm.is_active
  WHERE m.org_id = $1 AND m.is_active AND m.deleted_at IS NULL
    AND (m.user_id = ANY($2::uuid[]) OR m.username_key = ANY($3::text[])
      OR (u.email_key = ANY($4::text[]) AND u.email_verified))
    AND (m.role IN ('owner', 'admin') OR (
      CASE WHEN $5::text IS NOT NULL THEN pm.user_id IS NOT NULL OR ($6 = 'public' AND m.role = 'member')
        WHEN $7::text IS NOT NULL THEN tm.user_id IS NOT NULL OR m.role = 'member'
        ELSE m.username IN ($8, $9) END
      AND (NOT $10::boolean OR m.user_id = ANY($11::uuid[]) OR pm.project_role = 'owner')))`

/** Those of the people named, by id, username or verified address, who can read the task. */
export function findReaders(
  ctx: Context,
  task: TaskSeen,
  named: { ids: string[]; names: string[]; emails: string[] },
): Promise<Reader[]> {
  return query<Reader>(ctx.db, readersSql, [
    task.org_id,
    named.ids.filter(isUuid),
    named.names.map(fold),
    named.emails.map(fold),
    task.project_id,
    task.project_visibility,
    task.team_id,
    task.created_by,
    task.assignee,
    task.restricted,
    task.restricted_to_user_ids,
  ])
}
