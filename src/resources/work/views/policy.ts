import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { canReadScopeOwner, loadScopeOwnerForUpdate, type ScopeOwner, type ScopeType } from '../scopes/policy.ts'
import { findVisibility, type OrgVisibility } from '../projects/policy.ts'
import { lockView, type ViewRow } from './queries.ts'
import type { ViewResource } from './schema.ts'

export type ViewWithVisibility = Pick<
  ViewRow,
  'org_id' | 'view_id' | 'scope_type' | 'scope_id' | 'resource' | 'name' | 'query' | 'display' | 'version'
>

/** Loads a view and the caller's visibility in one statement. Throws 404 unless the view is visible. */
export async function loadReadableView(
  ctx: Context,
  viewId: string,
): Promise<{ visibility: OrgVisibility; view: ViewWithVisibility }> {
  const found = await findVisibility<{ view: ViewWithVisibility & { live: boolean } }>(ctx, {
    organization: sql`(select v.org_id from views v
      where ${sql.orgIn('v.org_id', ctx.caller.orgIds)} and v.view_id = ${viewId} and v.is_active limit 1)`,
    columns: (
      org,
    ) => sql`(select jsonb_build_object('org_id', v.org_id, 'view_id', v.view_id, 'scope_type', v.scope_type,
        'scope_id', v.scope_id, 'resource', v.resource, 'name', v.name, 'query', v.query, 'display', v.display,
        'version', v.version, 'live', v.scope_type <> 'team' or exists (select from teams t
          where t.org_id = ${org} and t.team_id = v.scope_id and t.is_active))
      from views v where v.org_id = ${org} and v.view_id = ${viewId}) as view`,
  })
  if (!found?.view.live || !canReadScopeOwner(ctx, found, found.view)) throw notFound()
  return { visibility: found, view: found.view }
}

/** Loads the owner of a new view. Throws 404 unless it is visible, 403 unless the caller may edit it. */
export async function loadViewOwner(
  ctx: Context,
  orgId: string,
  { scope_type = 'user', scope_id = null }: { scope_type?: ScopeType; scope_id?: string | null },
  resource: ViewResource,
): Promise<ScopeOwner> {
  if (scope_type === 'user') return loadScopeOwnerForUpdate(ctx, orgId, scope_type, ctx.user.username, 'share')
  if (scope_id === null) throw invalid(['body', 'scope_id'], 'is required', 'missing')
  if (scope_type === 'project' && resource === 'project')
    throw invalid(['body', 'scope_type'], 'A view of projects can belong only to a team or a user.')
  return loadScopeOwnerForUpdate(ctx, orgId, scope_type, scope_id, 'share')
}

/** Returns the locked view. Throws 404 unless it is visible, 403 unless the caller may edit its owner. */
export async function loadViewForUpdate(ctx: Context, viewId: string): Promise<ViewRow> {
  const view = await lockView(ctx, viewId)
  if (!view || (view.scope_type === 'user' && view.scope_id !== ctx.user.username)) throw notFound()
  await loadScopeOwnerForUpdate(ctx, view.org_id, view.scope_type, view.scope_id, 'share')
  return view
}
