import { createSubject } from '../../../core/change-event.ts'
import { findTeamMember } from './queries/members.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, notFound, requireFound } from '../../../core/errors.ts'
import { findTeam, type TeamLockMode, type TeamWithRole } from './queries/row.ts'

export { teamRoles, type TeamWithRole } from './queries/row.ts'

/** Returns true for members of the organization; guests can read only the teams they are in. */
export const canReadTeam = (ctx: Context, team: Pick<TeamWithRole, 'org_id' | 'my_role'>): boolean =>
  team.my_role !== null || ctx.caller.requireMembership(team.org_id).role !== 'guest'

/** Returns true for team owners and organization admins, except with a token limited to projects. */
export const canEditTeam = (ctx: Context, team: Pick<TeamWithRole, 'org_id' | 'my_role'>): boolean =>
  !ctx.caller.allowedProjectIds && (team.my_role === 'owner' || ctx.caller.isOrgAdmin(team.org_id))

/** Returns the team, locked for update in a write. Throws 404 unless the caller can read it. */
export async function loadReadableTeam(
  ctx: Context,
  teamId: string,
  lock: TeamLockMode = ctx.inTransaction ? 'update' : 'none',
): Promise<TeamWithRole> {
  const team = await findTeam(ctx, teamId, lock)
  if (!team || !canReadTeam(ctx, team)) throw notFound()
  return team
}

/** Throws 404 or 403. A `share` lock lets others change sprints, milestones and sections concurrently. */
export async function loadTeamForUpdate(
  ctx: Context,
  teamId: string,
  lock: 'share' | 'update' = 'update',
): Promise<TeamWithRole> {
  const team = await loadReadableTeam(ctx, teamId, lock)
  requireTeamEditor(ctx, team)
  return team
}

export function requireTeamEditor(ctx: Context, team: TeamWithRole): void {
  rejectProjectScopedToken(ctx)
  if (!canEditTeam(ctx, team)) throw forbidden('Only team owners and organization admins can do this.')
}

/** Returns a team, locked in a write, and one of its members. Members share the version of their team. */
export async function loadTeamAndMember(ctx: Context, { team_id, user_id }: { team_id: string; user_id: string }) {
  const team = await loadReadableTeam(ctx, team_id)
  const row = requireFound(await findTeamMember(ctx, team, user_id))
  return { team, row, version: team.version }
}

export const buildTeamSubject = createSubject('team', 'team_id')
