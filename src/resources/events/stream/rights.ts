import { Problem } from '../../../kernel/problem.ts'
import { words } from '../../../kernel/schema.ts'
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

/** Reasons for the end of a stream, sent in its last message. */
export const ends = words('StreamEnd', ['slow', 'age', 'stopping', 'expired', 'revoked', 'reset'])
export type End = (typeof ends)[number]

/** Maps an error of the access check to a reason; undefined for temporary errors. */
export function endOf(error: unknown): End | undefined {
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  return error.type === 'urn:svc:problem:token-expired' ? 'expired' : 'revoked'
}
