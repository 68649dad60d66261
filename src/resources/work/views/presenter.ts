import type { Context } from '../../../core/context.ts'
import { canEditScopeOwner } from '../scopes/policy.ts'
import type { ProjectVisibility } from '../projects/policy.ts'
import type { ViewForCaller } from './queries.ts'

/** Returns a `View`. */
export const presentView = (ctx: Context, visibility: ProjectVisibility, row: ViewForCaller) => ({
  view_id: row.view_id,
  org_id: row.org_id,
  scope_type: row.scope_type,
  scope_id: row.scope_id,
  resource: row.resource,
  name: row.name,
  query: row.query,
  display: row.display,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  is_active: true,
  can_edit: canEditScopeOwner(ctx, visibility, row, row.team_role),
  pinned: row.pinned,
})
