import { orgRoles } from '../../kernel/caller.ts'
import { bool, dateTime, nullable, object, oneOf, partial, text, uuid } from '../../kernel/schema.ts'

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

const ignored = { description: 'Kept by the server: accepted and not used.' }

export const memberUpdate = partial(
  {
    role: orgRole,
    is_active: bool({
      description: 'false keeps the person out and refuses its tokens; true lets it back in.',
    }),
    designation: designationName,
    designation_id: designationId,
    invited_by: text(ignored),
    invited_at: dateTime(ignored),
    accepted_at: dateTime(ignored),
    updated_by: text(ignored),
    updated_at: dateTime(ignored),
    deleted_at: dateTime(ignored),
    delete_reason: text(ignored),
    deleted_by: text(ignored),
  },
  { title: 'OrganizationMemberUpdate' },
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
    kind: oneOf(['user', 'service_account']),
  },
  { title: 'OrganizationMemberInDB' },
)
