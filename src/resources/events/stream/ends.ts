import { Problem } from '../../../kernel/problem.ts'
import { words } from '../../../kernel/schema.ts'

/** Why a stream ends, as its last message says. */
export const ends = words('StreamEnd', ['slow', 'age', 'stopping', 'expired', 'revoked', 'reset'])
/** One of `ends`. */
export type End = (typeof ends)[number]

/** How an error that a caller's rights are looked up with ends a stream; undefined for one that says nothing of them. */
export function endOf(error: unknown): End | undefined {
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  return error.type === 'urn:svc:problem:token-expired' ? 'expired' : 'revoked'
}
