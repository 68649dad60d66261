import { wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditTeam, readableTeam, type TeamSeen } from '../teams/access.ts'
import { findEntry, type EntryRow } from './queries.ts'

/**
 * 403 unless the caller may say when this person is away. A member of the team may say so of itself, and who may edit
 * the team of everybody.
 */
export function requireMayEnter(ctx: Context, team: TeamSeen, userId: string): void {
  wholeOrganization(ctx)
  const own = team.my_role !== null && userId.toLowerCase() === ctx.user.user_id
  if (!own && !canEditTeam(ctx, team))
    throw forbidden('For others only owners of the team and org admins may do this.')
}

/** An entry shown in a team, for a change: 404 when the caller does not see it, 403 when it may not change it. */
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
