import { orgRoles, principalTypes } from '../../kernel/caller.ts'
import {
  bool,
  dateTime,
  ignored,
  nullable,
  object,
  oneOf,
  partial,
  text,
  uuid,
  version,
} from '../../kernel/schema.ts'

export const orgRole = oneOf(orgRoles, {
  description:
    'From the most rights to the least: owner, admin, member, guest. Nobody grants a role above their own.',
})
export const designationName = text({
  max: 120,
  description: 'What the person does here: the label, name or an alias of a designation, in any case.',
})
export const designationId = text({
  max: 60,
  description: 'The designation by its id, instead of `designation`.',
})

export const memberUpdate = partial(
  {
    role: orgRole,
    is_active: bool({
      description: 'false keeps the person out and refuses its tokens; true lets it back in.',
    }),
    designation: designationName,
    designation_id: designationId,
    ...ignored({
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

export const organizationMember = object(
  {
    user_id: uuid(),
    org_id: text(),
    email: nullable(text()),
    username: nullable(text()),
    designation: nullable(text({ description: 'Label of the designation.' })),
    designation_id: nullable(text()),
    role: nullable(oneOf(orgRoles)),
    invited_by: nullable(text({ description: 'Username.' })),
    is_active: nullable(bool()),
    invited_at: nullable(dateTime()),
    accepted_at: nullable(dateTime()),
    updated_by: nullable(text({ description: 'Username.' })),
    updated_at: nullable(dateTime()),
    deleted_at: nullable(dateTime()),
    delete_reason: nullable(text()),
    deleted_by: nullable(text()),
    last_active_at: nullable(dateTime({ description: 'Written every 30 seconds; null = never.' })),
    kind: oneOf(principalTypes),
    version,
  },
  { title: 'OrganizationMember' },
)
