import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { invalid, notFound } from '../../kernel/problem.ts'
import { canReadHolder, editableHolder, type Holder, type HolderType } from '../holders/access.ts'
import { reachWith, type Reach } from '../projects/access.ts'
import { lockView } from './queries.ts'
import type { ViewResource, ViewRow } from './rows.ts'

/** What of a view is read together with a reach: enough to ask what it asks, and to copy it. */
export type ViewSeen = Pick<
  ViewRow,
  'org_id' | 'view_id' | 'scope_type' | 'scope_id' | 'resource' | 'name' | 'query' | 'display' | 'version'
>

/** A view and what the caller reaches around it, in one statement; 404 when the caller does not see it. */
export async function readableView(ctx: Context, viewId: string): Promise<{ reach: Reach; view: ViewSeen }> {
  const found = await reachWith<{ view: ViewSeen & { live: boolean } }>(ctx, {
    organization: sql`(select v.org_id from views v
      where ${sql.among('v.org_id', ctx.caller.orgIds)} and v.view_id = ${viewId} and v.is_active limit 1)`,
    columns: (
      org,
    ) => sql`(select jsonb_build_object('org_id', v.org_id, 'view_id', v.view_id, 'scope_type', v.scope_type,
        'scope_id', v.scope_id, 'resource', v.resource, 'name', v.name, 'query', v.query, 'display', v.display,
        'version', v.version, 'live', v.scope_type <> 'team' or exists (select from teams t
          where t.org_id = ${org} and t.team_id = v.scope_id and t.is_active))
      from views v where v.org_id = ${org} and v.view_id = ${viewId}) as view`,
  })
  if (!found?.view.live || !canReadHolder(ctx, found, found.view)) throw notFound()
  return { reach: found, view: found.view }
}

/** The holder that a body names for a view: 404 when the caller does not see it, 403 when it may not edit there. */
export async function landing(
  ctx: Context,
  orgId: string,
  { scope_type = 'user', scope_id = null }: { scope_type?: HolderType; scope_id?: string | null },
  resource: ViewResource,
): Promise<Holder> {
  if (scope_type === 'user') return editableHolder(ctx, orgId, scope_type, ctx.user.username, 'share')
  if (scope_id === null) throw invalid(['body', 'scope_id'], 'is required', 'missing')
  if (scope_type === 'project' && resource === 'project')
    throw invalid(['body', 'scope_type'], 'A view of the project list is a team’s or your own.')
  return editableHolder(ctx, orgId, scope_type, scope_id, 'share')
}

/** The view, locked for a change: 404 when the caller does not see it, 403 when it may not edit its holder. */
export async function editableView(ctx: Context, viewId: string): Promise<ViewRow> {
  const view = await lockView(ctx, viewId)
  if (!view || (view.scope_type === 'user' && view.scope_id !== ctx.user.username)) throw notFound()
  await editableHolder(ctx, view.org_id, view.scope_type, view.scope_id, 'share')
  return view
}
