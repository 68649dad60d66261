import {
  bool,
  dateTime,
  ignored,
  mailAddress,
  nullable,
  nullables,
  object,
  oneOf,
  partial,
  text,
  uuid,
  version,
  words,
} from '../../kernel/schema.ts'
import { designationId, designationName, orgRole } from '../organization-members/schemas.ts'

export const inviteStatuses = words('InviteStatus', ['pending', 'expired', 'cancelled', 'accepted'])
export type InviteStatus = (typeof inviteStatuses)[number]

const status = (description: string) => oneOf(inviteStatuses, { description })
const expires = dateTime({ description: 'Until when it can be accepted; in the future. 7 days by default.' })

export const inviteCreate = object(
  {
    org_id: uuid({ description: 'The organization to join.' }),
    email: mailAddress(
      'Whom to invite. Compared without regard to case; a domain in letters of any script is the same as in its xn-- form.',
    ),
    ...nullables({
      role: orgRole,
      designation: designationName,
      designation_id: designationId,
      expires_at: expires,
      invite_status: status('`pending`: an invitation starts as nothing else.'),
      is_cancelled: bool({ description: '`false`: an invitation does not start cancelled.' }),
      ...ignored({
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

export const inviteUpdate = partial(
  {
    role: orgRole,
    designation: designationName,
    designation_id: designationId,
    expires_at: expires,
    invite_status: status('`cancelled` cancels; no other move can be made here.'),
    is_cancelled: bool({ description: '`true` cancels.' }),
    ...ignored({
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
    id: text(),
    org_id: text(),
    org_name: nullable(text()),
    email: text(),
    role: nullable(orgRole),
    designation: nullable(text({ description: 'Label of the designation.' })),
    designation_id: nullable(text()),
    invite_status: nullable(
      status('A pending one past `expires_at` is `expired` at once; a rejected one is `cancelled`.'),
    ),
    is_cancelled: nullable(bool()),
    sent_at: nullable(dateTime()),
    expires_at: nullable(dateTime()),
    cancel_date: nullable(dateTime({ description: 'When it was cancelled or rejected.' })),
    accepted_at: nullable(dateTime()),
    accepted_by: nullable(text({ description: 'Username.' })),
    invited_by: nullable(text({ description: 'Username.' })),
    updated_by: nullable(text({ description: 'Username.' })),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
  },
  { title: 'OrganizationInvite' },
)

export const inviteParams = object({ invite_id: text({ description: 'The invitation.' }) })
