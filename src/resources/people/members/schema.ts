import { orgRoles, principalTypes } from '../../../core/caller.ts'
import * as s from '../../../core/schema.ts'

export const orgRole = s.stringEnum(orgRoles, {
  description:
    'Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot ' +
    'grant a role above their own.',
})
export const designationName = s.text({
  max: 120,
  description: 'Label, name or alias of a designation (case-insensitive).',
})
export const designationId = s.text({ max: 60, description: 'ID of a designation. Send either this or `designation`.' })

export const organizationMemberUpdate = s.partialUpdate('OrganizationMemberUpdate', ['designation', 'designation_id'], {
  role: orgRole,
  is_active: s.bool(
    '`false` deactivates the member and rejects their tokens; `true` reactivates the member and their tokens.',
  ),
  designation: designationName,
  designation_id: designationId,
  ...s.readOnlyFields({
    invited_by: s.text(),
    invited_at: s.dateTime(),
    accepted_at: s.dateTime(),
    updated_by: s.text(),
    updated_at: s.dateTime(),
    deleted_at: s.dateTime(),
    delete_reason: s.text(),
    deleted_by: s.text(),
  }),
})

const alwaysNull = { description: 'Always `null`: removed members are not returned.' }

export const organizationMember = s.namedObject('OrganizationMember', {
  user_id: s.uuid('ID of the user.'),
  org_id: s.text('ID of the organization.'),
  email: s.nullable(s.text('Email address of the user.')),
  username: s.nullable(s.text('Username of the user.')),
  name: s.nullable(s.text('Display name; null if the identity provider reports none.')),
  designation: s.nullable(s.text('Label of the designation. `null` when there is none.')),
  designation_id: s.nullable(s.text('ID of the designation. `null` when there is none.')),
  role: s.nullable(s.stringEnum(orgRoles, 'Role in the organization.')),
  invited_by: s.nullable(s.text('Username of the user who invited them.')),
  is_active: s.nullable(s.bool('`false` for deactivated members.')),
  invited_at: s.nullable(s.dateTime('Time of the invitation, in UTC.')),
  accepted_at: s.nullable(s.dateTime('Time at which they joined, in UTC.')),
  updated_by: s.nullable(s.text('Username of the user who last updated the membership.')),
  updated_at: s.nullable(s.dateTime('Time of the last update, in UTC.')),
  deleted_at: s.nullable(s.dateTime(alwaysNull)),
  delete_reason: s.nullable(s.text(alwaysNull)),
  deleted_by: s.nullable(s.text(alwaysNull)),
  last_active_at: s.nullable(s.dateTime('Time of the last request, up to 30 seconds behind. `null`: never.')),
  kind: s.stringEnum(principalTypes, 'Person or service account.'),
  version: s.versionField,
})
