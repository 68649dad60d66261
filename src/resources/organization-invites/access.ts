import { rankOf, wholeOrganization } from '../../kernel/access.ts'
import type { OrgRole } from '../../kernel/caller.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, invalid, notFound } from '../../kernel/problem.ts'
import { lockPeople, requireRank } from '../organization-members/access.ts'
import { isAddressedTo, isServiceAddress, verifiedAddress } from './addresses.ts'
import { findInvite, type InviteRow } from './queries.ts'
import { readExpiry } from './rules.ts'

interface InviteCall {
  ctx: Context
  params: { invite_id: string }
}

/** Throws 403 unless the caller is an admin of the organization. */
export function invitingOrganization({ ctx, params }: { ctx: Context; params: { org_id: string } }): void {
  const { role } = ctx.caller.memberOf(params.org_id)
  wholeOrganization(ctx)
  if (rankOf(role) < rankOf('admin'))
    throw forbidden('Only owners and admins of the organization can list its invitations.')
}

/** Locks the organization. Throws 403 unless the caller may grant the role, and 422 for an invalid body. */
export async function canInvite({
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
    throw invalid(
      ['body', 'invite_status'],
      'A new invitation is pending. Omit invite_status or send pending.',
    )
  if (body.is_cancelled)
    throw invalid(
      ['body', 'is_cancelled'],
      'A new invitation cannot be cancelled. Omit is_cancelled or send false.',
    )
  if (isServiceAddress(body.email))
    throw invalid(
      ['body', 'email'],
      'Service accounts cannot be invited. Send the email address of a person.',
    )
  if (body.expires_at) readExpiry(body.expires_at, ctx.wallMillis)
  const { org_id } = ctx.caller.memberOf(body.org_id)
  wholeOrganization(ctx)
  requireRank(await lockPeople(ctx, org_id), body.role ?? 'member')
}

/** Returns the invitation. Throws 404 unless the caller is an admin of its organization or the invited user. */
export async function readableInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  wholeOrganization(ctx)
  const { caller, user } = ctx
  // Access tokens are limited to their organization, even for invitations to their owner.
  const email = caller.token ? null : verifiedAddress(user)
  const invite = await findInvite(ctx, params.invite_id, caller.orgIds, email)
  if (!invite || !(caller.isOrgAdmin(invite.org_id) || isAddressedTo(invite, user))) throw notFound()
  return invite
}

/** Returns the locked invitation. Throws 404 or 403 unless the caller may grant its current and new role. */
export async function changeableInvite(call: InviteCall, newRole?: OrgRole | null): Promise<InviteRow> {
  const found = await readableInvite(call)
  const role = await lockPeople(call.ctx, found.org_id)
  const invite = await lockInvite(call.ctx, found)
  requireRank(role, invite.role)
  requireRank(role, newRole ?? invite.role)
  return invite
}

/** Returns the locked invitation. Throws 404 unless it was sent to the caller's verified email address. */
export async function ownInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  const found = await findInvite(ctx, params.invite_id, [], verifiedAddress(ctx.user))
  if (!found || !isAddressedTo(found, ctx.user)) throw notFound()
  await lockPeople(ctx, found.org_id)
  return lockInvite(ctx, found)
}

/** Locks an invitation and reads it again, after its organization is locked. */
async function lockInvite(ctx: Context, { org_id, invite_id }: InviteRow): Promise<InviteRow> {
  const invite = await findInvite(ctx, invite_id, [org_id], null, 'update')
  if (!invite) throw notFound()
  return invite
}
