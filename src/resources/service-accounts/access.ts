import { orgAdmin, requireSameOrganization, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { notFound } from '../../kernel/problem.ts'
import { lockPeople, requireRank } from '../organization-members/access.ts'
import { lockOrganization } from '../organization-members/queries.ts'
import { findAccount, type AccountRow } from './queries.ts'

interface Call<P> {
  ctx: Context
  params: P
  body?: unknown
}

/**
 * Throws 403 unless the caller is an organization admin. Writes lock the members first, so the caller's role is
 * current.
 */
export async function managedOrganization({ ctx, params, body }: Call<{ org_id: string }>) {
  requireSameOrganization(params.org_id, body)
  const { org_id } = orgAdmin(ctx, params.org_id)
  wholeOrganization(ctx)
  if (ctx.locking) requireRank(await lockPeople(ctx, org_id), 'member')
  return { org_id }
}

/** Returns the locked organization with its version for If-Match. */
export async function creatableIn(call: Call<{ org_id: string }>) {
  const { org_id } = await managedOrganization(call)
  const [organization] = await lockOrganization(call.ctx, org_id)
  return { org_id, version: organization!.version }
}

/** Returns the service account, locked on writes. Throws 404 or 403 unless the caller is an organization admin. */
export async function managedAccount(call: Call<{ org_id: string; user_id: string }>): Promise<AccountRow> {
  const { org_id } = await managedOrganization(call)
  const { user_id } = call.params
  const row = isUuid(user_id) ? await findAccount(call.ctx, org_id, user_id) : undefined
  if (!row) throw notFound()
  return row
}
