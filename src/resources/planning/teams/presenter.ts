import type { TeamMemberRow } from './queries/members.ts'
import type { TeamCounts } from './queries/teams.ts'
import type { TeamWithRole } from './queries/row.ts'

/** Returns the schema `TeamMember`. */
export const presentTeamMember = (row: TeamMemberRow) => ({
  team_id: row.team_id,
  user_id: row.user_id,
  team_role: row.team_role,
  username: row.username,
  added_by: row.added_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Returns the schema `TeamSummary`. */
export const presentTeamSummary = (row: TeamWithRole, counts: TeamCounts) => ({
  team_id: row.team_id,
  org_id: row.org_id,
  name: row.name,
  description: row.description,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  is_active: row.is_active,
  member_count: counts.member_count,
  project_count: counts.project_count,
  team_role: row.my_role,
})

/** Returns the schema `Team`. */
export const presentTeam = (row: TeamWithRole, detail: TeamCounts & { members: TeamMemberRow[] }) => ({
  ...presentTeamSummary(row, detail),
  members: detail.members.map(presentTeamMember),
})
