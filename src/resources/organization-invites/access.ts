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

/** The organization of a list of invitations, for its owners and admins. */
export function invitingOrganization({ ctx, params }: { ctx: Context; params: { org_id: string } }): void {
  const { role } = ctx.caller.memberOf(params.org_id)
  wholeOrganization(ctx)
  if (rankOf(role) < rankOf('admin'))
    throw forbidden('Only owners and admins of the organization see its invitations.')
}

/** Lets owners and admins invite to a role they may grant; the organization's people are locked from here on. */
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
      'An invitation starts as pending: leave it out, or send pending.',
    )
  if (body.is_cancelled) throw invalid(['body', 'is_cancelled'], 'An invitation does not start cancelled.')
  if (isServiceAddress(body.email)) throw invalid(['body', 'email'], 'A service account cannot be invited.')
  if (body.expires_at) readExpiry(body.expires_at, ctx.wallMillis)
  const { org_id } = ctx.caller.memberOf(body.org_id)
  wholeOrganization(ctx)
  requireRank(await lockPeople(ctx, org_id), body.role ?? 'member')
}

/** An invitation that the caller may see, else 404: as an admin of its organization, or as the invited person. */
export async function readableInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  wholeOrganization(ctx)
  const { caller, user } = ctx
  // A token stays within its organization, even for what concerns its owner.
  const address = caller.token ? null : verifiedAddress(user)
  const invite = await findInvite(ctx, params.invite_id, caller.orgIds, address)
  if (!invite || !(caller.isOrgAdmin(invite.org_id) || isAddressedTo(invite, user))) throw notFound()
  return invite
}

/** An invitation for a change, locked: 403 unless an owner or admin asks who may grant its role, and the one it is to get. */
export async function changeableInvite(call: InviteCall, granted?: OrgRole | null): Promise<InviteRow> {
  const seen = await readableInvite(call)
  const role = await lockPeople(call.ctx, seen.org_id)
  const invite = await locked(call.ctx, seen)
  requireRank(role, invite.role)
  requireRank(role, granted ?? invite.role)
  return invite
}

/** An invitation to the verified address of the caller, locked; 404 for any other. */
export async function ownInvite({ ctx, params }: InviteCall): Promise<InviteRow> {
  const seen = await findInvite(ctx, params.invite_id, [], verifiedAddress(ctx.user))
  if (!seen || !isAddressedTo(seen, ctx.user)) throw notFound()
  await lockPeople(ctx, seen.org_id)
  return locked(ctx, seen)
}

/** The same invitation as it is once the organization's people are locked. */
async function locked(ctx: Context, seen: InviteRow): Promise<InviteRow> {
  const invite = await findInvite(ctx, seen.invite_id, [seen.org_id], null, 'update')
  if (!invite) throw notFound()
  return invite
}
