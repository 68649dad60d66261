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
 * Makes changes to who is in an organization, and as what, come one after another: locks its row and gives the caller's
 * role as it is then, null without an active membership. Whoever judges ranks or counts owners judges after this.
 */
export async function lockPeople(ctx: Context, orgId: string): Promise<OrgRole | null> {
  await queries.lockOrganization(ctx, orgId)
  return queries.findRoleNow(ctx, orgId)
}

/** 403 unless the actor is an owner or admin, and the role that it grants or takes away is not above its own. */
export function requireRank(actor: OrgRole | null, role: OrgRole): void {
  if (actor === null || rankOf(actor) < rankOf('admin'))
    throw forbidden('Only owners and admins of the organization may do this.')
  if (rankOf(role) > rankOf(actor)) throw forbidden('Only an owner may do this: it concerns an owner.')
}

/** A member that the caller may see, else 404. */
export async function readableMember({
  ctx,
  params,
}: {
  ctx: Context
  params: MemberPath
}): Promise<MemberRow> {
  const { org_id, role } = ctx.caller.memberOf(params.org_id)
  return memberSeenAs(ctx, org_id, params.user_id, role)
}

/** A member that somebody of this role may see, else 404. */
async function memberSeenAs(ctx: Context, orgId: string, userId: string, role: OrgRole): Promise<MemberRow> {
  const row = isUuid(userId) ? await queries.findMember(ctx, orgId, userId, role) : undefined
  if (!row) throw notFound()
  return row
}

/** A member, locked, and the caller's role as it is once nobody else changes who is in the organization. */
async function lockedMember(ctx: Context, params: MemberPath): Promise<[MemberRow, OrgRole]> {
  const { org_id } = ctx.caller.memberOf(params.org_id)
  const role = await lockPeople(ctx, org_id)
  if (role === null) throw notAMember()
  const row = await memberSeenAs(ctx, org_id, params.user_id, role)
  wholeOrganization(ctx)
  return [row, role]
}

/** 422 when the body names another organization or person than the path: a client may send back a whole member. */
function requireSame(params: MemberPath, body: Partial<Record<keyof MemberPath, unknown>>): void {
  for (const name of ['org_id', 'user_id'] as const) {
    const sent = body[name] ?? null
    if (sent === null || (typeof sent === 'string' && sent.toLowerCase() === params[name].toLowerCase()))
      continue
    throw invalid(['body', name], `differs from the ${name} in the path`, 'mismatch')
  }
}

/** A member for a change by an owner or admin: 403 unless they may grant its role, and the one in the body. */
export async function changeableMember(call: {
  ctx: Context
  params: MemberPath
  body: { role?: OrgRole | null; org_id?: unknown; user_id?: unknown }
}): Promise<MemberRow> {
  requireSame(call.params, call.body)
  const [row, role] = await lockedMember(call.ctx, call.params)
  requireRank(role, row.role)
  requireRank(role, call.body.role ?? row.role)
  return row
}

/**
 * A member to be removed, locked: 403 unless an owner or admin asks who may take its role away, or the member itself. Who
 * has left is told so by 404, as of anybody else who is no member any more.
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
  const [row, role] = await lockedMember(ctx, params)
  if (!own) requireRank(role, row.role)
  return row
}

/**
 * Lets the caller make a project or a team in an organization, as any member but a guest may, else 403. The caller and
 * the people named stay in the organization until this transaction ends; gives those of them who are active there.
 */
export async function holdCreator(
  ctx: Context,
  body: { org_id?: string | undefined },
  named: { ids?: readonly string[]; names?: readonly string[] },
  what: 'projects' | 'teams',
): Promise<{ org_id: string; people: Held[] }> {
  const { org_id, role } = namedOrganization(ctx, body)
  if (role === 'guest') throw forbidden(`Guests may not create ${what}.`)
  wholeOrganization(ctx)
  const { user_id } = ctx.user
  const people = await queries.holdPeople(ctx, [org_id], { ...named, ids: [user_id, ...(named.ids ?? [])] })
  const self = people.find((person) => person.user_id === user_id)
  if (!self) throw notAMember()
  if (self.role === 'guest') throw forbidden(`Guests may not create ${what}.`)
  return { org_id, people }
}

/**
 * Makes the caller a member of an organization whose people are locked; gives how many tokens an earlier membership had
 * left. A deactivated member stays out: an old invitation is no way around that.
 */
export async function join(ctx: Context, joining: Joining): Promise<number> {
  const known = await queries.findOwnMembership(ctx, joining.org_id)
  if (known?.deleted_at === null) {
    if (known.is_active) throw conflict('You are a member of this organization already.')
    throw conflict('Your membership is deactivated: an owner or admin has to activate it again.')
  }
  await queries.joinAsMember(ctx, joining)
  if (!known) return 0
  // Whoever was removed by an earlier version of this service may still have places: they end before the person is back.
  const self = { ...ctx.user, org_id: joining.org_id }
  const owner = await queries.findOtherOwner(ctx, self)
  if (owner) await endPlaces(ctx, self, owner, 'member.added')
  return queries.revokeAllTokens(ctx, self, { by: joining.invited_by, reason: 'revoked_by_admin' })
}
