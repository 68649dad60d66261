import { auditFields, isActiveProperty, orgIdProperty } from '../../../core/resource-fields.ts'
import {
  okResponse,
  dateTime,
  int,
  list,
  orgIdField,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  optional,
  partialUpdate,
  text,
  uuid,
  type Static,
} from '../../../core/schema.ts'
import { teamRoles } from './queries/row.ts'

const team_id = text({ description: 'ID of the team.' })
const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the teams of the organization (case-insensitive).',
})
const description = text({ max: 2000, description: 'Free text. `null` when there is none.' })
const teamRole = stringEnum(teamRoles, {
  description:
    '`owner`: can edit the team, its members, sprints, milestones and sections. `member`: belongs to the team.',
})

export const teamCreate = object(
  {
    org_id: orgIdField,
    name,
    ...optionalNullables({
      description,
      member_user_ids: list(uuid({ description: 'ID of a user.' }), {
        maxItems: 200,
        description:
          'Users to add as members: active members of the organization. The caller is always added as the owner.',
      }),
    }),
  },
  { title: 'TeamCreate' },
)
export type TeamCreate = Static<typeof teamCreate>

export const teamUpdate = partialUpdate({ name, description }, { title: 'TeamUpdate', clears: ['description'] })

export const teamMemberCreate = object(
  {
    user_id: uuid({ description: 'ID of the user to add: an active member of the organization.' }),
    team_role: optional(
      stringEnum(teamRoles, {
        description: 'Role in the team. Default: `member`. Guests cannot be `owner`.',
      }),
    ),
  },
  { title: 'TeamMemberCreate' },
)
export const teamMemberUpdate = object({ team_role: teamRole }, { title: 'TeamMemberUpdate' })

export const teamMember = object(
  {
    team_id,
    user_id: uuid({ description: 'ID of the user.' }),
    team_role: teamRole,
    username: nullable(text({ description: 'Username of the user.' })),
    added_by: nullable(text({ description: 'Username of the user who added them to the team.' })),
    created_at: nullable(dateTime({ description: 'Time at which they joined the team, in UTC.' })),
    updated_at: nullable(dateTime({ description: 'Time at which their role last changed, in UTC.' })),
  },
  { title: 'TeamMember' },
)

const summaryFields = {
  team_id,
  org_id: orgIdProperty,
  name: text({ description: 'Name of the team.' }),
  description: nullable(text({ description: 'Free text. `null` when there is none.' })),
  ...auditFields,
  is_active: isActiveProperty,
  member_count: int({ description: 'Number of members who are active in the organization.' }),
  project_count: int({ description: 'Number of projects of the team that the caller can read.' }),
  team_role: nullable(
    stringEnum(teamRoles, { description: "The caller's role. `null` when the caller is not in the team." }),
  ),
}

export const teamSummary = object(summaryFields, { title: 'TeamSummary' })
export const team = object(
  {
    ...summaryFields,
    members: list(teamMember, { description: 'Members who are active in the organization, by username.' }),
  },
  { title: 'Team' },
)

export const teamDeleted = object(
  {
    ...okResponse.properties,
    team_id,
    detached_projects: int({
      description: 'Number of projects removed from the team, counting only those that the caller can read.',
    }),
    detached_tasks: int({
      description: 'Number of tasks removed from the team, counting only those that the caller can read.',
    }),
  },
  { title: 'TeamDeleted' },
)
