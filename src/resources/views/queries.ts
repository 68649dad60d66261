import { sql, type Sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { inOrganizations } from '../../kernel/sql.ts'
import { fold } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import type { Holder, HolderType } from '../holders/access.ts'
import { readableHolders } from '../holders/queries.ts'
import type { Reach } from '../projects/access.ts'
import { viewColumns, type ViewRow } from './rows.ts'

/** A view and what of it depends on the caller. */
export interface ViewShown extends ViewRow {
  /** The caller's role in the team whose it is. */
  team_role: string | null
  pinned: boolean
}

const columns = viewColumns.map((name) => `v.${name}`).join(', ')

const shown = (ctx: Context): Sql => sql`${sql.raw(columns)},
  (select m.team_role from team_members m where v.scope_type = 'team' and m.org_id = v.org_id and m.team_id = v.scope_id
    and m.user_id = ${ctx.user.user_id} and m.is_active) as team_role,
  exists (select from view_pins p where p.org_id = v.org_id and p.user_id = ${ctx.user.user_id} and p.pin_type = 'view'
    and p.pin_id = v.view_id) as pinned`

const name = { sql: 'v.name_key', type: 'text' } as const

export const viewSorts: ListSpec = {
  sorts: { name: [name], created_at: [{ sql: 'v.created_at', type: 'timestamptz' }] },
  natural: [name],
  id: { sql: 'v.view_id', type: 'text' },
}

/** A page of an organization's views that the caller can read, of one kind of scope or all. */
export const listViews = (
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  scope: HolderType | undefined,
): Promise<ViewShown[]> =>
  selectPage<ViewShown>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ViewShown>`
      select ${shown(ctx)}, ${sorts} from views v
      where v.org_id = ${reach.org_id} and v.is_active and ${scope ? sql`v.scope_type = ${scope}` : sql`true`}
        and ${readableHolders(ctx, reach, 'v')} and ${where} ${order} ${limit}`,
  )

/** A view that the caller can read. */
export async function findView(ctx: Context, orgId: string, viewId: string): Promise<ViewShown | undefined> {
  const [row] = await ctx.db.query(sql<ViewShown>`select ${shown(ctx)} from views v
      where v.org_id = ${orgId} and v.view_id = ${viewId} and v.is_active`)
  return row
}

const lockOne = inOrganizations(
  (match) =>
    `SELECT ${columns} FROM views v WHERE ${match('v.org_id')} AND v.view_id = $2 AND v.is_active FOR NO KEY UPDATE`,
)

/** A live view among the caller's organizations, locked for a change; not yet judged. */
export const lockView = async (ctx: Context, viewId: string): Promise<ViewRow | undefined> =>
  (await lockOne<ViewRow>(ctx.db, ctx.caller.orgIds, viewId))[0]

const insertSql = `
  INSERT INTO views AS v (org_id, view_id, scope_type, scope_id, resource, name, name_key, query, display, created_by,
    updated_by, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11)
  ON CONFLICT (org_id, scope_type, scope_id, resource, name_key) WHERE is_active DO NOTHING RETURNING ${columns}`

/** Stores a new view; undefined when the name is taken there. */
export async function insertView(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  { resource, name, query: asked, display }: Pick<ViewRow, 'resource' | 'name' | 'query' | 'display'>,
): Promise<ViewRow | undefined> {
  const place = [org_id, ctx.newId('VW'), scope_type, scope_id, resource]
  const said = [name, fold(name), JSON.stringify(asked), JSON.stringify(display), ctx.user.username, ctx.now]
  return (await query<ViewRow>(ctx.db, insertSql, [...place, ...said]))[0]
}

/** The names taken among the views of a holder that query a list, folded. */
export async function takenNames(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  resource: string,
): Promise<Set<string>> {
  const found = await query<{ name_key: string }>(
    ctx.db,
    `SELECT name_key FROM views
     WHERE org_id = $1 AND scope_type = $2 AND scope_id = $3 AND resource = $4 AND is_active`,
    [org_id, scope_type, scope_id, resource],
  )
  return new Set(found.map((row) => row.name_key))
}

export const nameTaken = 'A view of this scope has this name already.'

/** Changes what a view is called, asks and shows; 409 when another there has the name. */
export async function updateView(
  ctx: Context,
  { org_id, view_id }: ViewRow,
  { name, query: asked, display }: Pick<ViewRow, 'name' | 'query' | 'display'>,
): Promise<void> {
  const said = [name, fold(name), JSON.stringify(asked), JSON.stringify(display), ctx.user.username, ctx.now]
  const updated = query(
    ctx.db,
    `UPDATE views SET name = $3, name_key = $4, query = $5, display = $6, updated_by = $7, updated_at = $8,
       version = version + 1 WHERE org_id = $1 AND view_id = $2`,
    [org_id, view_id, ...said],
  )
  await uniquely('views_name', nameTaken, updated)
}

/** Takes a view away; its name is free again. */
export async function removeView(ctx: Context, { org_id, view_id }: ViewRow): Promise<void> {
  await query(
    ctx.db,
    `UPDATE views SET is_active = false, updated_by = $3, updated_at = $4, version = version + 1
     WHERE org_id = $1 AND view_id = $2`,
    [org_id, view_id, ctx.user.username, ctx.now],
  )
}
