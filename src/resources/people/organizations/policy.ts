import type { Static } from 'typebox'
import type { Call, Context } from '../../../core/context.ts'
import { findOrganization, findOrganizationSettings, type OrganizationSettingsRow } from './queries.ts'
import { insufficientScope } from '../../../http/credential-errors.ts'
import { notAMember } from '../../../core/errors.ts'
import { rejectProjectScopedToken, requireOrgAdmin } from '../../../core/org-access.ts'
import type { organizationSettingsUpdate } from './schema.ts'

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

/** Throws 403 for a token without `admin` that would let users in who could not enter the organization before. */
export function requireSettingsScope(
  { caller }: Context,
  target: OrganizationSettingsRow,
  body: Static<typeof organizationSettingsUpdate>,
): void {
  const dropsFactor = target.require_second_factor && body.require_second_factor === false
  const opensDomain = target.domain_join_mode !== 'instant' && body.domain_join_mode === 'instant'
  if ((dropsFactor || opensDomain) && !caller.hasScope('admin')) throw insufficientScope('admin')
}

/** Returns the settings. Writes lock the organization, since its settings may not have a row yet. */
export async function loadSettings(call: Call<{ org_id: string }>) {
  const organization = await loadOrganization(call)
  const { org_id } = organization
  rejectProjectScopedToken(call.ctx)
  if (call.ctx.locksRows) call.ctx.advanceTimePast([organization])
  return findOrganizationSettings(call.ctx, org_id)
}
