import { sql, textOf, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, timeAsText } from '../../kernel/sql.ts'
import { judgedColumns, seenBy, type TaskJudged } from '../tasks/rows.ts'

/** Somebody a comment mentions. */
export interface Mentioned {
  user_id: string
  username: string
  email: string | null
}

/** A comment as it is stored, with whom it mentions. */
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

/** A comment with everything below it, flat and oldest first. */
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

/** Selects whom a comment `alias` mentions, as JSON in the order in which they were named. */
function mentionsOf(alias: string): Sql {
  const row = sql.raw(alias)
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('user_id', u.user_id, 'username', m.username,
      'email', u.email) order by array_position(${row}.mentions, u.user_id)), '[]')
    from organization_members m join users u on u.user_id = m.user_id
    where m.org_id = ${row}.org_id and m.user_id = any(${row}.mentions))`
}

/** A comment `r` as JSON that reads like `CommentRow`. */
const asJson = sql`jsonb_build_object(${sql.join([
  ...names.map((name) => sql.raw(`'${name}', r.${name}`)),
  ...times.map((name) => sql`${sql.raw(`'${name}'`)}, ${timeAsText(`r.${name}`)}`),
])}, 'mentions', ${mentionsOf('r')})`

/**
 * The columns of `Thread` from `task_comments c`: one statement, however many threads and replies. They are made a text once,
 * since what is joined has no shape.
 */
export const threadColumns = sql.raw(
  textOf(sql`${columnsOf([...names, ...times])('c')}, ${mentionsOf('c')} as mentions,
    (select coalesce(jsonb_agg(${asJson} order by r.created_at, r.comment_id), '[]') from task_comments r
      where r.org_id = c.org_id and r.root_id = coalesce(c.root_id, c.comment_id)) as replies`),
)

/** A comment with its task, and what decides the caller's right on that. */
export interface Commented extends Thread {
  task: TaskJudged
  task_title: string
}

/**
 * A comment of a live task among the caller's organizations, locked when asked; the right to see it is not yet judged.
 */
export async function findComment(
  ctx: Context,
  commentId: string,
  lock: boolean,
): Promise<Commented | undefined> {
  const { orgIds } = ctx.caller
  // Rights are read by a statement of its own: one that waited for the lock would see them as they were before.
  if (lock)
    ctx.later(
      ctx.db.lookUp(sql`
        select from task_comments where ${sql.among('org_id', orgIds)} and comment_id = ${commentId} for no key update`),
    )
  const [row] = await ctx.db.lookUp(sql<Commented>`
    select (select to_jsonb(j) from (select ${judgedColumns}) j) as task, t.title as task_title, ${threadColumns}
    from ${seenBy(ctx.user.user_id)} join task_comments c on c.org_id = t.org_id and c.task_id = t.task_id
    where ${sql.among('c.org_id', orgIds)} and c.comment_id = ${commentId} and c.deleted_at is null
      and t.deleted_at is null`)
  return row
}
