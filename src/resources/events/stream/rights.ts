import type { Caller } from '../../../kernel/caller.ts'
import { tokenPolicy } from '../../../kernel/credential-problems.ts'
import type { Services } from '../../../kernel/services/services.ts'

/**
 * Reloads the caller with their current access. Throws the problem that a new request would receive: 401, or 403
 * outside the organization or for the token policy.
 */
export async function rightsNow(
  { identity, clock }: Services,
  caller: Caller,
  orgId: string,
): Promise<Caller> {
  const current = await identity.standing(caller, clock())
  if (current.breach) throw tokenPolicy(403, current.breach.rule, current.breach.words)
  current.memberOf(orgId)
  return current
}
