import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Call, Context } from '../../../core/context.ts'
import { forbidden, requireFound } from '../../../core/errors.ts'
import { canEditTeam, loadReadableTeam, type TeamWithRole } from '../teams/policy.ts'
import { findAvailabilityEntry, type AvailabilityRow } from './queries.ts'

/** Throws 403 unless the caller is this user and in the team, or may edit the team. */
export function requireAvailabilityEditor(ctx: Context, team: TeamWithRole, userId: string): void {
  rejectProjectScopedToken(ctx)
  const own = team.my_role !== null && userId.toLowerCase() === ctx.user.user_id
  if (!own && !canEditTeam(ctx, team))
    throw forbidden('Only team owners and organization admins can do this for other users.')
}

export async function loadAvailabilityEntryForUpdate({
  ctx,
  params,
}: Call<{ team_id: string; entry_id: string }>): Promise<AvailabilityRow & { team: TeamWithRole }> {
  const team = await loadReadableTeam(ctx, params.team_id, 'share')
  const entry = requireFound(await findAvailabilityEntry(ctx, team, params.entry_id))
  requireAvailabilityEditor(ctx, team, entry.user_id)
  return { ...entry, team }
}
