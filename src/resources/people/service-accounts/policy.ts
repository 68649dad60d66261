import { requireOrgAdmin, requireSameOrganization, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Call } from '../../../core/context.ts'
import { isUuid } from '../../../core/ids.ts'
import { requireFound } from '../../../core/errors.ts'
import { lockMemberships, requireRoleGrant } from '../members/policy.ts'
import { lockOrganization } from '../members/queries.ts'
import { findServiceAccount, type ServiceAccountRow } from './queries.ts'

type ServiceAccountCall<P> = Call<P> & { body?: unknown }

/** Throws 403 for others. Writes lock the members first, so that the caller's role is current. */
export async function requireServiceAccountAdmin({ ctx, params, body }: ServiceAccountCall<{ org_id: string }>) {
  requireSameOrganization(params.org_id, body)
  const { org_id } = requireOrgAdmin(ctx, params.org_id)
  rejectProjectScopedToken(ctx)
  if (ctx.inTransaction) requireRoleGrant(await lockMemberships(ctx, org_id), 'member')
  return { org_id }
}

export async function lockOrgForServiceAccountCreate(call: ServiceAccountCall<{ org_id: string }>) {
  const { org_id } = await requireServiceAccountAdmin(call)
  const [organization] = await lockOrganization(call.ctx, org_id)
  return { org_id, version: organization!.version }
}

/** Returns the service account, locked on writes. Throws 404 or 403 unless the caller is an organization admin. */
export async function loadServiceAccount(
  call: ServiceAccountCall<{ org_id: string; user_id: string }>,
): Promise<ServiceAccountRow> {
  const { org_id } = await requireServiceAccountAdmin(call)
  const { user_id } = call.params
  return requireFound(isUuid(user_id) ? await findServiceAccount(call.ctx, org_id, user_id) : undefined)
}
