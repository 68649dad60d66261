import { sql, type Sql, or } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { findVisibility, type OrgVisibility } from '../projects/policy.ts'
import { buildProjectIdCondition } from '../projects/queries/visibility.ts'
import { canReadScopeOwner, type ScopeType } from './policy.ts'

/** Returns the condition that the caller can read the owner of row `alias`. Guests can read only their own teams. */
export function buildReadableOwnerCondition(ctx: Context, visibility: OrgVisibility, alias: string): Sql {
  const type = sql.raw(`${alias}.scope_type`)
  const id = sql.raw(`${alias}.scope_id`)
  const isOwnTeam =
    visibility.visibleTeamIds === null ? sql`true` : sql`h.team_id = any(${visibility.visibleTeamIds}::text[])`
  return or([
    sql`${type} = 'project' and ${buildProjectIdCondition(visibility.projects, id)}`,
    sql`${type} = 'team' and exists (select from teams h where h.org_id = ${visibility.org_id} and h.team_id = ${id}
      and h.is_active and ${isOwnTeam})`,
    sql`${type} = 'user' and ${id} = ${ctx.user.username}`,
  ])
}

const selectExistingIds = (scope_type: ScopeType, ids: string[], org: Sql): Sql => sql`
  case when ${scope_type}::text = 'project' then
      array(select p.project_id from projects p
        where p.org_id = ${org} and p.project_id = any(${ids}::text[]) and p.deleted_at is null)
    else
      array(select t.team_id from teams t
        where t.org_id = ${org} and t.team_id = any(${ids}::text[]) and t.is_active)
    end`

/** Loads the caller's visibility, and the readable projects or teams among `ids` in the same order. */
export async function loadScopeOwnerVisibility(
  ctx: Context,
  orgId: string,
  scope_type: ScopeType,
  ids: string[],
): Promise<{ visibility: OrgVisibility; readable: string[] }> {
  const row = await findVisibility<{ live: string[] }>(ctx, {
    organization: orgId,
    columns: (org) => sql`${selectExistingIds(scope_type, ids, org)} as live`,
  })
  const { live, ...visibility } = row!
  const isReadable = (scope_id: string) =>
    live.includes(scope_id) && canReadScopeOwner(ctx, visibility, { scope_type, scope_id })
  return { visibility, readable: ids.filter(isReadable) }
}
