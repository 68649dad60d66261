import type { JWTPayload } from 'jose'
import { hasLongMarkRun } from '../../core/text.ts'

export interface OidcProfile {
  preferred_username?: string
  email?: string
  email_verified: boolean
  name?: string
  /** True if no source states whether the email is verified. */
  verification_unstated?: true
}

/** Merges claims; the first source wins. Reads `email_verified` only from a source with the same email. */
export function mergeProfileClaims(sources: readonly JWTPayload[], trustEmail: boolean): OidcProfile {
  const findFirst = (name: string) => sources.map((source) => parseClaim(source[name], 320)).find(Boolean)
  const [preferred_username, email, name] = [findFirst('preferred_username'), findFirst('email'), findFirst('name')]
  const verified = email === undefined ? undefined : findVerification(sources, email)
  return {
    ...(preferred_username && { preferred_username }),
    ...(email && { email }),
    ...(name && { name }),
    email_verified: verified ?? (trustEmail && email !== undefined),
    ...(email && verified === undefined && !trustEmail && { verification_unstated: true }),
  }
}

/** Returns whether the email is verified; undefined if no source states it. Some providers send a string. */
function findVerification(sources: readonly JWTPayload[], email: string): boolean | undefined {
  const source = sources.find((claims) => claims.email === email && claims.email_verified !== undefined)
  return source && (source.email_verified === true || source.email_verified === 'true')
}

/** Returns a claim that can be stored, without NUL, lone surrogates or long runs of marks; else undefined. */
export function parseClaim(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined
  return /\0|\p{Surrogate}/u.test(value) || hasLongMarkRun(value) ? undefined : value
}
