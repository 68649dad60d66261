import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { answer } from '../../kernel/answer.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { conflict } from '../../kernel/problem.ts'
import { acknowledgement, object, optional, pageOf, searched, text } from '../../kernel/schema.ts'
import { mailbox } from '../../kernel/values/mail-address.ts'
import { resolveDesignation } from '../designations/access.ts'
import { canInvite, changeableInvite, invitingOrganization, readableInvite } from './access.ts'
import { changeTo, emitInvite, expiryEvent, present, sorts } from './present.ts'
import * as queries from './queries.ts'
import { requireMailAllowed } from './limits.ts'
import { cancelling, defaultExpiry, readExpiry, requirePending, sending, statusAt } from './rules.ts'
import { inviteCreate, inviteParams, inviteUpdate, organizationInvite } from './schemas.ts'

const inviteRevoked = { 'invite.revoked': 'An invitation was cancelled.' }
const inviteExpired = { 'invite.expired': 'An invitation expired.' }

const conflictDetails = {
  invited: 'A pending invitation to this email address exists. Resend, update or cancel it.',
  member: 'A member of the organization has this email address.',
  deactivated: 'A deactivated member has this email address. Reactivate the member instead.',
}

/** Throws 409 when the email address is already invited or belongs to a member. Marks expired invitations to it first. */
async function requireInvitableEmail(
  ctx: Context,
  org_id: string,
  email: string,
  ownId?: string,
): Promise<void> {
  const address = mailbox(email)!
  for (const invite_id of await queries.storeExpired(ctx, org_id, address))
    ctx.emit(expiryEvent({ org_id, invite_id }))
  const reason = await queries.findInTheWay(ctx, org_id, address, ownId)
  if (reason) throw conflict(conflictDetails[reason])
}

export const createInvite = operation({
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
  freshSignIn: { asks: ({ role }) => role === 'owner' },
  body: inviteCreate,
  reply: { status: 200, schema: organizationInvite },
  problems: {
    409: 'a pending invitation to the email address exists, or a member has it',
  },
  emits: { 'invite.created': 'A user was invited.', ...inviteExpired },
  example: {
    body: { org_id: '0199a3f2-7c1e-7d00-8a55-2f6d1b7c9e10', email: 'grace@example.com', role: 'member' },
  },
  access: canInvite,
  async handle({ ctx, body }) {
    const { org_id } = ctx.caller.memberOf(body.org_id)
    const designation_id = (await resolveDesignation(ctx, org_id, body)) ?? null
    await requireInvitableEmail(ctx, org_id, body.email)
    await requireMailAllowed(ctx, { org_id, email: body.email })
    const expiry = body.expires_at
      ? readExpiry(body.expires_at, ctx.wallMillis)
      : defaultExpiry(ctx.wallMillis)
    const fields = { org_id, email: body.email, role: body.role ?? 'member', designation_id }
    const row = await queries.insertInvite(ctx, { ...fields, ...sending(ctx.wallMillis, expiry) })
    const { email, role, expires_at } = row
    emitInvite(ctx, row, 'invite.created', {
      before: null,
      after: { email, role, designation_id, expires_at },
    })
    return answer(present(ctx, row), row.version)
  },
})

export const listInvites = operation({
  id: 'organization-invites.list',
  method: 'GET',
  path: '/v1/organization-invites/org/{org_id}',
  summary: 'List pending invitations',
  description:
    'Returns the pending invitations of an organization, by creation time unless sorted otherwise. Requires: ' +
    'organization admin.',
  scope: 'org:read',
  params: object({ org_id: text() }),
  query: object({
    search: searched('Returns only invitations whose email address contains this text (case-insensitive).'),
    email: optional(
      text({ description: 'Returns only the invitation to this exact email address (case-insensitive).' }),
    ),
  }),
  reply: { status: 200, schema: pageOf(organizationInvite) },
  list: sorts,
  access: invitingOrganization,
  async handle({ ctx, params, query, list }) {
    const { org_id } = ctx.caller.memberOf(params.org_id)
    const found = await queries.listOfOrganization(ctx, list, org_id, query)
    return pageAnswer(ctx, list, found, (rows) => rows.map((row) => present(ctx, row)))
  },
})

export const readInvite = operation({
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
  access: readableInvite,
  handle: async ({ ctx, target }) => answer(present(ctx, target), target.version),
})

