import { taskRestrictedEvent } from '../members/events.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { acceptInvitation } from './commands.ts'
import { loadOwnInvite } from './policy.ts'
import { getVerifiedEmail } from './email-addresses.ts'
import { buildInviteStatusChange, emitInviteEvent, ownInviteSorts, presentInvite } from './presenter.ts'
import * as queries from './queries.ts'
import { buildCancelledFields, requirePendingInvite } from './rules.ts'
import { inviteParams, organizationInvite } from './schema.ts'

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
    return respondWithPage(ctx, list, found, (rows) => rows.map((row) => presentInvite(ctx, row)))
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
    409: 'The invitation is not pending, or the caller is already an active or deactivated member.',
  },
  emits: {
    'invite.accepted': 'An invitation was accepted.',
    'member.added': 'A user became a member of the organization.',
    ...taskRestrictedEvent,
  },
  authorize: loadOwnInvite,
  async handle({ ctx, target }) {
    const row = await acceptInvitation(ctx, target)
    return respond(presentInvite(ctx, row), row.version)
  },
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
  async handle({ ctx, target }) {
    requirePendingInvite(target, ctx.wallMillis)
    const row = await queries.saveInvite(ctx, target, buildCancelledFields(ctx.now))
    emitInviteEvent(ctx, row, 'invite.rejected', buildInviteStatusChange('cancelled'))
    return respond({ ok: true }, row.version)
  },
})
