import { wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findTeam, type TeamLock, type TeamSeen } from './rows.ts'

export { teamRoles, type TeamRole, type TeamSeen } from './rows.ts'

/** Whether the caller may read this team: every member of the organization, a guest only teams it is in. */
export const canReadTeam = (ctx: Context, team: Pick<TeamSeen, 'org_id' | 'my_role'>): boolean =>
  team.my_role !== null || ctx.caller.memberOf(team.org_id).role !== 'guest'

/** Whether the caller may change this team: its owners and org admins may, but no token that is limited to projects. */
export const canEditTeam = (ctx: Context, team: Pick<TeamSeen, 'org_id' | 'my_role'>): boolean =>
  !ctx.caller.projectLimit && (team.my_role === 'owner' || ctx.caller.isOrgAdmin(team.org_id))

/** The team, which a write locks for a change; 404 when the caller does not see it. */
export async function readableTeam(
  ctx: Context,
  teamId: string,
  lock: TeamLock = ctx.locking ? 'update' : 'none',
): Promise<TeamSeen> {
  const team = await findTeam(ctx, teamId, lock)
  if (!team || !canReadTeam(ctx, team)) throw notFound()
  return team
}

/**
 * The team for a change of itself or of what it holds: 404 when the caller does not see it, 403 when it may not edit
 * it. While it is locked by `share`, others may change what it holds too.
 */
export async function editableTeam(
  ctx: Context,
  teamId: string,
  lock: 'share' | 'update' = 'update',
): Promise<TeamSeen> {
  const team = await readableTeam(ctx, teamId, lock)
  requireEditor(ctx, team)
  return team
}

/** 403 unless the caller may change the team it has been let see. */
export function requireEditor(ctx: Context, team: TeamSeen): void {
  wholeOrganization(ctx)
  if (!canEditTeam(ctx, team)) throw forbidden('Only owners of the team and org admins may do this.')
}

/** How every event about a team and its members names it. */
export const asTeam = ({ org_id, team_id }: Pick<TeamSeen, 'org_id' | 'team_id'>) => ({
  org_id,
  resource_type: 'team',
  resource_id: team_id,
})
