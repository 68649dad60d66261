import type { JWTPayload } from 'jose'
import { hasLongRun } from '../text.ts'

/** Profile claims about a user. */
export interface Profile {
  preferred_username?: string
  email?: string
  email_verified: boolean
  name?: string
  /** True if no source says whether the email is verified. */
  verification_unstated?: true
}

/**
 * Merges the claims of several sources; the first source that has a claim wins. Reads `email_verified` only from a source
 * with that same email. `trustEmail` treats an email without it as verified.
 */
export function mergeProfile(sources: readonly JWTPayload[], trustEmail: boolean): Profile {
  const first = (name: string) => sources.map((source) => claim(source[name], 320)).find(Boolean)
  const [preferred_username, email, name] = [first('preferred_username'), first('email'), first('name')]
  const stated = email === undefined ? undefined : findVerification(sources, email)
  return {
    ...(preferred_username && { preferred_username }),
    ...(email && { email }),
    ...(name && { name }),
    email_verified: stated ?? (trustEmail && email !== undefined),
    ...(email && stated === undefined && !trustEmail && { verification_unstated: true }),
  }
}

/** Returns whether an email is verified; undefined if no source says so. Some providers send it as a string. */
function findVerification(sources: readonly JWTPayload[], email: string): boolean | undefined {
  const source = sources.find((claims) => claims.email === email && claims.email_verified !== undefined)
  return source && (source.email_verified === true || source.email_verified === 'true')
}

/** Returns a claim that can be stored, without NUL, lone surrogates or long runs of marks; else undefined. */
export function claim(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  return /\0|\p{Surrogate}/u.test(value) || hasLongRun(value) ? undefined : value
}
