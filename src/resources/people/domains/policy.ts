import type { Call } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { rejectProjectScopedToken, requireOrgAdmin } from '../../../core/org-access.ts'
import { lockMemberships, requireRoleGrant } from '../members/policy.ts'
import { lockOrganization } from '../members/queries.ts'
import { findDomain, type DomainRow } from './queries.ts'
import { normalizeDomain } from './rules.ts'

type OrganizationCall = Call<{ org_id: string }>

/** Throws 403 unless the caller is an admin of the organization; in a write, which locks it, an owner. */
export async function requireDomainAccess({ ctx, params }: OrganizationCall): Promise<{ org_id: string }> {
  const { org_id } = requireOrgAdmin(ctx, params.org_id)
  rejectProjectScopedToken(ctx)
  if (!ctx.inTransaction) return { org_id }
  const role = await lockMemberships(ctx, org_id)
  requireRoleGrant(role, 'member')
  if (role !== 'owner') throw forbidden('Only owners can change the domains of the organization.')
  return { org_id }
}

export async function lockOrgForDomain(call: OrganizationCall): Promise<{ org_id: string; version: number }> {
  const { org_id } = await requireDomainAccess(call)
  const [organization] = await lockOrganization(call.ctx, org_id)
  return { org_id, version: organization!.version }
}

/** Returns the domain, locked in a write. Throws 403 like `requireDomainAccess`, and 404 for an unknown domain. */
export async function loadOwnDomain(call: Call<{ org_id: string; domain: string }>): Promise<DomainRow> {
  const { org_id } = await requireDomainAccess(call)
  const domain = normalizeDomain(call.params.domain)
  const row = domain === null ? undefined : await findDomain(call.ctx, org_id, domain)
  if (row?.deleted_at !== null) throw notFound()
  call.ctx.advanceTimePast([row])
  return row
}
