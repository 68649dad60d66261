import { Problem } from '../../../kernel/problem.ts'
import { words } from '../../../kernel/schema.ts'

/** Reasons for the end of a stream, sent in its last message. */
export const ends = words('StreamEnd', ['slow', 'age', 'stopping', 'expired', 'revoked', 'reset'])
export type End = (typeof ends)[number]

/** Maps an error of the access check to a reason; undefined for temporary errors. */
export function endOf(error: unknown): End | undefined {
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  return error.type === 'urn:svc:problem:token-expired' ? 'expired' : 'revoked'
}
