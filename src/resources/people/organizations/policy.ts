import type { Call } from '../../../core/context.ts'
import { findOrganization, findOrganizationSettings } from './queries.ts'
import { notAMember } from '../../../core/errors.ts'
import { rejectProjectScopedToken, requireOrgAdmin } from '../../../core/org-access.ts'
/** Returns the organization, locked in a write. Throws 403 unless the caller is an active member. */
export async function loadOrganization({ ctx, params }: Call<{ org_id: string }>) {
  const { org_id } = ctx.caller.requireMembership(params.org_id)
  const row = await findOrganization(ctx, org_id)
  if (!row) throw notAMember()
  return row
}

export async function loadOrganizationForUpdate(call: Call<{ org_id: string }>) {
  const row = await loadOrganization(call)
  requireOrgAdmin(call.ctx, row.org_id)
  rejectProjectScopedToken(call.ctx)
  return row
}

/** Returns the settings. Writes lock the organization, since its settings may not have a row yet. */
export async function loadSettings(call: Call<{ org_id: string }>) {
  const organization = await loadOrganization(call)
  const { org_id } = organization
  rejectProjectScopedToken(call.ctx)
  if (call.ctx.inTransaction) call.ctx.advanceTimePast([organization])
  return findOrganizationSettings(call.ctx, org_id)
}
