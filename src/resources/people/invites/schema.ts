import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { designationId, designationName, orgRole } from '../members/schema.ts'

export const inviteStatuses = s.namedEnum('InviteStatus', ['pending', 'expired', 'cancelled', 'accepted'])
export type InviteStatus = (typeof inviteStatuses)[number]

const buildStatusSchema = (description: string) => s.stringEnum(inviteStatuses, { description })
const expires = s.dateTime('Time until which the invitation can be accepted, in the future. Default: 7 days from now.')
const id = s.text('ID of the invitation.')

export const inviteCreate = s.namedObject('OrganizationInviteCreate', {
  org_id: s.uuid('ID of the organization.'),
  email: s.emailAddress(
    'Email address of the user to invite. Case-insensitive; an internationalized domain equals its xn-- form.',
  ),
  ...s.optionalNullables({
    role: orgRole,
    designation: designationName,
    designation_id: designationId,
    expires_at: expires,
    invite_status: buildStatusSchema('Only `pending` is accepted.'),
    is_cancelled: s.bool('Only `false` is accepted.'),
    ...s.readOnlyFields({
      invited_by: s.text(),
      updated_by: s.text(),
      org_name: s.text(),
      sent_at: s.dateTime(),
      cancel_date: s.dateTime(),
    }),
  }),
})

export const inviteUpdate = s.partialUpdate('OrganizationInviteUpdate', ['designation', 'designation_id'], {
  role: orgRole,
  designation: designationName,
  designation_id: designationId,
  expires_at: expires,
  invite_status: buildStatusSchema(
    '`cancelled` cancels the invitation; `pending` changes nothing. Other values return 409.',
  ),
  is_cancelled: s.bool('`true` cancels the invitation.'),
  ...s.readOnlyFields({
    invited_by: s.text(),
    updated_by: s.text(),
    sent_at: s.dateTime(),
    cancel_date: s.dateTime(),
  }),
})

export const organizationInvite = s.namedObject('OrganizationInvite', {
  id,
  org_id: orgIdProperty,
  org_name: s.nullable(s.text('Name of the organization.')),
  email: s.text('Email address of the invited user.'),
  role: s.nullable(orgRole),
  designation: s.nullable(s.text('Label of the designation. `null` when there is none.')),
  designation_id: s.nullable(s.text('ID of the designation. `null` when there is none.')),
  invite_status: s.nullable(
    buildStatusSchema(
      'Current status: `expired` once `expires_at` has passed, `cancelled` also for rejected invitations.',
    ),
  ),
  is_cancelled: s.nullable(s.bool('`true` if the invitation was canceled or rejected.')),
  sent_at: s.nullable(s.dateTime('Time at which it was last sent or resent, in UTC.')),
  expires_at: s.nullable(s.dateTime('Time until which it can be accepted, in UTC.')),
  cancel_date: s.nullable(s.dateTime('Time at which it was canceled or rejected. `null` otherwise.')),
  accepted_at: s.nullable(s.dateTime('Time at which it was accepted. `null` otherwise.')),
  accepted_by: s.nullable(s.text('Username of the user who accepted it. `null` otherwise.')),
  invited_by: s.nullable(s.text('Username of the user who created it.')),
  updated_by: auditFields.updated_by,
  created_at: auditFields.created_at,
  updated_at: auditFields.updated_at,
  version: s.versionField,
})

export const sentInvite = s.namedObject('SentOrganizationInvite', {
  ...organizationInvite.properties,
  accept_url: s.nullable(
    s.text(
      'Link to hand over to the invited user, who accepts with it without email; it works once, and each resend ' +
        'replaces it. Only in the response to a session on a server with built-in accounts; otherwise `null`.',
    ),
  ),
})

export const inviteParams = { invite_id: 'ID of the invitation.' }
