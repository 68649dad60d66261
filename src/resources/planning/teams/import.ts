// Shared with imports, which create teams by the rules of the API.
import type { Context } from '../../../core/context.ts'
import { buildTeamSubject } from './policy.ts'
import { insertTeamMembers } from './queries/members.ts'
import { insertTeam } from './queries/teams.ts'

export { addTeamMember as importTeamMember } from './commands.ts'
export { findTeam as findImportedTeam } from './queries/row.ts'

/** Creates a team of which the importer is the only member, as its owner. */
export async function importTeam(
  ctx: Context,
  orgId: string,
  { name, description }: { name: string; description: string | null },
): Promise<{ team_id: string; version: number }> {
  const row = await insertTeam(ctx, orgId, { name, description })
  const { user_id, username } = ctx.user
  await insertTeamMembers(ctx, row, [{ user_id, username, team_role: 'owner' }])
  ctx.emit({ ...buildTeamSubject(row), type: 'team.created', before: null, after: { name, description } })
  return row
}
