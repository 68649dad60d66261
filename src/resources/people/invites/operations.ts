import { getVerifiedEmail } from './email-addresses.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import { taskRestrictedEvent } from '../members/events.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import {
  requireInvitePermission,
  loadInviteForUpdate,
  requireInvitationAdmin,
  loadReadableInvite,
  loadOwnInvite,
} from './policy.ts'
import { presentInvite, inviteSorts, ownInviteSorts } from './presenter.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'
import { parseInviteExpiry } from './rules.ts'
import { inviteCreate, inviteParams, inviteUpdate, organizationInvite, sentInvite } from './schema.ts'

const inviteRevoked = { 'invite.revoked': 'An invitation was canceled.' }
const inviteExpired = { 'invite.expired': 'An invitation expired.' }

export const createInviteOperation = defineOperation({
  id: 'organization-invites.create',
  method: 'POST',
  path: '/v1/organization-invites',
  summary: 'Create an invitation',
  description:
    'Invites a user by email to an organization, as `member` unless `role` is sent. The user finds the invitation at ' +
    '`GET /v1/organization-invites/user` after signing in with this verified email address. By default, an ' +
    'organization can send 50 emails per day and 10 more for each accepted invitation, and 3 per day to an address; ' +
    'more return 429. Requires: ' +
    'organization admin; to invite an owner, owner of the organization.',
  scope: 'org:write',
  requiresRecentLogin: { appliesTo: ({ role }) => role === 'owner' },
  body: inviteCreate,
  reply: { status: 200, schema: sentInvite },
  problems: { 409: 'A pending invitation to the email address exists, or a member has it.' },
  emits: { 'invite.created': 'A user was invited.', ...inviteExpired },
  example: { body: { org_id: '0199a3f2-7c1e-7d00-8a55-2f6d1b7c9e10', email: 'grace@example.com', role: 'member' } },
  authorize: requireInvitePermission,
  handle: ({ ctx, body }) => commands.createInvite(ctx, body),
})

export const listInvitesOperation = defineOperation({
  id: 'organization-invites.list',
  method: 'GET',
  path: '/v1/organization-invites/org/{org_id}',
  summary: 'List pending invitations',
  description:
    'Returns the pending invitations of an organization, by creation time unless sorted otherwise. Requires: ' +
    'organization admin.',
  scope: 'org:read',
  query: s.object({
    search: s.searchParam('Returns only invitations whose email address contains this text (case-insensitive).'),
    email: s.optional(s.text('Returns only the invitation to this exact email address (case-insensitive).')),
  }),
  reply: { status: 200, schema: s.pageSchema(organizationInvite) },
  list: inviteSorts,
  authorize: requireInvitationAdmin,
  async handle({ ctx, params, query, list }) {
    const { org_id } = ctx.caller.requireMembership(params.org_id)
    const found = await queries.listPendingInvites(ctx, list, org_id, query)
    return respondWithPage(ctx, list, found, (row) => presentInvite(ctx, row))
  },
})

export const getInviteOperation = defineOperation({
  id: 'organization-invites.read',
  method: 'GET',
  path: '/v1/organization-invites/{invite_id}',
  summary: 'Get an invitation',
  description:
    'Returns an invitation of any status. Requires: organization admin, or the invited user with a verified email ' +
    'address.',
  scope: 'org:read',
  params: inviteParams,
  reply: { status: 200, schema: organizationInvite },
  authorize: loadReadableInvite,
  handle: async ({ ctx, target }) => respond(presentInvite(ctx, target), target.version),
})

export const updateInviteOperation = defineOperation({
  id: 'organization-invites.update',
  method: 'PATCH',
  path: '/v1/organization-invites/{invite_id}',
  summary: 'Update an invitation',
  description:
    'Updates a pending invitation; omitted fields keep their value, and `null` clears the designation. `invite_status: ' +
    'cancelled` or `is_cancelled: true` cancels it. Requires: organization admin; if the current or new role is ' +
    '`owner`, owner of the organization.',
  scope: 'org:write',
  requiresRecentLogin: { appliesTo: ({ role }) => role === 'owner' },
  params: inviteParams,
  body: inviteUpdate,
  reply: { status: 200, schema: organizationInvite },
  problems: { 409: 'The invitation is not pending, or `invite_status` is `accepted` or `expired`.' },
  emits: { 'invite.updated': 'An invitation changed.', ...inviteRevoked },
  example: { body: { role: 'admin' } },
  authorize(call) {
    if (call.body.expires_at) parseInviteExpiry(call.body.expires_at, call.ctx.wallMillis)
    return loadInviteForUpdate(call, call.body.role)
  },
  handle: ({ ctx, target, body }) => commands.updateInvite(ctx, target, body),
})

