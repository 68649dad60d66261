import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { isCanonicalJwt } from '../values/base64url.ts'
import { claim, mergeProfile, type Profile } from './profile.ts'
import { providerKeys, type Fetch, type WithKeys } from './keys.ts'

export { IdentityProviderUnavailable } from './keys.ts'
export { claim } from './profile.ts'

/** Who signed in, as the identity provider says. `issuer` and `subject` together are the identity. */
export interface Identity extends Profile {
  issuer: string
  subject: string
  /** True if all sources of the provider were read, so that a missing claim was removed there. */
  complete?: true
  /** `iat`, seconds since the epoch: which of two tokens knows the newer profile. */
  issued_at: number
  /** `exp`, seconds since the epoch. */
  expires_at?: number
}

/** The text is no token that this provider signed for this service. */
export class SessionInvalid extends Error {}
/** The token is genuine, and past its `exp`. */
export class SessionExpired extends Error {}

/** Verifies session tokens of one provider. */
export interface Verifier {
  /** Throws `SessionInvalid`, `SessionExpired`, or `IdentityProviderUnavailable` when its keys cannot be had. */
  verify(jwt: string): Promise<Identity>
  /** Verifies something else by the provider's keys. */
  withKeys: WithKeys
}

/** What `createVerifier` needs. */
export interface VerifierOptions {
  issuer: string
  audience: string
  /** Treats an email without `email_verified` as verified. */
  trustEmail?: boolean
  fetch?: Fetch
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number
}

/** Tolerated clock skew between the provider and this server in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30

/** Signatures only: a secret shared with the provider (HS*) or none at all proves nothing here. */
export const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
const uptime = () => performance.now()
const REMEMBERED_TOKENS = 5_000
const REMEMBER_MS = 60_000

/** Caches verified tokens by hash, so that not every request verifies a signature. */
function createTokenCache(clock: () => number, monotonic: () => number) {
  const cached = new Map<string, { identity: Identity; expires: number; since: number }>()
  return {
    find(digest: string): Identity | undefined {
      const entry = cached.get(digest)
      if (entry && entry.expires > clock() && monotonic() - entry.since < REMEMBER_MS) return entry.identity
      cached.delete(digest)
      return undefined
    },
    store(digest: string, identity: Identity, expires: number): void {
      // Insertion order is age, so the first key is the oldest.
      if (cached.size >= REMEMBERED_TOKENS) cached.delete(cached.keys().next().value ?? '')
      cached.set(digest, { identity, expires, since: monotonic() })
    },
  }
}

/** Creates a verifier of JWTs (RFC 7519, 9068) by OpenID Connect Discovery, which is requested at first use. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, trustEmail = false, clock = Date.now, monotonic = uptime } = options
  const withKeys = providerKeys(issuer, options.fetch ?? globalThis.fetch, monotonic)
  const cache = createTokenCache(clock, monotonic)
  return {
    withKeys,
    async verify(jwt) {
      const digest = hash('sha256', jwt, 'base64')
      const known = cache.find(digest)
      if (known) return known
      // Loaded for the first session: a server that starts need not wait for it.
      const { decodeJwt, errors, jwtVerify } = await import('jose')
      try {
        // A stranger's token is refused without asking the provider, whether it answers or not.
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
    // A time ahead of ours would keep every later profile out.
    issued_at: Math.min(Number(sources[0]?.iat) || 0, Math.floor(now / 1000)),
  }
}
