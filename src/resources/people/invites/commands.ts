import type { Context } from '../../../core/context.ts'
import { createAccountLink, deleteInvitationLinks } from '../../../auth/accounts/links.ts'
import * as rules from './rules.ts'
import { buildInviteExpiredEvent, buildInviteStatusChange, emitInviteEvent, presentInvite } from './presenter.ts'
import { conflict } from '../../../core/errors.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import type { inviteCreate, inviteUpdate } from './schema.ts'
import { findMemberRole } from '../members/queries.ts'
import { inviteProblemTexts } from './messages.ts'
import { canGrantRole, joinOrganization } from '../members/policy.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
import { requireEmailQuota } from './email-limits.ts'
import { resolveDesignation } from '../designations/policy.ts'
import { respond } from '../../../http/result.ts'
import type * as s from '../../../core/schema.ts'
import * as queries from './queries.ts'
import type { InviteRow } from './queries.ts'

type InviteUpdate = s.Static<typeof inviteUpdate>

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

/**
 * Creates the link with which the invited user accepts without email; null for access tokens, and without built-in
 * accounts.
 */
async function createAcceptUrl(ctx: Context, { org_id, invite_id, expires_at }: InviteRow): Promise<string | null> {
  const { config } = ctx.services
  if (config.accounts.mode === 'off' || ctx.caller.token) return null
  const lifetimeMs = Date.parse(expires_at) - ctx.wallMillis
  return createAccountLink(ctx.db, config, ctx.wallMillis, { kind: 'invitation', org_id, invite_id, lifetimeMs })
}

async function respondWithAcceptUrl(ctx: Context, row: InviteRow) {
  const accept_url = await createAcceptUrl(ctx, row)
  return { ...respond({ ...presentInvite(ctx, row), accept_url }, row.version), secret: accept_url !== null }
}

export async function createInvite(ctx: Context, body: s.Static<typeof inviteCreate>) {
  const { org_id } = ctx.caller.requireMembership(body.org_id)
  const designation_id = (await resolveDesignation(ctx, org_id, body)) ?? null
  await requireInvitableEmail(ctx, org_id, body.email)
  await requireEmailQuota(ctx, { org_id, email: body.email })
  const expiry = body.expires_at
    ? rules.parseInviteExpiry(body.expires_at, ctx.wallMillis)
    : rules.computeDefaultInviteExpiry(ctx.wallMillis)
  const fields = { org_id, email: body.email, role: body.role ?? 'member', designation_id }
  const row = await queries.insertInvite(ctx, { ...fields, ...rules.buildSendingFields(ctx.wallMillis, expiry) })
  const { email, role, expires_at } = row
  emitInviteEvent(ctx, row, 'invite.created', { before: null, after: { email, role, designation_id, expires_at } })
  return respondWithAcceptUrl(ctx, row)
}

async function buildNextInvite(ctx: Context, stored: InviteRow, body: InviteUpdate) {
  const designation = await resolveDesignation(ctx, stored.org_id, body, stored.designation_id)
  return {
    role: body.role ?? stored.role,
    designation_id: designation === undefined ? stored.designation_id : designation,
    expires_at: body.expires_at ? rules.parseInviteExpiry(body.expires_at, ctx.wallMillis) : stored.expires_at,
  }
}

export async function updateInvite(ctx: Context, target: InviteRow, body: InviteUpdate) {
  rules.requirePendingInvite(target, ctx.wallMillis)
  const status = body.is_cancelled ? 'cancelled' : (body.invite_status ?? 'pending')
  if (status !== 'pending' && status !== 'cancelled')
    throw conflict(`An invitation cannot be set to ${status}. Send pending or cancelled.`)
  const next = await buildNextInvite(ctx, target, body)
  const change = findChangedAttributes(target, next, Object.keys(next))
  if (!change && status === 'pending') return respond(presentInvite(ctx, target), target.version)
  const cancelled = status === 'cancelled'
  const row = await queries.saveInvite(ctx, target, { ...next, ...(cancelled && rules.buildCancelledFields(ctx.now)) })
  if (change) emitInviteEvent(ctx, row, 'invite.updated', change)
  if (cancelled) emitInviteEvent(ctx, row, 'invite.revoked', buildInviteStatusChange('cancelled'))
  return respond(presentInvite(ctx, row), row.version)
}

/** Cancels an invitation, which its organization revokes or its recipient rejects. */
export async function cancelInvite(ctx: Context, invite: InviteRow, type: 'invite.revoked' | 'invite.rejected') {
  rules.requirePendingInvite(invite, ctx.wallMillis)
  const row = await queries.saveInvite(ctx, invite, rules.buildCancelledFields(ctx.now))
  emitInviteEvent(ctx, row, type, buildInviteStatusChange('cancelled'))
  return respond({ ok: true }, row.version)
}

export async function resendInvite(ctx: Context, target: InviteRow) {
  const status = rules.getInviteStatus(target, ctx.wallMillis)
  if (status !== 'pending' && status !== 'expired')
    throw conflict(`The invitation is ${status}. Create a new invitation.`)
  await requireInvitableEmail(ctx, target.org_id, target.email, target.invite_id)
  await requireEmailQuota(ctx, target)
  const sent = rules.buildSendingFields(ctx.wallMillis, undefined, target.recent_sends)
  const row = await queries.saveInvite(ctx, target, { status: 'pending', ...sent })
  await deleteInvitationLinks(ctx.db, target.invite_id)
  const before = { ...target, invite_status: status }
  const names = ['invite_status', 'sent_at', 'expires_at']
  const change = findChangedAttributes(before, { ...row, invite_status: 'pending' }, names)
  emitInviteEvent(ctx, row, 'invite.resent', change ?? { before: {}, after: {} })
  return respondWithAcceptUrl(ctx, row)
}

/** Emits that the caller became a member, with the number of revoked tokens of a former membership. */
function emitMember(ctx: Context, invite: InviteRow, revoked: number): void {
  const { org_id, role, designation_id } = invite
  const after = { username: ctx.user.username, role, designation_id, ...(revoked > 0 && { tokens_revoked: revoked }) }
  const subject = { resource_type: 'member', resource_id: ctx.user.user_id }
  ctx.emit({ org_id, type: 'member.added', ...subject, before: null, after })
}

/** Throws 409 unless the user who last sent or changed the invitation is still allowed to grant its role. */
async function requireCurrentInviter(ctx: Context, { org_id, role, invited_by, updated_by }: InviteRow): Promise<void> {
  const inviter = await findMemberRole(ctx, org_id, updated_by ?? invited_by)
  if (!canGrantRole(inviter, role)) throw conflict(inviteProblemTexts.inviterGone)
}

export async function acceptInvite(ctx: Context, target: InviteRow) {
  rules.requirePendingInvite(target, ctx.wallMillis)
  await requireCurrentInviter(ctx, target)
  const { org_id, role, designation_id, invited_by, created_at: invited_at } = target
  const revoked = await joinOrganization(ctx, { org_id, role, designation_id, invited_by, invited_at })
  const { username: accepted_by } = ctx.user
  const accepted = { status: 'accepted', accepted_at: ctx.now, accepted_by, mail_due_at: null }
  const row = await queries.saveInvite(ctx, target, accepted)
  emitInviteEvent(ctx, row, 'invite.accepted', buildInviteStatusChange('accepted'))
  emitMember(ctx, row, revoked)
  return respond(presentInvite(ctx, row), row.version)
}
