import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { normalizeForSearch } from '../../../core/text.ts'

export { MAX_REPLY_DEPTH } from './rules.ts'

/** A comment of an import, with its references resolved. */
export interface CommentDraft {
  comment_id: string
  task_id: string
  root_id: string | null
  parent_id: string | null
  depth: number
  content: string
  /** Ids of the users that it mentions. */
  mentions: readonly string[]
  author_id: string
  created_by: string
  created_at: string
  updated_at: string
}

/** Inserts comments with their authors and times, and raises the counters of their tasks. */
export async function importComments(ctx: Context, orgId: string, drafts: readonly CommentDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map((draft) => ({ ...draft, content_key: normalizeForSearch(draft.content) }))
  await ctx.db.query(sql`
    insert into task_comments (org_id, comment_id, task_id, root_id, parent_id, depth, content, content_key, mentions,
      author_id, created_by, created_at, updated_at)
    select ${orgId}, e.comment_id, e.task_id, e.root_id, e.parent_id, e.depth, e.content, e.content_key,
      array(select jsonb_array_elements_text(e.mentions))::uuid[], e.author_id, e.created_by, e.created_at, e.updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(comment_id text, task_id text, root_id text,
      parent_id text, depth smallint, content text, content_key text, mentions jsonb, author_id uuid, created_by text,
      created_at timestamptz, updated_at timestamptz)`)
  await ctx.db.query(sql`
    update tasks t set comments = t.comments + n.added
    from (select u.task_id, count(*)::int as added from unnest(${drafts.map((one) => one.task_id)}::text[]) as u(task_id)
      group by u.task_id) n
    where t.org_id = ${orgId} and t.task_id = n.task_id`)
}

export interface CommentPlace {
  comment_id: string
  task_id: string
  root_id: string | null
  depth: number
}

export const loadCommentPlaces = (ctx: Context, orgId: string, ids: readonly string[]) =>
  ctx.db.query(sql<CommentPlace>`
    select comment_id, task_id, root_id, depth from task_comments
    where org_id = ${orgId} and comment_id = any(${ids}::text[])`)

export interface StoredComment {
  comment_id: string
  content: string
  version: number
}

/** Loads comments that are not deleted, locked. */
export const loadStoredComments = (ctx: Context, orgId: string, ids: readonly string[]) =>
  ctx.db.query(sql<StoredComment>`
    select comment_id, content, version from task_comments
    where org_id = ${orgId} and comment_id = any(${ids}::text[]) and deleted_at is null
    order by comment_id for no key update`)

/** Replaces the texts of comments, whose versions rise by one. */
export async function updateImportedComments(
  ctx: Context,
  orgId: string,
  comments: readonly Pick<StoredComment, 'comment_id' | 'content'>[],
): Promise<void> {
  if (comments.length === 0) return
  const rows = comments.map((one) => ({ ...one, content_key: normalizeForSearch(one.content) }))
  await ctx.db.query(sql`
    update task_comments c set content = e.content, content_key = e.content_key, updated_at = ${ctx.now},
      version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(comment_id text, content text, content_key text)
    where c.org_id = ${orgId} and c.comment_id = e.comment_id`)
}
