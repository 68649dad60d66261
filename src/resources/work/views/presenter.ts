import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { canEditScopeOwner } from '../scopes/policy.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import type { ViewForCaller } from './queries.ts'
import { viewSchema } from './schema.ts'

export const presentView = (ctx: Context, visibility: OrgVisibility, row: ViewForCaller) => {
  const can_edit = canEditScopeOwner(ctx, visibility, row, row.team_role)
  return pickProperties(viewSchema, { ...row, is_active: true, can_edit })
}
