import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import {
  bool,
  dateTime,
  readOnlyFields,
  emailAddress,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  partialUpdate,
  text,
  uuid,
  versionField,
  namedEnum,
} from '../../../core/schema.ts'
import { designationId, designationName, orgRole } from '../members/schema.ts'

export const inviteStatuses = namedEnum('InviteStatus', ['pending', 'expired', 'cancelled', 'accepted'])
export type InviteStatus = (typeof inviteStatuses)[number]

const status = (description: string) => stringEnum(inviteStatuses, { description })
const expires = dateTime({
  description: 'Time until which the invitation can be accepted, in the future. Default: 7 days from now.',
})
const id = text({ description: 'ID of the invitation.' })

export const inviteCreate = object(
  {
    org_id: uuid({ description: 'ID of the organization.' }),
    email: emailAddress(
      'Email address of the user to invite. Case-insensitive; an internationalized domain equals its xn-- form.',
    ),
    ...optionalNullables({
      role: orgRole,
      designation: designationName,
      designation_id: designationId,
      expires_at: expires,
      invite_status: status('Only `pending` is accepted.'),
      is_cancelled: bool({ description: 'Only `false` is accepted.' }),
      ...readOnlyFields({
        invited_by: text(),
        updated_by: text(),
        org_name: text(),
        sent_at: dateTime(),
        cancel_date: dateTime(),
      }),
    }),
  },
  { title: 'OrganizationInviteCreate' },
)

export const inviteUpdate = partialUpdate(
  {
    role: orgRole,
    designation: designationName,
    designation_id: designationId,
    expires_at: expires,
    invite_status: status('`cancelled` cancels the invitation; `pending` changes nothing. Other values return 409.'),
    is_cancelled: bool({ description: '`true` cancels the invitation.' }),
    ...readOnlyFields({
      invited_by: text(),
      updated_by: text(),
      sent_at: dateTime(),
      cancel_date: dateTime(),
    }),
  },
  { title: 'OrganizationInviteUpdate', clears: ['designation', 'designation_id'] },
)

export const organizationInvite = object(
  {
    id,
    org_id: orgIdProperty,
    org_name: nullable(text({ description: 'Name of the organization.' })),
    email: text({ description: 'Email address of the invited user.' }),
    role: nullable(orgRole),
    designation: nullable(text({ description: 'Label of the designation. `null` when there is none.' })),
    designation_id: nullable(text({ description: 'ID of the designation. `null` when there is none.' })),
    invite_status: nullable(
      status('Current status: `expired` once `expires_at` has passed, `cancelled` also for rejected invitations.'),
    ),
    is_cancelled: nullable(bool({ description: '`true` if the invitation was cancelled or rejected.' })),
    sent_at: nullable(dateTime({ description: 'Time at which it was last sent or resent, in UTC.' })),
    expires_at: nullable(dateTime({ description: 'Time until which it can be accepted, in UTC.' })),
    cancel_date: nullable(dateTime({ description: 'Time at which it was cancelled or rejected. `null` otherwise.' })),
    accepted_at: nullable(dateTime({ description: 'Time at which it was accepted. `null` otherwise.' })),
    accepted_by: nullable(text({ description: 'Username of the user who accepted it. `null` otherwise.' })),
    invited_by: nullable(text({ description: 'Username of the user who created it.' })),
    updated_by: auditFields.updated_by,
    created_at: auditFields.created_at,
    updated_at: auditFields.updated_at,
    version: versionField,
  },
  { title: 'OrganizationInvite' },
)

export const inviteParams = object({ invite_id: id })
