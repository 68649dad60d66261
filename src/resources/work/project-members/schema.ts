import * as s from '../../../core/schema.ts'
import { projectRoles } from '../projects/policy.ts'

export const deprecatedProjectRoles = s.namedEnum('OlderProjectRole', ['owner', 'admin', 'member'])

const projectRole = s.stringEnum(projectRoles, {
  description: '`owner`: full control; `editor`: edits the project and its contents; `viewer`: reads them.',
})
const olderRole = s.stringEnum(deprecatedProjectRoles, {
  description:
    'Deprecated name of the role: `owner`, `admin` (editor), `member` (viewer). `project_role` takes precedence if both ' +
    'are sent.',
})

const writableFields = {
  project_role: projectRole,
  role: s.deprecatedField(olderRole, 'Deprecated; use `project_role`: `owner`, `admin` (editor), `member` (viewer).'),
  designation: s.text({ max: 200, description: 'Label, name or alias of a designation of the organization.' }),
  designation_id: s.text({ max: 64, description: 'ID of a designation of the organization.' }),
  is_active: s.bool('`false` deactivates the membership; `true` reactivates it.'),
  delete_reason: s.text({
    max: 2000,
    description: 'Reason for the deactivation; stored only with `is_active: false`.',
  }),
}
const ignoredFields = s.readOnlyFields({
  username: s.text(),
  created_by: s.text(),
  updated_by: s.text(),
  created_at: s.dateTime(),
  updated_at: s.dateTime(),
  deleted_at: s.dateTime(),
})

export const projectMemberCreateSchema = s.namedObject('ProjectMemberCreate', {
  project_id: s.text('ID of the project.'),
  user_id: s.uuid('ID of the user, an active member of the organization.'),
  ...s.optionalNullables({ ...writableFields, ...ignoredFields }),
})

const pathFields = {
  project_id: s.deprecatedField(s.text(), 'Must be the project in the path.'),
  user_id: s.deprecatedField(s.text(), 'Must be the user in the path.'),
}

export const projectMemberUpdateSchema = s.partialUpdate('ProjectMemberUpdate', ['designation', 'designation_id'], {
  ...pathFields,
  ...writableFields,
  ...ignoredFields,
})
export type ProjectMemberUpdate = s.Static<typeof projectMemberUpdateSchema>

export const projectMemberSchema = s.namedObject('ProjectMember', {
  project_id: s.text('ID of the project.'),
  user_id: s.uuid('ID of the user.'),
  username: s.nullable(s.text('Username.')),
  designation: s.nullable(s.text('Label of the designation.')),
  designation_id: s.nullable(s.text('ID of the designation.')),
  role: s.nullable(olderRole),
  project_role: s.nullable(projectRole),
  created_by: s.nullable(s.text('Username of the user who added the member.')),
  updated_by: s.nullable(s.text('Username of the user who last updated the membership.')),
  is_active: s.nullable(s.bool('`false` for a member who is deactivated in the project or in the organization.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  deleted_at: s.nullable(s.dateTime('Time of removal.')),
  delete_reason: s.nullable(s.text('Reason for the deactivation.')),
  version: s.versionField,
})
