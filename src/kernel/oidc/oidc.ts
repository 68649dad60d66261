import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { hasLongRun } from '../text.ts'
import { providerKeys, type Fetch, type WithKeys } from './keys.ts'

export { IdentityProviderUnavailable } from './keys.ts'

/** Who signed in, as the identity provider says. `issuer` and `subject` together are the identity. */
export interface Identity {
  issuer: string
  subject: string
  preferred_username?: string
  email?: string
  email_verified: boolean
  name?: string
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
  fetch?: Fetch
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** Milliseconds of a clock that is never set. */
  monotonic?: () => number
}

/** Signatures only: a secret shared with the provider (HS*) or none at all proves nothing here. */
export const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
const uptime = () => performance.now()
const REMEMBERED_TOKENS = 5_000
const REMEMBER_MS = 60_000

/**
 * Makes a verifier of JWTs (RFC 7519, 9068) by OpenID Connect Discovery; no request is made before first use.
 * A verified token is remembered by its hash, so that a session does not cost a signature check a request.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, fetch = globalThis.fetch, clock = Date.now, monotonic = uptime } = options
  const withKeys = providerKeys(issuer, fetch, monotonic)
  const remembered = new Map<string, { identity: Identity; expires: number; since: number }>()

  function remember(digest: string, identity: Identity, expires: number): void {
    // Insertion order is age, so the first key is the oldest.
    if (remembered.size >= REMEMBERED_TOKENS) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(digest, { identity, expires, since: monotonic() })
  }

  return {
    withKeys,
    async verify(jwt) {
      const digest = hash('sha256', jwt, 'base64')
      const known = remembered.get(digest)
      if (known && known.expires > clock() && monotonic() - known.since < REMEMBER_MS) return known.identity
      remembered.delete(digest)
      // Loaded for the first session: a server that starts need not wait for it.
      const { decodeJwt, errors, jwtVerify } = await import('jose')
      try {
        // A stranger's token is refused without asking the provider, whether it answers or not.
        if (decodeJwt(jwt).iss !== issuer) throw new SessionInvalid('unexpected issuer')
        const { payload } = await withKeys((key) =>
          jwtVerify(jwt, key, {
            issuer,
            audience,
            algorithms,
            requiredClaims: ['sub', 'exp'],
            clockTolerance: 5,
            currentDate: new Date(clock()),
          }),
        )
        const identity = readIdentity(issuer, payload, clock())
        identity.expires_at = payload.exp ?? 0
        remember(digest, identity, (payload.exp ?? 0) * 1000)
        return identity
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new SessionExpired('the session has expired')
        if (error instanceof errors.JOSEError) throw new SessionInvalid(error.message)
        throw error
      }
    },
  }
}

/** Who a verified token is about. Throws `SessionInvalid` without a usable subject. */
export function readIdentity(issuer: string, payload: JWTPayload, now: number): Identity {
  const subject = claim(payload.sub, 255)
  if (!subject) throw new SessionInvalid('unusable "sub" claim')
  const identity: Identity = {
    issuer,
    subject,
    email_verified: payload.email_verified === true,
    // A time ahead of ours would keep every later profile out.
    issued_at: Math.min(Number(payload.iat) || 0, Math.floor(now / 1000)),
  }
  for (const name of ['preferred_username', 'email', 'name'] as const) {
    const value = claim(payload[name], 320)
    if (value) identity[name] = value
  }
  return identity
}

/** A claim that can be stored: text of a sane length without NUL, lone surrogates or long runs of marks. */
export function claim(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  return /\0|\p{Surrogate}/u.test(value) || hasLongRun(value) ? undefined : value
}
