import type { JWTPayload } from 'jose'
import { isCanonicalJwt } from '../../core/base64url.ts'
import {
  signatureAlgorithms,
  parseClaim,
  CLOCK_TOLERANCE_SECONDS as tolerance,
  type SessionTokenVerifier,
} from './session-token.ts'

export interface LogoutToken {
  jti: string
  /** Session ID at the provider; undefined for all sessions of the subject. */
  sid: string | undefined
  sub: string | undefined
  until: number
}

export class LogoutTokenInvalid extends Error {}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

interface Expected {
  issuer: string
  clientId: string
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), without replay detection. */
export async function verifyLogoutToken(
  { withKeys }: Pick<SessionTokenVerifier, 'withKeys'>,
  { issuer, clientId }: Expected,
  token: string,
  millis: number,
): Promise<LogoutToken> {
  const { decodeJwt, errors, jwtVerify } = await import('jose')
  try {
    // Rejects tokens of other issuers without a request to the provider.
    if (decodeJwt(token).iss !== issuer) throw new LogoutTokenInvalid('unexpected issuer')
    if (!isCanonicalJwt(token)) throw new LogoutTokenInvalid('a part is not canonical base64url')
    const { payload } = await withKeys((key) =>
      jwtVerify(token, key, {
        issuer,
        audience: clientId,
        algorithms: signatureAlgorithms,
        requiredClaims: ['iat', 'exp', 'jti'],
        clockTolerance: tolerance,
        currentDate: new Date(millis),
      }),
    )
    return parseLogoutClaims(payload, millis)
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new LogoutTokenInvalid(error.message)
    throw error
  }
}

function parseLogoutClaims(payload: JWTPayload, millis: number): LogoutToken {
  if (payload.iat! > millis / 1000 + tolerance) throw new LogoutTokenInvalid('"iat" is in the future')
  const logoutEvent = (payload.events as Record<string, unknown> | null | undefined)?.[LOGOUT_EVENT]
  // Without this check, an ID token, which any app of the user may have, would be accepted.
  if (typeof logoutEvent !== 'object' || logoutEvent === null)
    throw new LogoutTokenInvalid(`"events" has no member "${LOGOUT_EVENT}" that is an object`)
  if ('nonce' in payload) throw new LogoutTokenInvalid('a logout token has no "nonce"')
  const [jti, sid, sub] = [
    readIdentifier(payload, 'jti'),
    readIdentifier(payload, 'sid'),
    readIdentifier(payload, 'sub'),
  ]
  if (jti === undefined) throw new LogoutTokenInvalid('unusable "jti" claim')
  if (sid === undefined && sub === undefined) throw new LogoutTokenInvalid('neither "sid" nor "sub"')
  return { jti, sid, sub, until: (payload.exp! + tolerance) * 1000 }
}

function readIdentifier(payload: JWTPayload, name: string): string | undefined {
  if (payload[name] === undefined) return undefined
  const value = parseClaim(payload[name], 255)
  if (!value) throw new LogoutTokenInvalid(`unusable "${name}" claim`)
  return value
}
