import type { Context } from '../../kernel/context.ts'
import { invalid, notFound } from '../../kernel/problem.ts'
import { canReadHolder, editableHolder, type Holder, type HolderType } from '../holders/access.ts'
import { reachWith, type Reach } from '../projects/access.ts'
import { lockView } from './queries.ts'
import type { ViewResource, ViewRow } from './rows.ts'

/** A view as its reader needs it for what it asks. */
export type ViewSeen = Pick<
  ViewRow,
  'org_id' | 'view_id' | 'scope_type' | 'scope_id' | 'resource' | 'name' | 'query' | 'display' | 'version'
>

const reachAndView = reachWith<{ view: ViewSeen & { live: boolean } }>({
  organization: `(SELECT v.org_id FROM views v WHERE v.org_id = ANY($2::uuid[]) AND v.view_id = $3 AND v.is_active LIMIT 1)`,
  columns: `(SELECT jsonb_build_object('org_id', v.org_id, 'view_id', v.view_id, 'scope_type', v.scope_type, 'scope_id',
      v.scope_id, 'resource', v.resource, 'name', v.name, 'query', v.query, 'display', v.display, 'version', v.version,
      'live', v.scope_type <> 'team' OR EXISTS (SELECT FROM teams t
        WHERE t.org_id = v.org_id AND t.team_id = v.scope_id AND t.is_active))
    FROM views v WHERE v.org_id = o.org_id AND v.view_id = $3) AS view`,
})

/** A view and what the caller reaches around it, in one statement; 404 unseen. */
export async function readableView(ctx: Context, viewId: string): Promise<{ reach: Reach; view: ViewSeen }> {
  const found = await reachAndView(ctx, ctx.caller.orgIds, viewId)
  if (!found?.view.live || !canReadHolder(ctx, found, found.view)) throw notFound()
  return { reach: found, view: found.view }
}

/** Where a body wants a view to be: 404 unseen, 403 without the right to edit there. */
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

/** The view for a change: 404 unseen, 403 without the right to edit whose it is. Locked. */
export async function editableView(ctx: Context, viewId: string): Promise<ViewRow> {
  const view = await lockView(ctx, viewId)
  if (!view || (view.scope_type === 'user' && view.scope_id !== ctx.user.username)) throw notFound()
  await editableHolder(ctx, view.org_id, view.scope_type, view.scope_id, 'share')
  return view
}
