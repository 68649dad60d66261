import { sql, textOf, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, onlyOf, timeAsText } from '../../kernel/sql.ts'
import { judgedColumns, seenBy, type TaskJudged } from '../tasks/rows.ts'

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
