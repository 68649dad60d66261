import {
  bool,
  dateTime,
  readOnlyFields,
  nullable,
  optionalNullables,
  object,
  deprecatedField,
  stringEnum,
  partialUpdate,
  text,
  uuid,
  versionField,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'
import { projectRoles } from '../projects/policy.ts'

export const deprecatedProjectRoles = namedEnum('OlderProjectRole', ['owner', 'admin', 'member'])

const projectRole = stringEnum(projectRoles, {
  description: '`owner`: full control; `editor`: edits the project and its contents; `viewer`: reads them.',
})
const olderRole = stringEnum(deprecatedProjectRoles, {
  description:
    'Deprecated name of the role: `owner`, `admin` (editor), `member` (viewer). `project_role` takes precedence if both ' +
    'are sent.',
})

const writableFields = {
  project_role: projectRole,
  role: deprecatedField(olderRole, 'Deprecated; use `project_role`: `owner`, `admin` (editor), `member` (viewer).'),
  designation: text({ max: 200, description: 'Label, name or alias of a designation of the organization.' }),
  designation_id: text({ max: 64, description: 'ID of a designation of the organization.' }),
  is_active: bool({ description: '`false` deactivates the membership; `true` reactivates it.' }),
  delete_reason: text({
    max: 2000,
    description: 'Reason for the deactivation; stored only with `is_active: false`.',
  }),
}
const ignoredFields = readOnlyFields({
  username: text(),
  created_by: text(),
  updated_by: text(),
  created_at: dateTime(),
  updated_at: dateTime(),
  deleted_at: dateTime(),
})

export const projectMemberCreateSchema = object(
  {
    project_id: text({ description: 'ID of the project.' }),
    user_id: uuid({ description: 'ID of the user, an active member of the organization.' }),
    ...optionalNullables({ ...writableFields, ...ignoredFields }),
  },
  { title: 'ProjectMemberCreate' },
)

const pathFields = {
  project_id: deprecatedField(text(), 'Must be the project in the path.'),
  user_id: deprecatedField(text(), 'Must be the user in the path.'),
}

export const projectMemberUpdateSchema = partialUpdate(
  {
    ...pathFields,
    ...writableFields,
    ...ignoredFields,
  },
  { title: 'ProjectMemberUpdate', clears: ['designation', 'designation_id'] },
)
export type ProjectMemberUpdate = Static<typeof projectMemberUpdateSchema>

export const projectMemberSchema = object(
  {
    project_id: text({ description: 'ID of the project.' }),
    user_id: uuid({ description: 'ID of the user.' }),
    username: nullable(text({ description: 'Username.' })),
    designation: nullable(text({ description: 'Label of the designation.' })),
    designation_id: nullable(text({ description: 'ID of the designation.' })),
    role: nullable(olderRole),
    project_role: nullable(projectRole),
    created_by: nullable(text({ description: 'Username of the user who added the member.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated the membership.' })),
    is_active: nullable(
      bool({ description: '`false` for a member who is deactivated in the project or in the organization.' }),
    ),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
    deleted_at: nullable(dateTime({ description: 'Time of removal.' })),
    delete_reason: nullable(text({ description: 'Reason for the deactivation.' })),
    version: versionField,
  },
  { title: 'ProjectMember' },
)
