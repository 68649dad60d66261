import { wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findTeam, type TeamLock, type TeamSeen } from './rows.ts'

export { teamRoles, type TeamRole, type TeamSeen } from './rows.ts'

/** Returns true for members of the organization; guests can read only the teams they are in. */
export const canReadTeam = (ctx: Context, team: Pick<TeamSeen, 'org_id' | 'my_role'>): boolean =>
  team.my_role !== null || ctx.caller.memberOf(team.org_id).role !== 'guest'

/** Returns true for team owners and organization admins, except with a token limited to projects. */
export const canEditTeam = (ctx: Context, team: Pick<TeamSeen, 'org_id' | 'my_role'>): boolean =>
  !ctx.caller.projectLimit && (team.my_role === 'owner' || ctx.caller.isOrgAdmin(team.org_id))

/** Returns the team, locked for update in a write. Throws 404 unless the caller can read it. */
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
 * Returns the locked team. Throws 404 or 403 unless the caller may edit it. A `share` lock lets others change its
 * sprints, milestones and sections concurrently.
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

/** Throws 403 unless the caller may edit the team. */
export function requireEditor(ctx: Context, team: TeamSeen): void {
  wholeOrganization(ctx)
  if (!canEditTeam(ctx, team)) throw forbidden('Only team owners and organization admins can do this.')
}

/** Identifies a team in events. */
export const asTeam = ({ org_id, team_id }: Pick<TeamSeen, 'org_id' | 'team_id'>) => ({
  org_id,
  resource_type: 'team',
  resource_id: team_id,
})
