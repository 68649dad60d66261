import {
  acknowledgement,
  bool,
  dateTime,
  int,
  list,
  namedOrgId,
  nullable,
  nullables,
  object,
  oneOf,
  optional,
  partial,
  text,
  uuid,
  version,
  type Static,
} from '../../kernel/schema.ts'
import { teamRoles } from './rows.ts'

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the live teams, in any case.',
})
const description = text({ max: 2000 })
const teamRole = oneOf(teamRoles, {
  description: 'owner: changes the team and all it has; member: is in it.',
})

export const teamCreate = object(
  {
    org_id: namedOrgId,
    name,
    ...nullables({
      description,
      member_user_ids: list(uuid(), {
        maxItems: 200,
        description: 'Active members of the organization who are in the team from the start.',
      }),
    }),
  },
  { title: 'TeamCreate' },
)
export type TeamCreate = Static<typeof teamCreate>

export const teamUpdate = partial({ name, description }, { title: 'TeamUpdate', clears: ['description'] })

export const teamMemberCreate = object(
  {
    user_id: uuid({ description: 'An active member of the organization.' }),
    team_role: optional(oneOf(teamRoles, { description: 'member unless told; a guest is only ever that.' })),
  },
  { title: 'TeamMemberCreate' },
)
export const teamMemberUpdate = object({ team_role: teamRole }, { title: 'TeamMemberUpdate' })

export const teamMember = object(
  {
    team_id: text(),
    user_id: uuid(),
    team_role: teamRole,
    username: nullable(text()),
    added_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
  },
  { title: 'TeamMember' },
)

const shared = {
  team_id: text(),
  org_id: text(),
  name: text(),
  description: nullable(text()),
  created_by: nullable(text()),
  updated_by: nullable(text()),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  version,
  is_active: bool(),
  member_count: int(),
  project_count: int({ description: 'Projects of the team that you can read.' }),
  team_role: nullable(oneOf(teamRoles, { description: 'Your own role; null when you are not in the team.' })),
}

export const teamOut = object(shared, { title: 'TeamSummary' })
export const teamDetail = object({ ...shared, members: list(teamMember) }, { title: 'Team' })

export const teamDeleted = object(
  {
    ...acknowledgement.properties,
    team_id: text(),
    detached_projects: int({ description: 'Projects that were the team’s and now belong to none.' }),
    detached_tasks: int({ description: 'Tasks likewise.' }),
  },
  { title: 'TeamDeleted' },
)
