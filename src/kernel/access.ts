import type { Context } from './context.ts'
import type { Membership, OrgRole } from './caller.ts'
import { forbidden, invalid } from './problem.ts'

/** Roles of an organization from the least to the most. */
const ranks: Record<OrgRole, number> = { guest: 0, member: 1, admin: 2, owner: 3 }
/** The place of a role among those of an organization: whoever has the higher number may do more. */
export const rankOf = (role: OrgRole): number => ranks[role]

/** 403 unless the caller is an owner or admin of the organization. */
export function orgAdmin(ctx: Context, orgId: string): Membership {
  const membership = ctx.caller.memberOf(orgId)
  if (rankOf(membership.role) < ranks.admin)
    throw forbidden('Only owners and admins of the organization may do this.')
  return membership
}

/** 403 for a token limited to projects: this concerns the whole organization. */
export function wholeOrganization(ctx: Context): void {
  if (ctx.caller.projectLimit) throw forbidden('A token limited to projects may not do this.')
}

/** The organization a request is about: as named, else the token's own; a session has to name one. */
export function orgIdOf(ctx: Context, named: string | null | undefined, where: 'body' | 'query'): string {
  if (named) return named.toLowerCase()
  if (ctx.caller.token) return ctx.caller.token.org_id
  throw invalid([where, 'org_id'], 'is required', 'missing')
}

/** The caller's place in the organization that a query asks about, as `orgIdOf` reads it; 403 without one. */
export const askedOrganization = (ctx: Context, query: { org_id?: string | undefined }): Membership =>
  ctx.caller.memberOf(orgIdOf(ctx, query.org_id, 'query'))

/** The caller's place in the organization that a body names, as `orgIdOf` reads it; 403 without one. */
export const namedOrganization = (ctx: Context, body: { org_id?: string | undefined }): Membership =>
  ctx.caller.memberOf(orgIdOf(ctx, body.org_id, 'body'))

/** 422 for a body that names another organization than its request is about, as one sent back elsewhere does. */
export function requireSameOrganization(orgId: string, body: unknown): void {
  const named = (body as { org_id?: unknown } | null | undefined)?.org_id ?? null
  if (named === null || (typeof named === 'string' && named.toLowerCase() === orgId.toLowerCase())) return
  throw invalid(['body', 'org_id'], 'differs from the organization of the request', 'mismatch')
}
