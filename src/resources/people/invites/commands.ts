import { createAccountLink, deleteInvitationLinks } from '../../../auth/accounts/links.ts'
import type { Context } from '../../../core/context.ts'
import { joinOrganization } from '../members/policy.ts'
import { buildInviteStatusChange, emitInviteEvent } from './presenter.ts'
import { saveInvite, type InviteRow } from './queries.ts'
import { requirePendingInvite } from './rules.ts'

/** Makes the caller a member by a locked invitation. Throws 409 unless it is pending. */
export async function acceptInvitation(ctx: Context, invite: InviteRow): Promise<InviteRow> {
  requirePendingInvite(invite, ctx.wallMillis)
  const { org_id, role, designation_id, invited_by, created_at: invited_at } = invite
  const revoked = await joinOrganization(ctx, { org_id, role, designation_id, invited_by, invited_at })
  const { username: accepted_by } = ctx.user
  const accepted = { status: 'accepted', accepted_at: ctx.now, accepted_by, mail_due_at: null }
  const row = await saveInvite(ctx, invite, accepted)
  emitInviteEvent(ctx, row, 'invite.accepted', buildInviteStatusChange('accepted'))
  emitMember(ctx, row, revoked)
  return row
}

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

/**
 * Creates the link with which the invited user accepts without email; null for access tokens, and without built-in
 * accounts. It replaces earlier links.
 */
export async function createAcceptUrl(
  ctx: Context,
  { org_id, invite_id, expires_at }: InviteRow,
): Promise<string | null> {
  const { config } = ctx.services
  if (config.accounts.mode === 'off' || ctx.caller.token) return null
  await deleteInvitationLinks(ctx.db, invite_id)
  const lifetimeMs = Date.parse(expires_at) - ctx.wallMillis
  return createAccountLink(ctx.db, config, ctx.wallMillis, { kind: 'invitation', org_id, invite_id, lifetimeMs })
}
