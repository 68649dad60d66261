import { taskRestricted } from '../organization-members/events.ts'
import type { Context } from '../../kernel/context.ts'
import { wholeOrganization } from '../../kernel/access.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { acknowledgement, pageOf } from '../../kernel/schema.ts'
import { join } from '../organization-members/access.ts'
import { ownInvite } from './access.ts'
import { verifiedAddress } from './addresses.ts'
import { changeTo, emitInvite, ownSorts, present } from './present.ts'
import * as queries from './queries.ts'
import type { InviteRow } from './queries.ts'
import { cancelling, requirePending } from './rules.ts'
import { inviteParams, organizationInvite } from './schemas.ts'

export const listOwnInvites = operation({
  id: 'organization-invites.mine',
  method: 'GET',
  path: '/v1/organization-invites/user',
  summary: 'List invitations to the caller',
  description:
    "Returns the pending invitations to the caller's verified email address from all organizations, by creation time " +
    'unless sorted otherwise, or none if the address is not verified. An access token returns only invitations from ' +
    'its organization.',
  scope: 'org:read',
  reply: { status: 200, schema: pageOf(organizationInvite) },
  list: ownSorts,
  access: ({ ctx }) => wholeOrganization(ctx),
  async handle({ ctx, list }) {
    const address = verifiedAddress(ctx.user)
    const found = address === null ? [] : await queries.listOfAddress(ctx, list, address)
    return pageAnswer(ctx, list, found, (rows) => rows.map((row) => present(ctx, row)))
  },
})

/** Emits that the caller became a member, with the number of revoked tokens of a former membership. */
function emitMember(ctx: Context, invite: InviteRow, revoked: number): void {
  const { org_id, role, designation_id } = invite
  const after = {
    username: ctx.user.username,
    role,
    designation_id,
    ...(revoked > 0 && { tokens_revoked: revoked }),
  }
  const subject = { resource_type: 'member', resource_id: ctx.user.user_id }
  ctx.emit({ org_id, type: 'member.added', ...subject, before: null, after })
}

export const acceptInvite = operation({
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
    409: 'the invitation is not pending, or the caller is already an active or deactivated member',
  },
  emits: {
    'invite.accepted': 'An invitation was accepted.',
    'member.added': 'A user became a member of the organization.',
    ...taskRestricted,
  },
  access: ownInvite,
  async handle({ ctx, target }) {
    requirePending(target, ctx.wallMillis)
    const { org_id, role, designation_id, invited_by, created_at: invited_at } = target
    const revoked = await join(ctx, { org_id, role, designation_id, invited_by, invited_at })
    const { username: accepted_by } = ctx.user
    const accepted = { status: 'accepted', accepted_at: ctx.now, accepted_by, mail_due_at: null }
    const row = await queries.updateInvite(ctx, target, accepted)
    emitInvite(ctx, row, 'invite.accepted', changeTo('accepted'))
    emitMember(ctx, row, revoked)
    return answer(present(ctx, row), row.version)
  },
})

export const rejectInvite = operation({
  id: 'organization-invites.reject',
  method: 'DELETE',
  path: '/v1/organization-invites/{invite_id}/reject',
  summary: 'Reject an invitation',
  description:
    'Declines an invitation, which is kept with the status `cancelled`. Requires: signed-in user whose verified email ' +
    'address is the invited one; returns 404 for others.',
  scope: 'session',
  params: inviteParams,
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the invitation is not pending' },
  emits: { 'invite.rejected': 'An invitation was rejected.' },
  access: ownInvite,
  async handle({ ctx, target }) {
    requirePending(target, ctx.wallMillis)
    const row = await queries.updateInvite(ctx, target, cancelling(ctx.now))
    emitInvite(ctx, row, 'invite.rejected', changeTo('cancelled'))
    return answer({ ok: true }, row.version)
  },
})
