import type { Context } from './context.ts'
import type { Membership, OrgRole } from './caller.ts'
import { forbidden, invalid } from './errors.ts'

const ROLE_RANKS: Record<OrgRole, number> = { guest: 0, member: 1, admin: 2, owner: 3 }
export const getRoleRank = (role: OrgRole): number => ROLE_RANKS[role]

export function requireOrgAdmin(ctx: Context, orgId: string): Membership {
  const membership = ctx.caller.requireMembership(orgId)
  if (getRoleRank(membership.role) < ROLE_RANKS.admin)
    throw forbidden('Requires the role owner or admin in the organization.')
  return membership
}

/** Throws 403 for a project-scoped token, for operations that concern the whole organization. */
export function rejectProjectScopedToken(ctx: Context): void {
  if (ctx.caller.allowedProjectIds) throw forbidden('Not available to access tokens that are limited to projects.')
}

/** Returns the requested organization, else the token's. Throws 422 for a session that does not name one. */
export function resolveOrgId(ctx: Context, orgId: string | null | undefined, where: 'body' | 'query'): string {
  if (orgId) return orgId.toLowerCase()
  if (ctx.caller.token) return ctx.caller.token.org_id
  throw invalid([where, 'org_id'], 'is required', 'missing')
}

export const membershipFromQuery = (ctx: Context, query: { org_id?: string | undefined }): Membership =>
  ctx.caller.requireMembership(resolveOrgId(ctx, query.org_id, 'query'))

export const membershipFromBody = (ctx: Context, body: { org_id?: string | undefined }): Membership =>
  ctx.caller.requireMembership(resolveOrgId(ctx, body.org_id, 'body'))

/** Throws 422 for a body of another organization, such as one copied from there. */
export function requireSameOrganization(orgId: string, body: unknown): void {
  const bodyOrgId = (body as { org_id?: unknown } | null | undefined)?.org_id ?? null
  if (bodyOrgId === null || (typeof bodyOrgId === 'string' && bodyOrgId.toLowerCase() === orgId.toLowerCase())) return
  throw invalid(['body', 'org_id'], 'differs from the organization of the request', 'mismatch')
}
