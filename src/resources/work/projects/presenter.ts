import type { ProjectRow } from './queries/find.ts'
import type { ProjectMemberWithAssignment } from './queries/write.ts'
import { presentProgress, type ProjectTaskCounts } from './schema.ts'

function presentShared(row: ProjectRow, team: readonly ProjectMemberWithAssignment[]) {
  const leads = team.filter((member) => member.project_role === 'owner')
  return {
    org_id: row.org_id,
    project_id: row.project_id,
    name: row.name,
    prefix: row.prefix,
    description: row.description,
    metadata: row.metadata,
    status: row.status,
    priority: row.priority,
    color: row.color,
    icon: row.icon,
    start_date: row.start_date,
    end_date: row.end_date,
    visibility: row.visibility,
    team_id: row.team_id,
    owner: row.owner,
    owner_designation: row.owner_designation,
    team_members: team.map((member) => member.username),
    team_member_designations: row.team_member_designations,
    leads: leads.map(({ user_id, username, assigned_by, assigned_at }) => ({
      user_id,
      username,
      assigned_by,
      assigned_at,
    })),
    is_active: row.deleted_at === null,
    delete_reason: row.delete_reason,
    created_by: row.created_by,
    updated_by: row.updated_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}
export const presentProject = (row: ProjectRow, team: readonly ProjectMemberWithAssignment[]) => ({
  ...presentShared(row, team),
  editors_can_add_members: row.editors_can_add_members,
  deleted_at: row.deleted_at,
})

/** Returns a `ProjectSummary`; `position` counts only projects that the caller can read. */
export const presentProjectSummary = (
  row: ProjectRow,
  position: number,
  team: readonly ProjectMemberWithAssignment[],
  counts: ProjectTaskCounts,
) => ({ ...presentShared(row, team), ...presentProgress(counts), position })