export const putInviteOperation = methodAlias('PUT', updateInviteOperation, 'organization-invites.update_put')

export const deleteInviteOperation = defineOperation({
  id: 'organization-invites.delete',
  method: 'DELETE',
  path: '/v1/organization-invites/{invite_id}',
  summary: 'Cancel an invitation',
  description:
    'Cancels a pending invitation, which is kept with the status `cancelled`. Requires: organization admin; if the role ' +
    'is `owner`, owner of the organization.',
  scope: 'org:write',
  params: inviteParams,
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The invitation is not pending.' },
  emits: inviteRevoked,
  authorize: loadInviteForUpdate,
  handle: ({ ctx, target }) => commands.cancelInvite(ctx, target, 'invite.revoked'),
})

export const resendInviteOperation = defineOperation({
  id: 'organization-invites.resend',
  method: 'POST',
  path: '/v1/organization-invites/{invite_id}/resend',
  summary: 'Resend an invitation',
  description:
    'Sends a pending or expired invitation again and sets `expires_at` to 7 days from now. More than 3 emails per hour ' +
    'for an invitation return 429. Requires: organization admin; if the role is `owner`, owner of the organization.',
  scope: 'org:write',
  params: inviteParams,
  reply: { status: 200, schema: sentInvite },
  problems: {
    409: 'The invitation was accepted or canceled, another invitation to the email address is pending, or a member has it.',
  },
  emits: { 'invite.resent': 'An invitation was resent.', ...inviteExpired },
  authorize: loadInviteForUpdate,
  handle: ({ ctx, target }) => commands.resendInvite(ctx, target),
})

export const listOwnInvitesOperation = defineOperation({
  id: 'organization-invites.mine',
  method: 'GET',
  path: '/v1/organization-invites/user',
  summary: 'List invitations to the caller',
  description:
    "Returns the pending invitations to the caller's verified email address from all organizations, by creation time " +
    'unless sorted otherwise, or none if the address is not verified. An access token returns only invitations from ' +
    'its organization.',
  scope: 'org:read',
  reply: { status: 200, schema: s.pageSchema(organizationInvite) },
  list: ownInviteSorts,
  authorize: ({ ctx }) => rejectProjectScopedToken(ctx),
  async handle({ ctx, list }) {
    const address = getVerifiedEmail(ctx.user)
    const found = address === null ? [] : await queries.listInvitesByEmail(ctx, list, address)
    return respondWithPage(ctx, list, found, (row) => presentInvite(ctx, row))
  },
})

export const acceptInviteOperation = defineOperation({
  id: 'organization-invites.accept',
  method: 'PUT',
  path: '/v1/organization-invites/{invite_id}/accept',
  summary: 'Accept an invitation',
  description:
    'Makes the caller a member of the organization with the role and designation of the invitation. A former member ' +
    'starts without their earlier projects, teams and tokens. Requires: signed-in user whose verified email address is ' +
    'the invited one; returns 404 for others.',
  scope: 'session',
  params: inviteParams,
  reply: { status: 200, schema: organizationInvite },
  problems: {
    409:
      'The invitation is not pending, the user who last sent or changed it can no longer grant its role, or the caller ' +
      'is already an active or deactivated member.',
  },
  emits: {
    'invite.accepted': 'An invitation was accepted.',
    'member.added': 'A user became a member of the organization.',
    ...taskRestrictedEvent,
  },
  authorize: loadOwnInvite,
  handle: ({ ctx, target }) => commands.acceptInvite(ctx, target),
})

export const rejectInviteOperation = defineOperation({
  id: 'organization-invites.reject',
  method: 'DELETE',
  path: '/v1/organization-invites/{invite_id}/reject',
  summary: 'Reject an invitation',
  description:
    'Declines an invitation, which is kept with the status `cancelled`. Requires: signed-in user whose verified email ' +
    'address is the invited one; returns 404 for others.',
  scope: 'session',
  params: inviteParams,
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The invitation is not pending.' },
  emits: { 'invite.rejected': 'An invitation was rejected.' },
  authorize: loadOwnInvite,
  handle: ({ ctx, target }) => commands.cancelInvite(ctx, target, 'invite.rejected'),
})
