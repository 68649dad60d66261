import { requireOrgAdmin, resolveOrgId, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { findOAuthClient, type OAuthClientRow } from './queries.ts'

/** Returns the organization. Throws 403 unless the caller is an organization admin. */
export function requireOAuthClientAdmin(ctx: Context, named: string | undefined, where: 'body' | 'query') {
  const { org_id } = requireOrgAdmin(ctx, resolveOrgId(ctx, named, where))
  rejectProjectScopedToken(ctx)
  return { org_id }
}

/**
 * Returns the app, locked on writes. Throws 404 unless the caller is an admin of the organization that registered it.
 */
export async function loadManagedOAuthClient({
  ctx,
  params,
}: {
  ctx: Context
  params: { client_id: string }
}): Promise<OAuthClientRow> {
  rejectProjectScopedToken(ctx)
  const row = await findOAuthClient(ctx, params.client_id)
  if (!row || !ctx.caller.isOrgAdmin(row.org_id)) throw notFound()
  return row
}
