import { sql, toSqlText, type Sql, listColumns, and, contains, singleOrgId, formatTime } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { normalizeForSearch, toEmailLookupKey } from '../../../core/text.ts'
import { isUuid } from '../../../core/ids.ts'
import {
  taskAccessColumns,
  memberReadCondition,
  joinUserAccess,
  joinTasksWithAccess,
  type TaskAccess,
  type TaskRow,
  type TaskWithAccess,
} from '../tasks/queries/rows.ts'

export interface MentionedUser {
  user_id: string
  username: string
  email: string | null
}

export interface CommentRow {
  org_id: string
  comment_id: string
  task_id: string
  root_id: string | null
  parent_id: string | null
  depth: number
  content: string
  mentions: MentionedUser[]
  version: number
  author_id: string
  created_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A comment with the replies of its thread as a flat list, oldest first. */
export interface CommentThread extends CommentRow {
  replies: CommentRow[]
}

const names = 'org_id comment_id task_id root_id parent_id depth content version author_id created_by'.split(' ')
const times = ['created_at', 'updated_at', 'deleted_at']

/** Selects the mentions of comment `alias` as JSON in their stored order; `org` is an expression. */
function selectMentions(alias: string, org: Sql): Sql {
  const row = sql.raw(alias)
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('user_id', u.user_id, 'username', m.username,
      'email', u.email) order by array_position(${row}.mentions, u.user_id)), '[]')
    from organization_members m join users u on u.user_id = m.user_id
    where m.org_id = ${org} and m.user_id = any(${row}.mentions))`
}

/** Fields of a reply `r` for `jsonb_build_object`, rendered to text once at load. */
const replyFields = sql.raw(
  toSqlText(
    sql.join([
      ...names.map((name) => sql.raw(`'${name}', r.${name}`)),
      ...times.map((name) => sql`${sql.raw(`'${name}'`)}, ${formatTime(`r.${name}`)}`),
    ]),
  ),
)

/** Pass a value as `org` where it is known, so that sharded tables query a single server. */
const selectThreadColumns = (org: Sql): Sql => sql`
  ${listColumns([...names, ...times])('c')}, ${selectMentions('c', org)} as mentions,
  (select coalesce(jsonb_agg(jsonb_build_object(${replyFields}, 'mentions', ${selectMentions('r', org)})
      order by r.created_at, r.comment_id), '[]') from task_comments r
    where r.org_id = ${org} and r.root_id = coalesce(c.root_id, c.comment_id)) as replies`

export interface CommentWithTask extends CommentThread {
  task: TaskAccess
  task_title: string
}

/** Finds a comment of a live task among the caller's organizations, locked if `lock` is set; does not check access. */
export async function findComment(
  ctx: Context,
  commentId: string,
  lock: boolean,
): Promise<CommentWithTask | undefined> {
  const { orgIds } = ctx.caller
  // A separate statement reads the rights: one that waits for the lock would see them as of before the wait.
  if (lock)
    ctx.ignoreRejection(
      ctx.db.queryByKey(sql`
        select from task_comments where ${sql.orgIn('org_id', orgIds)} and comment_id = ${commentId} for no key update`),
    )
  const [row] = await ctx.db.queryByKey(sql<CommentWithTask>`
    select (select to_jsonb(j) from (select ${taskAccessColumns}) j) as task, t.title as task_title,
      ${selectThreadColumns(singleOrgId(orgIds) ?? sql`c.org_id`)}
    from ${joinTasksWithAccess(ctx.user.user_id)} join task_comments c on c.org_id = t.org_id and c.task_id = t.task_id
    where ${sql.orgIn('c.org_id', orgIds)} and c.comment_id = ${commentId} and c.deleted_at is null
      and t.deleted_at is null`)
  return row
}

/** Locks the task of a comment: replies of a thread are added one at a time. */
export const lockTaskOfComment = (ctx: Context, commentId: string): void =>
  ctx.ignoreRejection(
    ctx.db.queryByKey(sql`
      select from tasks t join task_comments c on c.org_id = t.org_id and c.task_id = t.task_id
      where ${sql.orgIn('c.org_id', ctx.caller.orgIds)} and ${sql.orgIn('t.org_id', ctx.caller.orgIds)}
        and c.comment_id = ${commentId} for no key update of t`),
  )

export const threadSorts: ListSpec = {
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  defaultOrder: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.comment_id', type: 'text' },
}

const repliesFrom = (orgId: string): Sql => sql`task_comments r where r.org_id = ${orgId} and r.root_id = c.comment_id`

export function selectThreadPage(
  ctx: Context,
  page: PageRequest,
  task: TaskWithAccess,
  search: string | undefined,
): Promise<CommentThread[]> {
  const replies = repliesFrom(task.org_id)
  const conditions = [
    sql`c.root_id is null`,
    sql`(c.deleted_at is null or exists (select from ${replies} and r.deleted_at is null))`,
  ]
  if (search) {
    const needle = normalizeForSearch(search)
    conditions.push(sql`(${contains(sql`c.content_key`, needle)}
      or exists (select from ${replies} and ${contains(sql`r.content_key`, needle)}))`)
  }
  return selectPage<CommentThread>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<CommentThread>`
      select ${selectThreadColumns(sql`${task.org_id}::uuid`)}, octet_length(c.content)
          + coalesce((select sum(octet_length(r.content)) from ${replies}), 0) as page_bytes, ${columns}
      from task_comments c where c.org_id = ${task.org_id} and c.task_id = ${task.task_id} and ${and(conditions)}
        and ${where} ${order} ${limit}`,
    { limitBytes: true },
  )
}

interface NewComment {
  comment_id: string
  content: string
  mentions: readonly MentionedUser[]
  parent: Pick<CommentRow, 'comment_id' | 'root_id' | 'depth'> | null
}

/** Inserts a comment and increments the counter of the task. */
export function insertComment(
  ctx: Context,
  task: Pick<TaskRow, 'org_id' | 'task_id'>,
  { comment_id, content, mentions, parent }: NewComment,
): CommentRow {
  const { user_id, username } = ctx.user
  const ids = mentions.map((user) => user.user_id)
  const threadPosition = parent
    ? { root_id: parent.root_id ?? parent.comment_id, parent_id: parent.comment_id, depth: parent.depth + 1 }
    : { root_id: null, parent_id: null, depth: 0 }
  ctx.ignoreRejection(
    ctx.db.query(sql`
      with counted as (
        update tasks set comments = comments + 1 where org_id = ${task.org_id} and task_id = ${task.task_id})
      insert into task_comments (org_id, comment_id, task_id, root_id, parent_id, depth, content, content_key, mentions,
        author_id, created_by, created_at, updated_at)
      values (${task.org_id}, ${comment_id}, ${task.task_id}, ${threadPosition.root_id}, ${threadPosition.parent_id}, ${threadPosition.depth},
        ${content}, ${normalizeForSearch(content)}, ${ids}::uuid[], ${user_id}, ${username}, ${ctx.now}, ${ctx.now})`),
  )
  const { org_id, task_id } = task
  const authorship = { author_id: user_id, created_by: username, created_at: ctx.now, updated_at: ctx.now }
  const body = { content, mentions: [...mentions], version: 1, deleted_at: null }
  return { org_id, comment_id, task_id, ...threadPosition, ...body, ...authorship }
}

export const saveComment = (
  ctx: Context,
  { org_id, comment_id }: CommentRow,
  { content, mentions }: Pick<CommentRow, 'content' | 'mentions'>,
): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      update task_comments set content = ${content}, content_key = ${normalizeForSearch(content)},
        mentions = ${mentions.map((user) => user.user_id)}::uuid[], updated_at = ${ctx.now},
        version = version + 1
      where org_id = ${org_id} and comment_id = ${comment_id}`),
  )

