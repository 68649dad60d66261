import { pickProperties } from '../../../core/resource-fields.ts'
import type { TeamMemberRow } from './queries/members.ts'
import type { TeamCounts } from './queries/teams.ts'
import type { TeamWithRole } from './queries/row.ts'
import { teamMember, teamSummary } from './schema.ts'

export const presentTeamMember = (row: TeamMemberRow) => pickProperties(teamMember, row)

export const presentTeamSummary = (row: TeamWithRole & TeamCounts) =>
  pickProperties(teamSummary, { ...row, team_role: row.my_role })

export const presentTeam = (row: TeamWithRole, details: TeamCounts & { members: TeamMemberRow[] }) => ({
  ...presentTeamSummary({ ...row, ...details }),
  members: details.members.map(presentTeamMember),
})
