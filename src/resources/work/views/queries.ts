import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { conflictOnDuplicate } from '../../../core/unique-violation.ts'
import type { ScopeOwner, ScopeType } from '../scopes/policy.ts'
import { buildReadableOwnerCondition } from '../scopes/queries.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import type { ViewQuery, ViewResource } from './schema.ts'

export interface ViewRow extends AuditColumns {
  org_id: string
  view_id: string
  scope_type: ScopeType
  scope_id: string
  resource: ViewResource
  name: string
  query: ViewQuery
  display: Record<string, unknown>
}

const columns = sql`v.org_id, v.view_id, v.scope_type, v.scope_id, v.resource, v.name, v.query, v.display, v.version,
  v.created_by, v.updated_by, v.created_at, v.updated_at`

export interface ViewForCaller extends ViewRow {
  team_role: string | null
  pinned: boolean
}

const selectFields = (ctx: Context, orgId: string): Sql => sql`${columns},
  (select m.team_role from team_members m where v.scope_type = 'team' and m.org_id = ${orgId} and m.team_id = v.scope_id
    and m.user_id = ${ctx.user.user_id} and m.is_active) as team_role,
  exists (select from view_pins p where p.org_id = ${orgId} and p.user_id = ${ctx.user.user_id} and p.pin_type = 'view'
    and p.pin_id = v.view_id) as pinned`

const name = { sql: 'v.name_key', type: 'text' } as const

export const viewSorts: ListSpec = {
  sorts: { name: [name], created_at: [{ sql: 'v.created_at', type: 'timestamptz' }] },
  defaultOrder: [name],
  id: { sql: 'v.view_id', type: 'text' },
}

export const selectViewPage = (
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  scope: ScopeType | undefined,
) =>
  selectPage<ViewForCaller>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ViewForCaller>`
      select ${selectFields(ctx, visibility.org_id)}, ${sorts} from views v
      where v.org_id = ${visibility.org_id} and v.is_active and ${scope ? sql`v.scope_type = ${scope}` : sql`true`}
        and ${buildReadableOwnerCondition(ctx, visibility, 'v')} and ${where} ${order} ${limit}`,
  )

/** Finds a live view; does not check access. */
export const findView = (ctx: Context, orgId: string, viewId: string) =>
  ctx.db.queryRow(sql<ViewForCaller>`
    select ${selectFields(ctx, orgId)} from views v
    where v.org_id = ${orgId} and v.view_id = ${viewId} and v.is_active`)

/** Locks a live view among the caller's organizations; does not check access. */
export const lockView = (ctx: Context, viewId: string) =>
  ctx.db.queryRowByKey(sql<ViewRow>`
    select ${columns} from views v
    where ${sql.orgIn('v.org_id', ctx.caller.orgIds)} and v.view_id = ${viewId} and v.is_active for no key update`)

export async function insertView(
  ctx: Context,
  { org_id, scope_type, scope_id }: ScopeOwner,
  { resource, name, query, display }: Pick<ViewRow, 'resource' | 'name' | 'query' | 'display'>,
): Promise<ViewRow | undefined> {
  const { username } = ctx.user
  return ctx.db.queryRow(sql<ViewRow>`
    insert into views as v (org_id, view_id, scope_type, scope_id, resource, name, name_key, query, display, created_by,
      updated_by, created_at, updated_at)
    values (${org_id}, ${ctx.newId('VW')}, ${scope_type}, ${scope_id}, ${resource}, ${name}, ${toUniqueKey(name)},
      ${JSON.stringify(query)}, ${JSON.stringify(display)}, ${username}, ${username}, ${ctx.now}, ${ctx.now})
    on conflict (org_id, scope_type, scope_id, resource, name_key) where is_active do nothing returning ${columns}`)
}

export async function listViewNameKeys(
  ctx: Context,
  { org_id, scope_type, scope_id }: ScopeOwner,
  resource: string,
): Promise<Set<string>> {
  const found = await ctx.db.query(sql<{ name_key: string }>`
    select name_key from views where org_id = ${org_id} and scope_type = ${scope_type} and scope_id = ${scope_id}
      and resource = ${resource} and is_active`)
  return new Set(found.map((row) => row.name_key))
}

export const viewNameConflict = 'Another view of this scope has this name. Choose another name.'

/** Updates a view. Throws 409 for a duplicate name. */
export async function saveView(
  ctx: Context,
  { org_id, view_id }: ViewRow,
  { name, query, display }: Pick<ViewRow, 'name' | 'query' | 'display'>,
): Promise<void> {
  const updated = ctx.db.query(sql`
    update views set name_key = case when name = ${name} then name_key else ${toUniqueKey(name)} end, name = ${name}, query = ${JSON.stringify(query)},
      display = ${JSON.stringify(display)}, updated_by = ${ctx.user.username}, updated_at = ${ctx.now},
      version = version + 1
    where org_id = ${org_id} and view_id = ${view_id}`)
  await conflictOnDuplicate('views_name', viewNameConflict, updated)
}

export const markViewDeleted = (ctx: Context, { org_id, view_id }: ViewRow) =>
  ctx.db.query(sql`
    update views set is_active = false, updated_by = ${ctx.user.username}, updated_at = ${ctx.now},
      version = version + 1
    where org_id = ${org_id} and view_id = ${view_id}`)
