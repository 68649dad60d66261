import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { isCanonicalJwt } from '../values/base64url.ts'
import { claim, mergeProfile, type Profile } from './profile.ts'
import { providerKeys, type Fetch, type WithKeys } from './keys.ts'

export { IdentityProviderUnavailable } from './keys.ts'
export { claim } from './profile.ts'

/** Verified identity. `issuer` and `subject` together identify the user. */
export interface Identity extends Profile {
  issuer: string
  subject: string
  /** True if all claim sources were read, so that a missing claim was removed at the provider. */
  complete?: true
  /** `iat` in seconds since the epoch; orders profiles by age. */
  issued_at: number
  /** `exp` in seconds since the epoch. */
  expires_at?: number
}

export class SessionInvalid extends Error {}
export class SessionExpired extends Error {}

export interface Verifier {
  /** Throws `SessionInvalid`, `SessionExpired`, or `IdentityProviderUnavailable` while the keys are unavailable. */
  verify(jwt: string): Promise<Identity>
  withKeys: WithKeys
}

export interface VerifierOptions {
  issuer: string
  audience: string
  /** Treats an email without `email_verified` as verified. */
  trustEmail?: boolean
  fetch?: Fetch
  clock?: () => number
  monotonic?: () => number
}

/** Tolerated clock skew between the provider and this server in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30

/** Accepts asymmetric signatures only, never shared secrets (HS*) or `none`. */
export const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
const monotonicNow = () => performance.now()
const MAX_CACHED_TOKENS = 5_000
const CACHE_TTL_MS = 60_000

/** Caches verified tokens by hash, so that not every request verifies a signature. */
function createTokenCache(clock: () => number, monotonic: () => number) {
  const cached = new Map<string, { identity: Identity; expires: number; since: number }>()
  return {
    find(digest: string): Identity | undefined {
      const entry = cached.get(digest)
      if (entry && entry.expires > clock() && monotonic() - entry.since < CACHE_TTL_MS) return entry.identity
      cached.delete(digest)
      return undefined
    },
    store(digest: string, identity: Identity, expires: number): void {
      // Insertion order is age, so the first key is the oldest.
      if (cached.size >= MAX_CACHED_TOKENS) cached.delete(cached.keys().next().value ?? '')
      cached.set(digest, { identity, expires, since: monotonic() })
    },
  }
}

/** Creates a verifier of JWTs (RFC 7519, 9068) by OpenID Connect Discovery, which is requested at first use. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, trustEmail = false, clock = Date.now, monotonic = monotonicNow } = options
  const withKeys = providerKeys(issuer, options.fetch ?? globalThis.fetch, monotonic)
  const cache = createTokenCache(clock, monotonic)
  return {
    withKeys,
    async verify(jwt) {
      const digest = hash('sha256', jwt, 'base64')
      const cachedIdentity = cache.find(digest)
      if (cachedIdentity) return cachedIdentity
      // Loaded on first use, which keeps the start fast.
      const { decodeJwt, errors, jwtVerify } = await import('jose')
      try {
        // Rejects tokens of other issuers without a request to the provider.
        if (decodeJwt(jwt).iss !== issuer) throw new SessionInvalid('unexpected issuer')
        if (!isCanonicalJwt(jwt)) throw new SessionInvalid('a part is not canonical base64url')
        const { payload } = await withKeys((key) =>
          jwtVerify(jwt, key, {
            issuer,
            audience,
            algorithms,
            requiredClaims: ['sub', 'exp'],
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
            currentDate: new Date(clock()),
          }),
        )
        const identity = readIdentity({ issuer, trustEmail }, [payload], clock())
        identity.expires_at = payload.exp ?? 0
        cache.store(digest, identity, (payload.exp ?? 0) * 1000)
        return identity
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new SessionExpired('the session has expired')
        if (error instanceof errors.JOSEError) throw new SessionInvalid(error.message)
        throw error
      }
    },
  }
}

/**
 * Reads the subject and profile of a verified token, completed by claims of further sources about the same user. Throws
 * `SessionInvalid` without a usable subject.
 */
export function readIdentity(
  { issuer, trustEmail }: { issuer: string; trustEmail: boolean },
  sources: readonly JWTPayload[],
  now: number,
): Identity {
  const subject = claim(sources[0]?.sub, 255)
  if (!subject) throw new SessionInvalid('unusable "sub" claim')
  return {
    issuer,
    subject,
    ...mergeProfile(sources, trustEmail),
    // Capped, since an issue time in the future would block later profile updates.
    issued_at: Math.min(Number(sources[0]?.iat) || 0, Math.floor(now / 1000)),
  }
}
