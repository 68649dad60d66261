import type { Call, Context } from '../../../core/context.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
import { forbidden, requireFound } from '../../../core/errors.ts'
import { isUuid } from '../../../core/ids.ts'
import { rejectProjectScopedToken, requireOrgAdmin } from '../../../core/org-access.ts'
import { lockMemberships, requireRoleGrant } from '../members/policy.ts'
import { findJoinable, findJoinRequest, type JoinableRow, type JoinRequestRow } from './join-queries.ts'
import { listOrgsOfDomain } from './queries.ts'
import { getEmailDomain } from './rules.ts'

/** Returns the organizations that proved the domain of the caller's verified address. */
export async function listOrgsOfCaller({ db, user }: Context): Promise<string[]> {
  const domain = user.email_verified && user.email !== null ? getEmailDomain(normalizeEmail(user.email)) : null
  return domain === null ? [] : listOrgsOfDomain(db, domain)
}

const cannotJoin = () =>
  forbidden('You cannot join this organization by your email domain. Ask an owner or admin for an invitation.')

/** Returns the locked organization. Throws 403 unless the caller can join it by their domain, whether or not it exists. */
export async function loadJoinable({ ctx, params }: Call<{ org_id: string }>): Promise<JoinableRow> {
  const org_id = params.org_id.toLowerCase()
  if (!(await listOrgsOfCaller(ctx)).includes(org_id)) throw cannotJoin()
  await lockMemberships(ctx, org_id)
  const [proved, row] = [await listOrgsOfCaller(ctx), await findJoinable(ctx, org_id)]
  if (!row || !proved.includes(org_id)) throw cannotJoin()
  return row
}

export async function requireJoinRequestAdmin({ ctx, params }: Call<{ org_id: string }>): Promise<{ org_id: string }> {
  const { org_id } = requireOrgAdmin(ctx, params.org_id)
  rejectProjectScopedToken(ctx)
  if (ctx.inTransaction) requireRoleGrant(await lockMemberships(ctx, org_id), 'member')
  return { org_id }
}

/** Returns the request, locked in a write. Throws 404 if there is none that waits, and 403 unless the caller is an admin. */
export async function loadJoinRequest(call: Call<{ org_id: string; user_id: string }>): Promise<JoinRequestRow> {
  const { org_id } = await requireJoinRequestAdmin(call)
  const { user_id } = call.params
  const row = requireFound(isUuid(user_id) ? await findJoinRequest(call.ctx, org_id, user_id) : undefined)
  call.ctx.advanceTimePast([row])
  return row
}
