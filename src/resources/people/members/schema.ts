import { orgRoles, principalTypes } from '../../../core/caller.ts'
import {
  bool,
  dateTime,
  readOnlyFields,
  nullable,
  object,
  stringEnum,
  partialUpdate,
  text,
  uuid,
  versionField,
} from '../../../core/schema.ts'

export const orgRole = stringEnum(orgRoles, {
  description:
    'Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot ' +
    'grant a role above their own.',
})
export const designationName = text({
  max: 120,
  description: 'Label, name or alias of a designation (case-insensitive).',
})
export const designationId = text({
  max: 60,
  description: 'ID of a designation. Send either this or `designation`.',
})

export const organizationMemberUpdate = partialUpdate(
  {
    role: orgRole,
    is_active: bool({
      description:
        '`false` deactivates the member and rejects their tokens; `true` reactivates the member and their tokens.',
    }),
    designation: designationName,
    designation_id: designationId,
    ...readOnlyFields({
      invited_by: text(),
      invited_at: dateTime(),
      accepted_at: dateTime(),
      updated_by: text(),
      updated_at: dateTime(),
      deleted_at: dateTime(),
      delete_reason: text(),
      deleted_by: text(),
    }),
  },
  { title: 'OrganizationMemberUpdate', clears: ['designation', 'designation_id'] },
)

const alwaysNull = { description: 'Always `null`: removed members are not returned.' }

export const organizationMember = object(
  {
    user_id: uuid({ description: 'ID of the user.' }),
    org_id: text({ description: 'ID of the organization.' }),
    email: nullable(text({ description: 'Email address of the user.' })),
    username: nullable(text({ description: 'Username of the user.' })),
    designation: nullable(text({ description: 'Label of the designation. `null` when there is none.' })),
    designation_id: nullable(text({ description: 'ID of the designation. `null` when there is none.' })),
    role: nullable(stringEnum(orgRoles, { description: 'Role in the organization.' })),
    invited_by: nullable(text({ description: 'Username of the user who invited them.' })),
    is_active: nullable(bool({ description: '`false` for deactivated members.' })),
    invited_at: nullable(dateTime({ description: 'Time of the invitation, in UTC.' })),
    accepted_at: nullable(dateTime({ description: 'Time at which they joined, in UTC.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated the membership.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update, in UTC.' })),
    deleted_at: nullable(dateTime(alwaysNull)),
    delete_reason: nullable(text(alwaysNull)),
    deleted_by: nullable(text(alwaysNull)),
    last_active_at: nullable(
      dateTime({ description: 'Time of the last request, up to 30 seconds behind. `null`: never.' }),
    ),
    kind: stringEnum(principalTypes, { description: 'Person or service account.' }),
    version: versionField,
  },
  { title: 'OrganizationMember' },
)
