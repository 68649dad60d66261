import { namedOrganization, rankOf, wholeOrganization } from '../../kernel/access.ts'
import type { OrgRole } from '../../kernel/caller.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { conflict, forbidden, invalid, notAMember, notFound } from '../../kernel/problem.ts'
import * as queries from './queries.ts'
import { endPlaces } from './leaving.ts'
import type { Held, Joining, MemberRow } from './queries.ts'

export { endPlaces }

export interface MemberPath {
  user_id: string
  org_id: string
}

/**
 * Locks the organization, which serializes changes of members and roles, and returns the caller's current role or `null`.
 * Check roles and count owners only after this.
 */
export async function lockPeople(ctx: Context, orgId: string): Promise<OrgRole | null> {
  await queries.lockOrganization(ctx, orgId)
  return queries.findRoleNow(ctx, orgId)
}

/** Throws 403 unless the caller is an admin or owner, and the role to grant or revoke is not above their own. */
export function requireRank(actor: OrgRole | null, role: OrgRole): void {
  if (actor === null || rankOf(actor) < rankOf('admin'))
    throw forbidden('Only owners and admins of the organization can do this.')
  if (rankOf(role) > rankOf(actor)) throw forbidden('Only owners can change owners or grant the owner role.')
}

/** Returns a member. Throws 404 unless the caller can see them. */
export async function readableMember({
  ctx,
  params,
}: {
  ctx: Context
  params: MemberPath
}): Promise<MemberRow> {
  const { org_id, role } = ctx.caller.memberOf(params.org_id)
  return loadMemberForRole(ctx, org_id, params.user_id, role)
}

async function loadMemberForRole(
  ctx: Context,
  orgId: string,
  userId: string,
  role: OrgRole,
): Promise<MemberRow> {
  const row = isUuid(userId) ? await queries.findMember(ctx, orgId, userId, role) : undefined
  if (!row) throw notFound()
  return row
}

/** Locks the organization and a member, and returns the member with the caller's current role. */
async function lockMember(ctx: Context, params: MemberPath): Promise<[MemberRow, OrgRole]> {
  const { org_id } = ctx.caller.memberOf(params.org_id)
  const role = await lockPeople(ctx, org_id)
  if (role === null) throw notAMember()
  const row = await loadMemberForRole(ctx, org_id, params.user_id, role)
  wholeOrganization(ctx)
  return [row, role]
}

/** Throws 422 when `org_id` or `user_id` in the body differs from the path. Clients may send back a whole member. */
function requireMatchingIds(params: MemberPath, body: Partial<Record<keyof MemberPath, unknown>>): void {
  for (const name of ['org_id', 'user_id'] as const) {
    const sent = body[name] ?? null
    if (sent === null || (typeof sent === 'string' && sent.toLowerCase() === params[name].toLowerCase()))
      continue
    throw invalid(['body', name], `differs from the ${name} in the path`, 'mismatch')
  }
}

/** Returns the locked member. Throws 404 or 403 unless the caller may grant the current and the new role. */
export async function changeableMember(call: {
  ctx: Context
  params: MemberPath
  body: { role?: OrgRole | null; org_id?: unknown; user_id?: unknown }
}): Promise<MemberRow> {
  requireMatchingIds(call.params, call.body)
  const [row, role] = await lockMember(call.ctx, call.params)
  requireRank(role, row.role)
  requireRank(role, call.body.role ?? row.role)
  return row
}

/**
 * Returns the locked member. Throws 403 unless the caller is this member or an admin who may revoke the role. Throws 404
 * for callers who have already left, as for any other former member.
 */
export async function removableMember({
  ctx,
  params,
}: {
  ctx: Context
  params: MemberPath
}): Promise<MemberRow> {
  const own = params.user_id.toLowerCase() === ctx.user.user_id
  if (own && !ctx.caller.memberships.has(params.org_id.toLowerCase())) throw notFound()
  const [row, role] = await lockMember(ctx, params)
  if (!own) requireRank(role, row.role)
  return row
}

/**
 * Throws 403 unless the caller may create projects and teams: members but not guests. Share-locks the memberships of the
 * caller and the listed users until commit, and returns those that are active.
 */
export async function holdCreator(
  ctx: Context,
  body: { org_id?: string | undefined },
  listed: { ids?: readonly string[]; names?: readonly string[] },
  what: 'projects' | 'teams',
): Promise<{ org_id: string; people: Held[] }> {
  const { org_id, role } = namedOrganization(ctx, body)
  if (role === 'guest') throw forbidden(`Guests cannot create ${what}.`)
  wholeOrganization(ctx)
  const { user_id } = ctx.user
  const people = await queries.holdPeople(ctx, [org_id], {
    ...listed,
    ids: [user_id, ...(listed.ids ?? [])],
  })
  const self = people.find((person) => person.user_id === user_id)
  if (!self) throw notAMember()
  if (self.role === 'guest') throw forbidden(`Guests cannot create ${what}.`)
  return { org_id, people }
}

/**
 * Makes the caller a member of a locked organization. Returns the number of tokens of a former membership that it revoked.
 * Throws 409 for members, also deactivated ones: an old invitation does not reactivate them.
 */
export async function join(ctx: Context, joining: Joining): Promise<number> {
  const membership = await queries.findOwnMembership(ctx, joining.org_id)
  if (membership?.deleted_at === null) {
    if (membership.is_active) throw conflict('You are already a member of this organization.')
    throw conflict('Your membership is deactivated. Contact an owner or admin to reactivate it.')
  }
  await queries.joinAsMember(ctx, joining)
  if (!membership) return 0
  // Removals by earlier versions of the service left memberships of projects and teams behind.
  const self = { ...ctx.user, org_id: joining.org_id }
  const owner = await queries.findOtherOwner(ctx, self)
  if (owner) await endPlaces(ctx, self, owner, 'member.added')
  return queries.revokeAllTokens(ctx, self, { by: joining.invited_by, reason: 'revoked_by_admin' })
}
