import { sql, textOf, type Sql } from '../../db/sql.ts'
import type { Context, Timed } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { columnsOf, every, holdsText, onlyOf, timeAsText } from '../../kernel/sql.ts'
import { fold, foldAddress } from '../../kernel/text.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import {
  judgedColumns,
  readableByMember,
  rightsOn,
  seenBy,
  type TaskJudged,
  type TaskRow,
  type TaskSeen,
} from '../tasks/rows.ts'

/** A user mentioned in a comment. */
export interface Mentioned {
  user_id: string
  username: string
  email: string | null
}

/** A comment and the users it mentions. */
export interface CommentRow {
  org_id: string
  comment_id: string
  task_id: string
  root_id: string | null
  parent_id: string | null
  depth: number
  content: string
  mentions: Mentioned[]
  version: number
  author_id: string
  created_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A comment with the replies of its thread as a flat list, oldest first. */
export interface Thread extends CommentRow {
  replies: CommentRow[]
}

const names = [
  'org_id',
  'comment_id',
  'task_id',
  'root_id',
  'parent_id',
  'depth',
  'content',
  'version',
  'author_id',
  'created_by',
]
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
  textOf(
    sql.join([
      ...names.map((name) => sql.raw(`'${name}', r.${name}`)),
      ...times.map((name) => sql`${sql.raw(`'${name}'`)}, ${timeAsText(`r.${name}`)}`),
    ]),
  ),
)

/**
 * Selects a `Thread` from `task_comments c`, including all replies. `org` is an expression for the organization; pass a
 * value where it is known, so that sharded tables query a single server.
 */
export const threadColumns = (org: Sql): Sql => sql`
  ${columnsOf([...names, ...times])('c')}, ${selectMentions('c', org)} as mentions,
  (select coalesce(jsonb_agg(jsonb_build_object(${replyFields}, 'mentions', ${selectMentions('r', org)})
      order by r.created_at, r.comment_id), '[]') from task_comments r
    where r.org_id = ${org} and r.root_id = coalesce(c.root_id, c.comment_id)) as replies`

/** A comment, its task and the caller's access to the task. */
export interface Commented extends Thread {
  task: TaskJudged
  task_title: string
}

/** Finds a comment of a live task among the caller's organizations, locked if `lock` is set; does not check access. */
export async function findComment(
  ctx: Context,
  commentId: string,
  lock: boolean,
): Promise<Commented | undefined> {
  const { orgIds } = ctx.caller
  // A separate statement reads the rights: one that waits for the lock would see them as of before the wait.
  if (lock)
    ctx.later(
      ctx.db.lookUp(sql`
        select from task_comments where ${sql.among('org_id', orgIds)} and comment_id = ${commentId} for no key update`),
    )
  const [row] = await ctx.db.lookUp(sql<Commented>`
    select (select to_jsonb(j) from (select ${judgedColumns}) j) as task, t.title as task_title,
      ${threadColumns(onlyOf(orgIds) ?? sql`c.org_id`)}
    from ${seenBy(ctx.user.user_id)} join task_comments c on c.org_id = t.org_id and c.task_id = t.task_id
    where ${sql.among('c.org_id', orgIds)} and c.comment_id = ${commentId} and c.deleted_at is null
      and t.deleted_at is null`)
  return row
}

export const threadSorts: ListSpec = {
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  natural: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.comment_id', type: 'text' },
}

/** Selects the replies `r` of the thread that starts with comment `c`. */
const repliesFrom = (orgId: string): Sql =>
  sql`task_comments r where r.org_id = ${orgId} and r.root_id = c.comment_id`

/** Selects a page of the threads of a task; `search` matches comments and replies. */
export function listThreads(
  ctx: Context,
  page: ListQuery,
  task: TaskSeen,
  search: string | undefined,
): Promise<Thread[]> {
  const replies = repliesFrom(task.org_id)
  const conditions = [
    sql`c.root_id is null`,
    sql`(c.deleted_at is null or exists (select from ${replies} and r.deleted_at is null))`,
  ]
  if (search) {
    const needle = fold(search)
    conditions.push(sql`(${holdsText(sql`c.content_key`, needle)}
      or exists (select from ${replies} and ${holdsText(sql`r.content_key`, needle)}))`)
  }
  return selectPage<Thread>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<Thread>`
      select ${threadColumns(sql`${task.org_id}::uuid`)}, octet_length(c.content)
          + coalesce((select sum(octet_length(r.content)) from ${replies}), 0) as page_bytes, ${columns}
      from task_comments c where c.org_id = ${task.org_id} and c.task_id = ${task.task_id} and ${every(conditions)}
        and ${where} ${order} ${limit}`,
    { weighed: true },
  )
}

