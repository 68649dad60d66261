import {
  bool,
  dateTime,
  ignored,
  nullable,
  nullables,
  object,
  older,
  oneOf,
  partial,
  text,
  uuid,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { projectRoles } from '../projects/access.ts'

export const olderRoles = words('OlderProjectRole', ['owner', 'admin', 'member'])

const projectRole = oneOf(projectRoles, {
  description: 'owner: everything; editor: changes the project and what is in it; viewer: reads it.',
})
const olderRole = oneOf(olderRoles, {
  description:
    'Older name of the role: owner, admin (editor), member (viewer). `project_role` says the same, and wins where both ' +
    'are sent.',
})

const writable = {
  project_role: projectRole,
  role: older(olderRole, 'Older name of `project_role`: owner, admin (editor), member (viewer).'),
  designation: text({ max: 200, description: 'Label, name or alias of a designation.' }),
  designation_id: text({ max: 64 }),
  is_active: bool({ description: 'false: no member for the time being.' }),
  delete_reason: text({ max: 2000, description: 'Kept with `is_active: false`.' }),
}
const sentAlong = ignored({
  username: text(),
  created_by: text(),
  updated_by: text(),
  created_at: dateTime(),
  updated_at: dateTime(),
  deleted_at: dateTime(),
})

export const projectMemberCreate = object(
  {
    project_id: text(),
    user_id: uuid({ description: 'An active member of the organization.' }),
    ...nullables({ ...writable, ...sentAlong }),
  },
  { title: 'ProjectMemberCreate' },
)

const ofThePath = {
  project_id: older(text(), 'The project of the path.'),
  user_id: older(text(), 'The member of the path.'),
}

export const projectMemberUpdate = partial(
  {
    ...ofThePath,
    ...writable,
    ...sentAlong,
  },
  { title: 'ProjectMemberUpdate', clears: ['designation', 'designation_id'] },
)
export type ProjectMemberUpdate = Static<typeof projectMemberUpdate>

export const projectMember = object(
  {
    project_id: text(),
    user_id: uuid(),
    username: nullable(text()),
    designation: nullable(text({ description: 'Its label.' })),
    designation_id: nullable(text()),
    role: nullable(olderRole),
    project_role: nullable(projectRole),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    is_active: nullable(bool()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    deleted_at: nullable(dateTime()),
    delete_reason: nullable(text()),
    version,
  },
  { title: 'ProjectMember' },
)
