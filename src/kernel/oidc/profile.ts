import type { JWTPayload } from 'jose'
import { hasLongRun } from '../text.ts'

/** What a provider says about a user. */
export interface Profile {
  preferred_username?: string
  email?: string
  email_verified: boolean
  name?: string
  /** Set where there is an email and nothing says whether it is verified. */
  verification_unstated?: true
}

/**
 * Merges the claims of several sources, of which the first one that has a claim wins. Whether an email is verified is read
 * only from a source of that same email. `trustEmail` takes an email of which nothing is said for verified.
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

/** Returns whether an email is verified; undefined where no source says so. Some providers write it as text. */
function findVerification(sources: readonly JWTPayload[], email: string): boolean | undefined {
  const source = sources.find((claims) => claims.email === email && claims.email_verified !== undefined)
  return source && (source.email_verified === true || source.email_verified === 'true')
}

/** A claim that can be stored: text of a sane length without NUL, lone surrogates or long runs of marks. */
export function claim(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  return /\0|\p{Surrogate}/u.test(value) || hasLongRun(value) ? undefined : value
}
