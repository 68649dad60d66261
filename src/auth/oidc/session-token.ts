import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { isCanonicalJwt } from '../../core/base64url.ts'
import { createKeyProvider, type OidcFetch, type RunWithKeys } from './keys.ts'
import { hasLongMarkRun } from '../../core/text.ts'

export { IdentityProviderUnavailable } from './keys.ts'

/** Verified identity. `issuer` and `subject` together identify the user. */
export interface OidcIdentity extends OidcProfile {
  issuer: string
  subject: string
  /** True if all claim sources were read, so that a missing claim was removed at the provider. */
  complete?: true
  /** `iat` in seconds since the epoch; orders profiles by age. */
  issued_at: number
  expires_at?: number
}

export class InvalidSessionToken extends Error {}
export class SessionExpired extends Error {}

export interface SessionTokenVerifier {
  /** Throws `InvalidSessionToken`, `SessionExpired`, or `IdentityProviderUnavailable` while the keys are unavailable. */
  verify(jwt: string): Promise<OidcIdentity>
  withKeys: RunWithKeys
}

interface SessionTokenVerifierOptions {
  issuer: string
  audience: string
  trustEmail?: boolean
  fetch?: OidcFetch
  clock?: () => number
  monotonic?: () => number
}

export const CLOCK_TOLERANCE_SECONDS = 30

/** Accepts asymmetric signatures only, never shared secrets (HS*) or `none`. */
export const signatureAlgorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
const monotonicNow = () => performance.now()
const MAX_CACHED_TOKENS = 5_000
const CACHE_TTL_MS = 60_000

/** Caches verified tokens by hash, so that not every request verifies a signature. */
function createTokenCache(clock: () => number, monotonic: () => number) {
  const cached = new Map<string, { identity: OidcIdentity; expires: number; since: number }>()
  return {
    find(digest: string): OidcIdentity | undefined {
      const entry = cached.get(digest)
      if (entry && entry.expires > clock() && monotonic() - entry.since < CACHE_TTL_MS) return entry.identity
      cached.delete(digest)
      return undefined
    },
    store(digest: string, identity: OidcIdentity, expires: number): void {
      // Insertion order is age, so the first key is the oldest.
      if (cached.size >= MAX_CACHED_TOKENS) cached.delete(cached.keys().next().value ?? '')
      cached.set(digest, { identity, expires, since: monotonic() })
    },
  }
}

/** Creates a verifier of JWTs (RFC 7519, 9068) by OpenID Connect Discovery, which is requested at first use. */
export function createSessionTokenVerifier(options: SessionTokenVerifierOptions): SessionTokenVerifier {
  const { issuer, audience, trustEmail = false, clock = Date.now, monotonic = monotonicNow } = options
  const withKeys = createKeyProvider(issuer, options.fetch ?? globalThis.fetch, monotonic)
  const cache = createTokenCache(clock, monotonic)
  return {
    withKeys,
    async verify(jwt) {
      const digest = hash('sha256', jwt, 'base64')
      const cachedIdentity = cache.find(digest)
      if (cachedIdentity) return cachedIdentity
      const { decodeJwt, errors, jwtVerify } = await import('jose')
      try {
        // Rejects tokens of other issuers without a request to the provider.
        if (decodeJwt(jwt).iss !== issuer) throw new InvalidSessionToken('unexpected issuer')
        if (!isCanonicalJwt(jwt)) throw new InvalidSessionToken('a part is not canonical base64url')
        const { payload } = await withKeys((key) =>
          jwtVerify(jwt, key, {
            issuer,
            audience,
            algorithms: signatureAlgorithms,
            requiredClaims: ['sub', 'exp'],
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
            currentDate: new Date(clock()),
          }),
        )
        const identity = parseIdentity({ issuer, trustEmail }, [payload], clock())
        identity.expires_at = payload.exp ?? 0
        cache.store(digest, identity, (payload.exp ?? 0) * 1000)
        return identity
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new SessionExpired('the session has expired')
        if (error instanceof errors.JOSEError) throw new InvalidSessionToken(error.message)
        throw error
      }
    },
  }
}

/** Verifier without an identity provider: built-in accounts issue no session tokens. */
export const rejectSessionTokens: SessionTokenVerifier = {
  withKeys: () => Promise.reject(new InvalidSessionToken('no identity provider is configured')),
  verify: () => Promise.reject(new InvalidSessionToken('no identity provider is configured')),
}

/** Reads the profile of a verified token, supplemented by claims of other sources about the same user. */
export function parseIdentity(
  { issuer, trustEmail }: { issuer: string; trustEmail: boolean },
  sources: readonly JWTPayload[],
  now: number,
): OidcIdentity {
  const subject = parseClaim(sources[0]?.sub, 255)
  if (!subject) throw new InvalidSessionToken('unusable "sub" claim')
  return {
    issuer,
    subject,
    ...mergeProfileClaims(sources, trustEmail),
    // Capped, since an issue time in the future would block later profile updates.
    issued_at: Math.min(Number(sources[0]?.iat) || 0, Math.floor(now / 1000)),
  }
}

interface OidcProfile {
  preferred_username?: string
  email?: string
  email_verified: boolean
  name?: string
  /** True if no source states whether the email is verified. */
  verification_unstated?: true
}

/** Merges claims; the first source wins. Reads `email_verified` only from a source with the same email. */
function mergeProfileClaims(sources: readonly JWTPayload[], trustEmail: boolean): OidcProfile {
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
