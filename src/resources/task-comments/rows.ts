import type { Context } from '../../kernel/context.ts'
import { inOrganizations } from '../../kernel/sql.ts'
import { judgedColumns, seenFrom, type TaskJudged } from '../tasks/rows.ts'

/** Somebody a comment mentions. */
export interface Mentioned {
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

const plain = ['org_id', 'comment_id', 'task_id', 'root_id', 'parent_id', 'depth', 'content', 'version']
const own = [...plain, 'author_id', 'created_by']
const times = ['created_at', 'updated_at', 'deleted_at']

const mentionsOf = (alias: string) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('user_id', u.user_id,
    'username', m.username, 'email', u.email) ORDER BY array_position(${alias}.mentions, u.user_id)), '[]')
  FROM organization_members m JOIN users u ON u.user_id = m.user_id
  WHERE m.org_id = ${alias}.org_id AND m.user_id = ANY(${alias}.mentions))`

const timeOf = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const asJson = (alias: string) =>
  `jsonb_build_object(${[
    ...own.map((name) => `'${name}', ${alias}.${name}`),
    ...times.map((name) => `'${name}', ${timeOf(`${alias}.${name}`)}`),
    `'mentions', ${mentionsOf(alias)}`,
  ].join(', ')})`

/** The columns of `Thread` from `task_comments c`: one statement, however many threads and replies. */
export const threadColumns = `${[...own, ...times].map((name) => `c.${name}`).join(', ')}, ${mentionsOf('c')} AS mentions,
  (SELECT coalesce(jsonb_agg(${asJson('r')} ORDER BY r.created_at, r.comment_id), '[]') FROM task_comments r
    WHERE r.org_id = c.org_id AND r.root_id = coalesce(c.root_id, c.comment_id)) AS replies`

const findOne = inOrganizations(
  (match) => `
  SELECT (SELECT to_jsonb(j) FROM (SELECT ${judgedColumns}) j) AS task, t.title AS task_title, ${threadColumns}
  FROM ${seenFrom('$3')} JOIN task_comments c ON c.org_id = t.org_id AND c.task_id = t.task_id
  WHERE ${match('c.org_id')} AND c.comment_id = $2 AND c.deleted_at IS NULL AND t.deleted_at IS NULL`,
)
const lockOne = inOrganizations(
  (match) => `SELECT FROM task_comments WHERE ${match('org_id')} AND comment_id = $2 FOR NO KEY UPDATE`,
)

/** A comment with its task, and what decides the caller's right on that. */
export interface Commented extends Thread {
  task: TaskJudged
  task_title: string
}

/** A comment of a live task among the caller's organizations; locked when asked. Not yet judged. */
export async function findComment(
  ctx: Context,
  commentId: string,
  lock: boolean,
): Promise<Commented | undefined> {
  // Rights are read by a statement of its own: one that waited for the lock would see them as they were before.
  if (lock) await lockOne(ctx.db, ctx.caller.orgIds, commentId)
  return (await findOne<Commented>(ctx.db, ctx.caller.orgIds, commentId, ctx.user.user_id))[0]
}