export const updateInvite = operation({
  id: 'organization-invites.update',
  method: 'PATCH',
  path: '/v1/organization-invites/{invite_id}',
  summary: 'Update an invitation',
  description:
    'Updates a pending invitation; omitted fields keep their value, and `null` clears the designation. `invite_status: ' +
    'cancelled` or `is_cancelled: true` cancels it. Requires: organization admin; if the current or new role is ' +
    '`owner`, owner of the organization.',
  scope: 'org:write',
  freshSignIn: { asks: ({ role }) => role === 'owner' },
  params: inviteParams,
  body: inviteUpdate,
  reply: { status: 200, schema: organizationInvite },
  problems: { 409: 'the invitation is not pending, or `invite_status` is `accepted` or `expired`' },
  emits: { 'invite.updated': 'An invitation changed.', ...inviteRevoked },
  example: { body: { role: 'admin' } },
  access(call) {
    if (call.body.expires_at) readExpiry(call.body.expires_at, call.ctx.wallMillis)
    return changeableInvite(call, call.body.role)
  },
  async handle({ ctx, target, body }) {
    requirePending(target, ctx.wallMillis)
    const status = body.is_cancelled ? 'cancelled' : (body.invite_status ?? 'pending')
    if (status !== 'pending' && status !== 'cancelled')
      throw conflict(`An invitation cannot be set to ${status}. Send pending or cancelled.`)
    const designation = await resolveDesignation(ctx, target.org_id, body, target.designation_id)
    const next = {
      role: body.role ?? target.role,
      designation_id: designation === undefined ? target.designation_id : designation,
      expires_at: body.expires_at ? readExpiry(body.expires_at, ctx.wallMillis) : target.expires_at,
    }
    const change = changedAttributes(target, next, Object.keys(next))
    if (!change && status === 'pending') return answer(present(ctx, target), target.version)
    const cancelled = status === 'cancelled'
    const row = await queries.updateInvite(ctx, target, { ...next, ...(cancelled && cancelling(ctx.now)) })
    if (change) emitInvite(ctx, row, 'invite.updated', change)
    if (cancelled) emitInvite(ctx, row, 'invite.revoked', changeTo('cancelled'))
    return answer(present(ctx, row), row.version)
  },
})

export const putInvite = alsoAs('PUT', updateInvite, 'organization-invites.update_put')

export const deleteInvite = operation({
  id: 'organization-invites.delete',
  method: 'DELETE',
  path: '/v1/organization-invites/{invite_id}',
  summary: 'Cancel an invitation',
  description:
    'Cancels a pending invitation, which is kept with the status `cancelled`. Requires: organization admin; if the role ' +
    'is `owner`, owner of the organization.',
  scope: 'org:write',
  params: inviteParams,
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the invitation is not pending' },
  emits: inviteRevoked,
  access: changeableInvite,
  async handle({ ctx, target }) {
    requirePending(target, ctx.wallMillis)
    const row = await queries.updateInvite(ctx, target, cancelling(ctx.now))
    emitInvite(ctx, row, 'invite.revoked', changeTo('cancelled'))
    return answer({ ok: true }, row.version)
  },
})

export const resendInvite = operation({
  id: 'organization-invites.resend',
  method: 'POST',
  path: '/v1/organization-invites/{invite_id}/resend',
  summary: 'Resend an invitation',
  description:
    'Sends a pending or expired invitation again and sets `expires_at` to 7 days from now. More than 3 emails per hour ' +
    'for an invitation return 429. Requires: organization admin; if the role is `owner`, owner of the organization.',
  scope: 'org:write',
  params: inviteParams,
  reply: { status: 200, schema: organizationInvite },
  problems: {
    409: 'the invitation was accepted or cancelled, another invitation to the email address is pending, or a member has it',
  },
  emits: { 'invite.resent': 'An invitation was resent.', ...inviteExpired },
  access: changeableInvite,
  async handle({ ctx, target }) {
    const status = statusAt(target, ctx.wallMillis)
    if (status !== 'pending' && status !== 'expired')
      throw conflict(`The invitation is ${status}. Create a new invitation.`)
    await requireInvitableEmail(ctx, target.org_id, target.email, target.invite_id)
    await requireMailAllowed(ctx, target)
    const sent = sending(ctx.wallMillis, undefined, target.recent_sends)
    const row = await queries.updateInvite(ctx, target, { status: 'pending', ...sent })
    const before = { ...target, invite_status: status }
    const names = ['invite_status', 'sent_at', 'expires_at']
    const change = changedAttributes(before, { ...row, invite_status: 'pending' }, names)
    emitInvite(ctx, row, 'invite.resent', change ?? { before: {}, after: {} })
    return answer(present(ctx, row), row.version)
  },
})
