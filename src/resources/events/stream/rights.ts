import type { Caller } from '../../../kernel/caller.ts'
import { tokenPolicy } from '../../../kernel/credential-problems.ts'
import type { Services } from '../../../kernel/services/services.ts'

/**
 * The caller with the rights as they are now. Throws what a new request would be answered: 401 for a credential that lets
 * nobody in any more, 403 outside the organization or against its token policy.
 */
export async function rightsNow(
  { identity, clock }: Services,
  caller: Caller,
  orgId: string,
): Promise<Caller> {
  const now = await identity.standing(caller, clock())
  if (now.breach) throw tokenPolicy(403, now.breach.rule, now.breach.words)
  now.memberOf(orgId)
  return now
}