/** Clears the text and decrements the counter of the task; the row remains for its replies. */
export const markCommentDeleted = (ctx: Context, row: CommentRow) =>
  ctx.db.query(sql`
    with counted as (
      update tasks set comments = comments - 1 where org_id = ${row.org_id} and task_id = ${row.task_id})
    update task_comments set content = '', content_key = '', mentions = '{}', deleted_at = ${ctx.now},
      deleted_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = version + 1
    where org_id = ${row.org_id} and comment_id = ${row.comment_id}`)

export interface MentionableUser extends MentionedUser {
  username_key: string
  email_key: string | null
}

export const findMentionableUsers = (
  ctx: Context,
  { org_id, task_id }: Pick<TaskWithAccess, 'org_id' | 'task_id'>,
  named: { ids: string[]; names: string[]; emails: string[] },
) =>
  ctx.db.query(sql<MentionableUser>`
    select u.email, m.user_id, m.username, m.username_key, case when u.email_verified then u.email_key end as email_key
    from tasks t join organization_members m on m.org_id = t.org_id join users u on u.user_id = m.user_id
      ${joinUserAccess('t', sql`m.user_id`)}
    where t.org_id = ${org_id} and t.task_id = ${task_id} and ${memberReadCondition}
      and (m.user_id = any(${named.ids.filter(isUuid)}::uuid[]) or m.username_key = any(${named.names.map(normalizeForSearch)}::text[])
        or (u.email_key = any(${named.emails.map(toEmailLookupKey)}::text[]) and u.email_verified))`)
