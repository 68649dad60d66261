import { wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditTeam, readableTeam, type TeamSeen } from '../teams/access.ts'
import { findEntry, type EntryRow } from './queries.ts'

/** Throws 403 unless the caller is this user and in the team, or may edit the team. */
export function requireMayEnter(ctx: Context, team: TeamSeen, userId: string): void {
  wholeOrganization(ctx)
  const own = team.my_role !== null && userId.toLowerCase() === ctx.user.user_id
  if (!own && !canEditTeam(ctx, team))
    throw forbidden('Only team owners and organization admins can do this for other users.')
}

/** Returns the locked entry of a team member. Throws 404 or 403 unless the caller may change it. */
export async function changeableEntry({
  ctx,
  params,
}: {
  ctx: Context
  params: { team_id: string; entry_id: string }
}): Promise<EntryRow & { team: TeamSeen }> {
  const team = await readableTeam(ctx, params.team_id, 'share')
  const entry = await findEntry(ctx, team, params.entry_id)
  if (!entry) throw notFound()
  requireMayEnter(ctx, team, entry.user_id)
  return { ...entry, team }
}
