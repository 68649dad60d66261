import { Problem } from '../../../../core/errors.ts'
import * as s from '../../../../core/schema.ts'
import type { Caller } from '../../../../core/caller.ts'
import { tokenPolicyViolated } from '../../../../http/credential-errors.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'

/**
 * Reloads the caller with their current access. Throws the problem that a new request would receive: 401, or 403
 * outside the organization or for the token policy.
 */
export async function reloadCaller({ identity, clock }: Dependencies, caller: Caller, orgId: string): Promise<Caller> {
  const current = await identity.reloadCaller(caller, clock())
  if (current.policyViolation)
    throw tokenPolicyViolated(403, current.policyViolation.rule, current.policyViolation.detail)
  current.requireMembership(orgId)
  return current
}

/** Reasons for the end of a stream, sent in its last message. */
export const streamEndReasons = s.namedEnum('StreamEnd', ['slow', 'age', 'stopping', 'expired', 'revoked', 'reset'])
export type StreamEndReason = (typeof streamEndReasons)[number]

/** Maps an error of the access check to a reason; undefined for temporary errors. */
export function toStreamEndReason(error: unknown): StreamEndReason | undefined {
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  return error.type === 'urn:svc:problem:token-expired' ? 'expired' : 'revoked'
}
