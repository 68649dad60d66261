import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { conflict } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
import { resolveDesignation } from '../designations/policy.ts'
import { requireInvitePermission, loadInviteForUpdate, requireInvitationAdmin, loadVisibleInvite } from './policy.ts'
import {
  buildInviteStatusChange,
  emitInviteEvent,
  buildInviteExpiredEvent,
  presentInvite,
  inviteSorts,
} from './presenter.ts'
import * as queries from './queries.ts'
import { createAcceptUrl } from './commands.ts'
import { requireEmailQuota } from './email-limits.ts'
import {
  buildCancelledFields,
  computeDefaultInviteExpiry,
  parseInviteExpiry,
  requirePendingInvite,
  buildSendingFields,
  getInviteStatus,
} from './rules.ts'
import { inviteCreate, inviteParams, inviteUpdate, organizationInvite, sentInvite } from './schema.ts'

type InviteUpdate = s.Static<typeof inviteUpdate>

const inviteRevoked = { 'invite.revoked': 'An invitation was cancelled.' }
const inviteExpired = { 'invite.expired': 'An invitation expired.' }

const conflictDetails = {
  invited: 'A pending invitation to this email address exists. Resend, update or cancel it.',
  member: 'A member of the organization has this email address.',
  deactivated: 'A deactivated member has this email address. Reactivate the member instead.',
}

/** Throws 409 when the email address is already invited or belongs to a member. Marks expired invitations to it first. */
async function requireInvitableEmail(ctx: Context, org_id: string, email: string, ownId?: string): Promise<void> {
  const address = normalizeEmail(email)!
  for (const invite_id of await queries.markInvitesExpired(ctx, org_id, address))
    ctx.emit(buildInviteExpiredEvent({ org_id, invite_id }))
  const reason = await queries.findInviteConflict(ctx, org_id, address, ownId)
  if (reason) throw conflict(conflictDetails[reason])
}

/** Responds with an invitation that was sent, and the link to accept it. */
async function respondWithAcceptUrl(ctx: Context, row: queries.InviteRow) {
  const accept_url = await createAcceptUrl(ctx, row)
  return { ...respond({ ...presentInvite(ctx, row), accept_url }, row.version), secret: accept_url !== null }
}

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
  problems: {
    409: 'A pending invitation to the email address exists, or a member has it.',
  },
  emits: { 'invite.created': 'A user was invited.', ...inviteExpired },
  example: {
    body: { org_id: '0199a3f2-7c1e-7d00-8a55-2f6d1b7c9e10', email: 'grace@example.com', role: 'member' },
  },
  authorize: requireInvitePermission,
  async handle({ ctx, body }) {
    const { org_id } = ctx.caller.requireMembership(body.org_id)
    const designation_id = (await resolveDesignation(ctx, org_id, body)) ?? null
    await requireInvitableEmail(ctx, org_id, body.email)
    await requireEmailQuota(ctx, { org_id, email: body.email })
    const expiry = body.expires_at
      ? parseInviteExpiry(body.expires_at, ctx.wallMillis)
      : computeDefaultInviteExpiry(ctx.wallMillis)
    const fields = { org_id, email: body.email, role: body.role ?? 'member', designation_id }
    const row = await queries.insertInvite(ctx, { ...fields, ...buildSendingFields(ctx.wallMillis, expiry) })
    const { email, role, expires_at } = row
    emitInviteEvent(ctx, row, 'invite.created', {
      before: null,
      after: { email, role, designation_id, expires_at },
    })
    return respondWithAcceptUrl(ctx, row)
  },
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
  params: s.object({ org_id: s.text() }),
  query: s.object({
    search: s.searchParam('Returns only invitations whose email address contains this text (case-insensitive).'),
    email: s.optional(
      s.text({ description: 'Returns only the invitation to this exact email address (case-insensitive).' }),
    ),
  }),
  reply: { status: 200, schema: s.pageSchema(organizationInvite) },
  list: inviteSorts,
  authorize: requireInvitationAdmin,
  async handle({ ctx, params, query, list }) {
    const { org_id } = ctx.caller.requireMembership(params.org_id)
    const found = await queries.listPendingInvites(ctx, list, org_id, query)
    return respondWithPage(ctx, list, found, (rows) => rows.map((row) => presentInvite(ctx, row)))
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
  authorize: loadVisibleInvite,
  handle: async ({ ctx, target }) => respond(presentInvite(ctx, target), target.version),
})

/** Returns the attributes of an invitation after an update. */
async function buildNextInvite(ctx: Context, stored: queries.InviteRow, body: InviteUpdate) {
  const designation = await resolveDesignation(ctx, stored.org_id, body, stored.designation_id)
  return {
    role: body.role ?? stored.role,
    designation_id: designation === undefined ? stored.designation_id : designation,
    expires_at: body.expires_at ? parseInviteExpiry(body.expires_at, ctx.wallMillis) : stored.expires_at,
  }
}

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
  async handle({ ctx, target, body }) {
    requirePendingInvite(target, ctx.wallMillis)
    const status = body.is_cancelled ? 'cancelled' : (body.invite_status ?? 'pending')
    if (status !== 'pending' && status !== 'cancelled')
      throw conflict(`An invitation cannot be set to ${status}. Send pending or cancelled.`)
    const next = await buildNextInvite(ctx, target, body)
    const change = findChangedAttributes(target, next, Object.keys(next))
    if (!change && status === 'pending') return respond(presentInvite(ctx, target), target.version)
    const cancelled = status === 'cancelled'
    const row = await queries.saveInvite(ctx, target, {
      ...next,
      ...(cancelled && buildCancelledFields(ctx.now)),
    })
    if (change) emitInviteEvent(ctx, row, 'invite.updated', change)
    if (cancelled) emitInviteEvent(ctx, row, 'invite.revoked', buildInviteStatusChange('cancelled'))
    return respond(presentInvite(ctx, row), row.version)
  },
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
  async handle({ ctx, target }) {
    requirePendingInvite(target, ctx.wallMillis)
    const row = await queries.saveInvite(ctx, target, buildCancelledFields(ctx.now))
    emitInviteEvent(ctx, row, 'invite.revoked', buildInviteStatusChange('cancelled'))
    return respond({ ok: true }, row.version)
  },
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
    409: 'The invitation was accepted or cancelled, another invitation to the email address is pending, or a member has it.',
  },
  emits: { 'invite.resent': 'An invitation was resent.', ...inviteExpired },
  authorize: loadInviteForUpdate,
  async handle({ ctx, target }) {
    const status = getInviteStatus(target, ctx.wallMillis)
    if (status !== 'pending' && status !== 'expired')
      throw conflict(`The invitation is ${status}. Create a new invitation.`)
    await requireInvitableEmail(ctx, target.org_id, target.email, target.invite_id)
    await requireEmailQuota(ctx, target)
    const sent = buildSendingFields(ctx.wallMillis, undefined, target.recent_sends)
    const row = await queries.saveInvite(ctx, target, { status: 'pending', ...sent })
    const before = { ...target, invite_status: status }
    const names = ['invite_status', 'sent_at', 'expires_at']
    const change = findChangedAttributes(before, { ...row, invite_status: 'pending' }, names)
    emitInviteEvent(ctx, row, 'invite.resent', change ?? { before: {}, after: {} })
    return respondWithAcceptUrl(ctx, row)
  },
})
