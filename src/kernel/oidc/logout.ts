import type { JWTPayload } from 'jose'
import { isCanonicalJwt } from '../values/base64url.ts'
import { algorithms, claim, CLOCK_TOLERANCE_SECONDS as tolerance, type Verifier } from './oidc.ts'

/** What an identity provider says with a logout token: a session that ended there, or all of a person. */
export interface Logout {
  /** Names this token among all of the provider. */
  jti: string
  /** The session at the provider; undefined: all of the person. */
  sid: string | undefined
  sub: string | undefined
  /** When the token is no longer taken, in milliseconds since the epoch. */
  until: number
}

/** The text is no logout token of this provider for this service. */
export class LogoutRefused extends Error {}

const meaning = 'http://schemas.openid.net/event/backchannel-logout'

interface Expected {
  issuer: string
  clientId: string
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6); whether it was taken before is for the
 * caller to know. Throws `LogoutRefused`, or `IdentityProviderUnavailable`.
 */
export async function verifyLogout(
  { withKeys }: Pick<Verifier, 'withKeys'>,
  { issuer, clientId }: Expected,
  token: string,
  millis: number,
): Promise<Logout> {
  const { decodeJwt, errors, jwtVerify } = await import('jose')
  try {
    // A stranger's token is refused without asking the provider, whether it answers or not.
    if (decodeJwt(token).iss !== issuer) throw new LogoutRefused('unexpected issuer')
    if (!isCanonicalJwt(token)) throw new LogoutRefused('a part is not canonical base64url')
    const { payload } = await withKeys((key) =>
      jwtVerify(token, key, {
        issuer,
        audience: clientId,
        algorithms,
        requiredClaims: ['iat', 'exp', 'jti'],
        clockTolerance: tolerance,
        currentDate: new Date(millis),
      }),
    )
    return readLogout(payload, millis)
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new LogoutRefused(error.message)
    throw error
  }
}

/** What is particular to a logout token, of one that is genuine. */
function readLogout(payload: JWTPayload, millis: number): Logout {
  if (payload.iat! > millis / 1000 + tolerance) throw new LogoutRefused('"iat" lies ahead')
  const meant = (payload.events as Record<string, unknown> | null | undefined)?.[meaning]
  // Without this an ID token, which every app of the person may hold, would do.
  if (typeof meant !== 'object' || meant === null)
    throw new LogoutRefused(`"events" has no member "${meaning}" that is an object`)
  if ('nonce' in payload) throw new LogoutRefused('a logout token has no "nonce"')
  const [jti, sid, sub] = [named(payload, 'jti'), named(payload, 'sid'), named(payload, 'sub')]
  if (jti === undefined) throw new LogoutRefused('unusable "jti" claim')
  if (sid === undefined && sub === undefined) throw new LogoutRefused('neither "sid" nor "sub"')
  return { jti, sid, sub, until: (payload.exp! + tolerance) * 1000 }
}

/** A claim that names something; undefined where it is left out. */
function named(payload: JWTPayload, name: string): string | undefined {
  if (payload[name] === undefined) return undefined
  const value = claim(payload[name], 255)
  if (!value) throw new LogoutRefused(`unusable "${name}" claim`)
  return value
}
