import { auditFields, isActiveProperty, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { teamRoles } from './queries/row.ts'

const team_id = s.text('ID of the team.')
const name = s.nonBlankText(120, 'Unique among the teams of the organization (case-insensitive).')
const description = s.text({ max: 2000, description: 'Free text. `null` when there is none.' })
const teamRole = s.stringEnum(teamRoles, {
  description:
    '`owner`: can edit the team, its members, sprints, milestones and sections. `member`: belongs to the team.',
})

export const teamCreate = s.namedObject('TeamCreate', {
  org_id: s.orgIdField,
  name,
  ...s.optionalNullables({
    description,
    member_user_ids: s.array(s.uuid('ID of a user.'), {
      maxItems: 200,
      description:
        'Users to add as members: active members of the organization. The caller is always added as the owner.',
    }),
  }),
})
export type TeamCreate = s.Static<typeof teamCreate>

export const teamUpdate = s.partialUpdate('TeamUpdate', ['description'], { name, description })
export type TeamUpdate = s.Static<typeof teamUpdate>

export const teamMemberCreate = s.namedObject('TeamMemberCreate', {
  user_id: s.uuid('ID of the user to add: an active member of the organization.'),
  team_role: s.optional(s.stringEnum(teamRoles, 'Role in the team. Default: `member`. Guests cannot be `owner`.')),
})
export const teamMemberUpdate = s.namedObject('TeamMemberUpdate', { team_role: teamRole })

export const teamMember = s.namedObject('TeamMember', {
  team_id,
  user_id: s.uuid('ID of the user.'),
  team_role: teamRole,
  username: s.nullable(s.text('Username of the user.')),
  added_by: s.nullable(s.text('Username of the user who added them to the team.')),
  created_at: s.nullable(s.dateTime('Time at which they joined the team, in UTC.')),
  updated_at: s.nullable(s.dateTime('Time at which their role last changed, in UTC.')),
})

const summaryFields = {
  team_id,
  org_id: orgIdProperty,
  name: s.text('Name of the team.'),
  description: s.nullable(s.text('Free text. `null` when there is none.')),
  ...auditFields,
  is_active: isActiveProperty,
  member_count: s.int('Number of members who are active in the organization.'),
  project_count: s.int('Number of projects of the team that the caller can read.'),
  team_role: s.nullable(s.stringEnum(teamRoles, "The caller's role. `null` when the caller is not in the team.")),
}

export const teamSummary = s.namedObject('TeamSummary', summaryFields)
export const team = s.namedObject('Team', {
  ...summaryFields,
  members: s.array(teamMember, 'Members who are active in the organization, by username.'),
})

export const teamDeleted = s.namedObject('TeamDeleted', {
  ...s.okResponse.properties,
  team_id,
  detached_projects: s.int('Number of projects removed from the team, counting only those that the caller can read.'),
  detached_tasks: s.int('Number of tasks removed from the team, counting only those that the caller can read.'),
})
