import { orgAdmin, orgIdOf, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { findClient, type ClientRow } from './queries.ts'

/** Returns the organization. Throws 403 unless the caller is an organization admin. */
export function managedOrganization(ctx: Context, named: string | undefined, where: 'body' | 'query') {
  const { org_id } = orgAdmin(ctx, orgIdOf(ctx, named, where))
  wholeOrganization(ctx)
  return { org_id }
}

/**
 * Returns the app, locked on writes. Throws 404 unless the caller is an admin of the organization that registered it.
 */
export async function managedClient({
  ctx,
  params,
}: {
  ctx: Context
  params: { client_id: string }
}): Promise<ClientRow> {
  wholeOrganization(ctx)
  const row = await findClient(ctx, params.client_id)
  if (!row || !ctx.caller.isOrgAdmin(row.org_id)) throw notFound()
  return row
}
