import type { Context } from '../../../core/context.ts'
import { forbidden, invalid, unknownReference } from '../../../core/errors.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import { loadReadableMember } from '../../people/members/policy.ts'
import { lockMembers, type LockedMember, type OrganizationMemberRow } from '../../people/members/queries.ts'
import type { WorkHandOver } from './schema.ts'

/** The member whose work is handed over, and the one who receives it. */
export interface HandOver {
  from: OrganizationMemberRow
  to: LockedMember
}

interface RequestedHandOver {
  version: number
  from: OrganizationMemberRow
  to: LockedMember | undefined
}

/** Locks both members. Throws 404 for the first, and 403 for another member's work without a role for it. */
export async function loadHandOver(call: {
  ctx: Context
  params: { user_id: string; org_id: string }
  body: WorkHandOver
}): Promise<RequestedHandOver> {
  const { ctx, body } = call
  const { org_id } = ctx.caller.requireMembership(call.params.org_id)
  const [to] = await lockMembers(ctx, [org_id], { names: [normalizeForSearch(body.to)] })
  const from = await loadReadableMember(call)
  rejectProjectScopedToken(ctx)
  if (from.user_id !== ctx.user.user_id && !ctx.caller.isOrgAdmin(org_id))
    throw forbidden('Only the member and organization admins can hand over the work of a member.')
  return { from, to, version: from.version }
}

/** Throws 422 unless the receiver is another active member. */
export function requireReceiver({ from, to }: RequestedHandOver): HandOver {
  if (!to) throw unknownReference(['body', 'to'], 'active member')
  if (to.user_id === from.user_id)
    throw invalid(['body', 'to'], 'This is the same member. Name another one.', 'mismatch')
  return { from, to }
}
