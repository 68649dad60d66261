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

// The operations of the invited person. Those of whoever invites are in operations.ts.

export const listOwnInvites = operation({
  id: 'organization-invites.mine',
  method: 'GET',
  path: '/v1/organization-invites/user',
  summary: 'List the invitations to you',
  description:
    'The pending ones to your verified e-mail address, from any organization; none while it is not verified. With an ' +
    'access token: from its organization alone.',
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

/** Emits that the caller has become a member, with the number of tokens that an earlier membership had left. */
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
    'The invited person, signed in with that e-mail address, verified; for anybody else there is no such invitation. ' +
    'Makes you a member with its role and designation. Coming back after a removal, you start without projects, teams ' +
    'and tokens.',
  scope: 'session',
  params: inviteParams,
  reply: { status: 200, schema: organizationInvite },
  problems: { 409: 'the invitation is not pending; you are a member already, active or deactivated' },
  emits: {
    'invite.accepted': 'An invitation was accepted.',
    'member.added': 'Somebody became a member of the organization.',
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
    'The invited person, signed in with that e-mail address, verified. It stays on record as cancelled.',
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