/** Locks the task and moves the clock of the request past its last event, so that comments are ordered. */
export async function followTask(
  ctx: Context,
  { org_id, task_id }: Pick<TaskRow, 'org_id' | 'task_id'>,
): Promise<void> {
  ctx.later(
    ctx.db.query(sql`select from tasks where org_id = ${org_id} and task_id = ${task_id} for no key update`),
  )
  ctx.follow(
    await ctx.db.query(sql<Timed>`
      select max(created_at) as updated_at from events where org_id = ${org_id} and resource_id = ${task_id}`),
  )
}

export interface NewComment {
  comment_id: string
  content: string
  mentions: readonly Mentioned[]
  /** Comment that it replies to. */
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
  ctx.later(
    ctx.db.query(sql`
      insert into task_comments (org_id, comment_id, task_id, root_id, parent_id, depth, content, content_key, mentions,
        author_id, created_by, created_at, updated_at)
      values (${task.org_id}, ${comment_id}, ${task.task_id}, ${threadPosition.root_id}, ${threadPosition.parent_id}, ${threadPosition.depth},
        ${content}, ${fold(content)}, ${ids}::uuid[], ${user_id}, ${username}, ${ctx.now}, ${ctx.now})`),
  )
  addToCommentCount(ctx, task, 1)
  const { org_id, task_id } = task
  const authorship = { author_id: user_id, created_by: username, created_at: ctx.now, updated_at: ctx.now }
  const body = { content, mentions: [...mentions], version: 1, deleted_at: null }
  return { org_id, comment_id, task_id, ...threadPosition, ...body, ...authorship }
}

const addToCommentCount = (
  ctx: Context,
  { org_id, task_id }: Pick<TaskRow, 'org_id' | 'task_id'>,
  change: 1 | -1,
) =>
  ctx.later(
    ctx.db.query(sql`
      update tasks set comments = comments + ${change} where org_id = ${org_id} and task_id = ${task_id}`),
  )

export const updateComment = (
  ctx: Context,
  { org_id, comment_id }: CommentRow,
  { content, mentions }: Pick<CommentRow, 'content' | 'mentions'>,
): void =>
  ctx.later(
    ctx.db.query(sql`
      update task_comments set content = ${content}, content_key = ${fold(content)},
        mentions = ${mentions.map((user) => user.user_id)}::uuid[], updated_at = ${ctx.now},
        version = version + 1
      where org_id = ${org_id} and comment_id = ${comment_id}`),
  )

/** Clears the text and decrements the counter of the task; the row remains for its replies. */
export async function deleteComment(ctx: Context, row: CommentRow): Promise<void> {
  await ctx.db.query(sql`
    update task_comments set content = '', content_key = '', mentions = '{}', deleted_at = ${ctx.now},
      deleted_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = version + 1
    where org_id = ${row.org_id} and comment_id = ${row.comment_id}`)
  addToCommentCount(ctx, row, -1)
}

/** A user who can read a task, with the keys by which a mention can refer to them. */
export interface Reader extends Mentioned {
  username_key: string
  email_key: string | null
}

/** Finds users by id, username or verified email who can read the task. */
export function findReaders(
  ctx: Context,
  { org_id, task_id }: Pick<TaskSeen, 'org_id' | 'task_id'>,
  named: { ids: string[]; names: string[]; emails: string[] },
): Promise<Reader[]> {
  return ctx.db.query(sql<Reader>`
    select u.email, m.user_id, m.username, m.username_key, case when u.email_verified then u.email_key end as email_key
    from tasks t join organization_members m on m.org_id = t.org_id join users u on u.user_id = m.user_id
      ${rightsOn('t', sql`m.user_id`)}
    where t.org_id = ${org_id} and t.task_id = ${task_id} and ${readableByMember}
      and (m.user_id = any(${named.ids.filter(isUuid)}::uuid[]) or m.username_key = any(${named.names.map(fold)}::text[])
        or (u.email_key = any(${named.emails.map(foldAddress)}::text[]) and u.email_verified))`)
}
