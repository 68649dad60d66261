import { accessTexts } from '../../../core/messages/access-texts.ts'
import { membershipFromBody, getRoleRank, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { OrgRole } from '../../../core/caller.ts'
import type { Call, Context } from '../../../core/context.ts'
import { isUuid } from '../../../core/ids.ts'
import { conflict, forbidden, invalid, notAMember, notFound, requireFound } from '../../../core/errors.ts'
import * as queries from './queries.ts'
import { endMembership } from './commands.ts'
import type { LockedMember, NewMembership, OrganizationMemberRow } from './queries.ts'

export { endMembership }

interface OrganizationMemberParams {
  user_id: string
  org_id: string
}

/** Serializes changes of members and roles. Check roles and count owners only after this. */
export async function lockMemberships(ctx: Context, orgId: string): Promise<OrgRole | null> {
  await queries.lockOrganization(ctx, orgId)
  return queries.findCurrentRole(ctx, orgId)
}

/** Returns whether an admin or owner has this role, and the role to grant or revoke is not above it. */
export const canGrantRole = (actor: OrgRole | null, role: OrgRole): boolean =>
  actor !== null && getRoleRank(actor) >= Math.max(getRoleRank('admin'), getRoleRank(role))

/** Throws 403 unless the caller is an admin or owner, and the role to grant or revoke is not above their own. */
export function requireRoleGrant(actor: OrgRole | null, role: OrgRole): void {
  if (actor === null || getRoleRank(actor) < getRoleRank('admin'))
    throw forbidden('Only owners and admins of the organization can do this.')
  if (getRoleRank(role) > getRoleRank(actor)) throw forbidden('Only owners can change owners or grant the owner role.')
}

export async function loadReadableMember({
  ctx,
  params,
}: Call<OrganizationMemberParams>): Promise<OrganizationMemberRow> {
  const { org_id, role } = ctx.caller.requireMembership(params.org_id)
  return loadMemberForRole(ctx, org_id, params.user_id, role)
}

async function loadMemberForRole(
  ctx: Context,
  orgId: string,
  userId: string,
  role: OrgRole,
): Promise<OrganizationMemberRow> {
  return requireFound(isUuid(userId) ? await queries.findOrganizationMember(ctx, orgId, userId, role) : undefined)
}

async function lockMember(ctx: Context, params: OrganizationMemberParams): Promise<[OrganizationMemberRow, OrgRole]> {
  const { org_id } = ctx.caller.requireMembership(params.org_id)
  const role = await lockMemberships(ctx, org_id)
  if (role === null) throw notAMember()
  const row = await loadMemberForRole(ctx, org_id, params.user_id, role)
  rejectProjectScopedToken(ctx)
  return [row, role]
}

/** Throws 422 when `org_id` or `user_id` in the body differs from the path. Clients may send back a whole member. */
function requireMatchingIds(
  params: OrganizationMemberParams,
  body: Partial<Record<keyof OrganizationMemberParams, unknown>>,
): void {
  for (const name of ['org_id', 'user_id'] as const) {
    const sent = body[name] ?? null
    if (sent === null || (typeof sent === 'string' && sent.toLowerCase() === params[name].toLowerCase())) continue
    throw invalid(['body', name], `differs from the ${name} in the path`, 'mismatch')
  }
}

/** Returns the locked member. Throws 404 or 403 unless the caller may grant the current and the new role. */
export async function loadMemberForUpdate(call: {
  ctx: Context
  params: OrganizationMemberParams
  body: { role?: OrgRole | null; org_id?: unknown; user_id?: unknown }
}): Promise<OrganizationMemberRow> {
  requireMatchingIds(call.params, call.body)
  const [row, role] = await lockMember(call.ctx, call.params)
  requireRoleGrant(role, row.role)
  requireRoleGrant(role, call.body.role ?? row.role)
  return row
}

/** Throws 403 for other members without the role, 404 for callers who have already left. */
export async function loadMemberForRemoval({
  ctx,
  params,
}: Call<OrganizationMemberParams>): Promise<OrganizationMemberRow> {
  const own = params.user_id.toLowerCase() === ctx.user.user_id
  if (own && !ctx.caller.memberships.has(params.org_id.toLowerCase())) throw notFound()
  const [row, role] = await lockMember(ctx, params)
  if (!own) requireRoleGrant(role, row.role)
  return row
}

/**
 * Throws 403 unless the caller may create projects and teams: members but not guests. Share-locks the memberships of the
 * caller and the listed users until commit, and returns those that are active.
 */
export async function lockCreator(
  ctx: Context,
  body: { org_id?: string | undefined },
  listed: { ids?: readonly string[]; names?: readonly string[] },
  containers: 'projects' | 'teams',
): Promise<{ org_id: string; people: LockedMember[] }> {
  const { org_id, role } = membershipFromBody(ctx, body)
  if (role === 'guest') throw forbidden(`Guests cannot create ${containers}.`)
  rejectProjectScopedToken(ctx)
  const { user_id } = ctx.user
  const people = await queries.lockMembers(ctx, [org_id], { ...listed, ids: [user_id, ...(listed.ids ?? [])] })
  const self = people.find((person) => person.user_id === user_id)
  if (!self) throw notAMember()
  if (self.role === 'guest') throw forbidden(`Guests cannot create ${containers}.`)
  return { org_id, people }
}

/**
 * Makes the caller a member of a locked organization. Returns the number of tokens of a former membership that it revoked.
 * Throws 409 for members, also deactivated ones: an old invitation does not reactivate them.
 */
export async function joinOrganization(ctx: Context, joining: NewMembership & { invited_by: string }): Promise<number> {
  const membership = await queries.findOwnMembership(ctx, joining.org_id)
  if (membership?.deleted_at === null) {
    if (membership.is_active) throw conflict(accessTexts.alreadyMember)
    throw conflict(accessTexts.deactivated)
  }
  await queries.insertMembership(ctx, joining)
  if (!membership) return 0
  // Removals by earlier versions of the service left memberships of projects and teams behind.
  const self = { ...ctx.user, org_id: joining.org_id }
  const owner = await queries.findOtherOrganizationOwner(ctx, self)
  if (owner) await endMembership(ctx, self, owner, 'member.added')
  return queries.revokeMemberTokens(ctx, self, { by: joining.invited_by, reason: 'revoked_by_admin' })
}
