import { getRoleRank, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { OrgRole } from '../../../core/caller.ts'
import type { Call, Context } from '../../../core/context.ts'
import { forbidden, invalid, notFound, requireFound } from '../../../core/errors.ts'
import { lockMemberships, requireRoleGrant } from '../members/policy.ts'
import { isInvitedUser, isServiceAccountEmail, getVerifiedEmail } from './email-addresses.ts'
import { findInvite, type InviteRow } from './queries.ts'
import { parseInviteExpiry } from './rules.ts'

type InviteCall = Call<{ invite_id: string }>

export function requireInvitationAdmin({ ctx, params }: Call<{ org_id: string }>): void {
  const { role } = ctx.caller.requireMembership(params.org_id)
  rejectProjectScopedToken(ctx)
  if (getRoleRank(role) < getRoleRank('admin'))
    throw forbidden('Only owners and admins of the organization can list its invitations.')
}

/** Locks the organization. Throws 403 unless the caller may grant the role, and 422 for an invalid body. */
export async function requireInvitePermission({
  ctx,
  body,
}: {
  ctx: Context
  body: {
    org_id: string
    email: string
    role?: OrgRole | null
    expires_at?: string | null
    invite_status?: string | null
    is_cancelled?: boolean | null
  }
}): Promise<void> {
  if ((body.invite_status ?? 'pending') !== 'pending')
    throw invalid(['body', 'invite_status'], 'A new invitation is pending. Omit invite_status or send pending.')
  if (body.is_cancelled)
    throw invalid(['body', 'is_cancelled'], 'A new invitation cannot be canceled. Omit is_cancelled or send false.')
  if (isServiceAccountEmail(body.email))
    throw invalid(['body', 'email'], 'Service accounts cannot be invited. Send the email address of a person.')
  if (body.expires_at) parseInviteExpiry(body.expires_at, ctx.wallMillis)
  const { org_id } = ctx.caller.requireMembership(body.org_id)
  rejectProjectScopedToken(ctx)
  requireRoleGrant(await lockMemberships(ctx, org_id), body.role ?? 'member')
}

/** Returns the invitation. Throws 404 unless the caller is an admin of its organization or the invited user. */
export async function loadReadableInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  rejectProjectScopedToken(ctx)
  const { caller, user } = ctx
  // Access tokens are limited to their organization, even for invitations to their owner.
  const email = caller.token ? null : getVerifiedEmail(user)
  const invite = await findInvite(ctx, params.invite_id, caller.orgIds, email)
  if (!invite || !(caller.isOrgAdmin(invite.org_id) || isInvitedUser(invite, user))) throw notFound()
  return invite
}

/** Returns the locked invitation. Throws 404 or 403 unless the caller may grant its current and new role. */
export async function loadInviteForUpdate(call: InviteCall, newRole?: OrgRole | null): Promise<InviteRow> {
  const found = await loadReadableInvite(call)
  const role = await lockMemberships(call.ctx, found.org_id)
  const invite = await lockInvite(call.ctx, found)
  requireRoleGrant(role, invite.role)
  requireRoleGrant(role, newRole ?? invite.role)
  return invite
}

export async function loadOwnInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  const found = await findInvite(ctx, params.invite_id, [], getVerifiedEmail(ctx.user))
  if (!found || !isInvitedUser(found, ctx.user)) throw notFound()
  await lockMemberships(ctx, found.org_id)
  return lockInvite(ctx, found)
}

/** Returns the locked invitation of a link. Throws 404 if its organization was deleted. */
export async function loadInviteByLink(ctx: Context, org_id: string, invite_id: string): Promise<InviteRow> {
  await lockMemberships(ctx, org_id)
  return lockInvite(ctx, { org_id, invite_id })
}

/** Locks an invitation and reads it again, after its organization is locked. */
async function lockInvite(
  ctx: Context,
  { org_id, invite_id }: Pick<InviteRow, 'org_id' | 'invite_id'>,
): Promise<InviteRow> {
  return requireFound(await findInvite(ctx, invite_id, [org_id], null, 'update'))
}
