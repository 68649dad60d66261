import { Problem } from '../core/errors.ts'

const tokenProblem = (kind: 'invalid' | 'expired' | 'revoked', detail: string) =>
  new Problem(401, detail, {
    type: `urn:svc:problem:token-${kind}`,
    title: `Token ${kind}`,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${detail}"` },
  })
export const tokenInvalid = () => tokenProblem('invalid', 'The token is unknown or malformed.')
/** Returns 401 for a token of another audience (RFC 8707 section 2). */
export const tokenForOtherAudience = () => tokenProblem('invalid', 'The token was issued for another resource.')
export const tokenExpired = () => tokenProblem('expired', 'The token has expired.')
export const tokenRevoked = () => tokenProblem('revoked', 'The token has been revoked.')

export const browserSessionEnded = () =>
  new Problem(401, 'The sign-in in this browser has ended. Sign in again.', {
    type: 'urn:svc:problem:token-expired',
    title: 'Token expired',
    headers: { 'www-authenticate': 'Bearer' },
  })

export const differentUserSignedIn = () =>
  new Problem(401, 'A different user is signed in than X-Person states. Reload the page.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** Returns 401 for a session cookie on a request that no page of this server sent. */
export const crossOriginSession = (baseUrl: string) =>
  new Problem(
    401,
    'Session cookies are accepted only from pages of this server: send Sec-Fetch-Site: same-origin, and for writes ' +
      `Origin: ${baseUrl} and X-CSRF: 1 as well. Other clients send a bearer token in the Authorization header.`,
    { headers: { 'www-authenticate': 'Bearer' } },
  )

export function insufficientScope(required: string | null): Problem {
  const detail =
    required === null ? 'This operation is not available to access tokens.' : `The token lacks the scope ${required}.`
  return new Problem(403, detail, {
    type: 'urn:svc:problem:insufficient-scope',
    title: 'Insufficient scope',
    errors: [{ msg: detail, required }],
    headers: required === null ? {} : { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required}"` },
  })
}

/** Returns the error for a token that violates the token policy: 403 when it is used, 422 when it is created. */
export const tokenPolicyViolated = (status: 403 | 422, rule: string, detail: string, loc?: (string | number)[]) =>
  new Problem(status, detail, {
    type: 'urn:svc:problem:token-policy',
    title: 'Refused by the token policy',
    errors: [{ ...(loc && { loc }), msg: detail, type: rule }],
  })

export const recentLoginRequired = () =>
  new Problem(403, 'Requires a login within the last 10 minutes. Sign in again at /auth/sign-in?fresh=1.', {
    type: 'urn:svc:problem:fresh-sign-in-required',
    title: 'Fresh sign-in required',
  })

export const testTokenReadOnly = () =>
  new Problem(403, 'Test tokens are read-only. Use a live token to write.', {
    type: 'urn:svc:problem:test-token-read-only',
    title: 'Test token is read-only',
  })
