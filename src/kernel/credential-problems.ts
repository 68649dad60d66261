/** The problems of credentials: tokens, and sign-ins in browsers. */
import { Problem } from './problem.ts'

const tokenProblem = (kind: 'invalid' | 'expired' | 'revoked', detail: string) =>
  new Problem(401, detail, {
    type: `urn:svc:problem:token-${kind}`,
    title: `Token ${kind}`,
    // The challenge names the error as RFC 6750 section 3.1 has it.
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${detail}"` },
  })
/** 401 for a token that nobody was ever given, or that is none. */
export const tokenInvalid = () => tokenProblem('invalid', 'The token is unknown or malformed.')
/** 401 for a token that is good, but not here (RFC 8707 section 2). */
export const tokenForElsewhere = () => tokenProblem('invalid', 'The token is not for this resource.')
/** 401 for a token whose time has passed. */
export const tokenExpired = () => tokenProblem('expired', 'The token has expired.')
/** 401 for a token that was taken back. */
export const tokenRevoked = () => tokenProblem('revoked', 'The token has been revoked.')

/** 401 for a sign-in in a browser that is over. */
export const signInEnded = () =>
  new Problem(401, 'The sign-in in this browser has ended. Sign in again.', {
    type: 'urn:svc:problem:token-expired',
    title: 'Token expired',
    headers: { 'www-authenticate': 'Bearer' },
  })

/** 401 for a page that was opened for one person, in a browser in which another is signed in by now. */
export const signInOfAnother = () =>
  new Problem(
    401,
    'Somebody else is signed in in this browser by now than whom X-Person names. Load the page again.',
    { headers: { 'www-authenticate': 'Bearer' } },
  )

/** 401 for the cookie of a sign-in that a request came with which no page of this server sent. */
export const signInOfPagesAlone = (baseUrl: string) =>
  new Problem(
    401,
    'The cookie of a sign-in counts for pages of this server alone: reads come with Sec-Fetch-Site: same-origin, writes ' +
      `with Origin: ${baseUrl} and X-CSRF: 1 too. Elsewhere send a bearer token in the Authorization header.`,
    { headers: { 'www-authenticate': 'Bearer' } },
  )

/** 403 for a missing scope; `null`: the operation is not available to access tokens at all. */
export function insufficientScope(required: string | null): Problem {
  const detail =
    required === null
      ? 'This operation is not available to access tokens.'
      : `The token lacks the scope ${required}.`
  return new Problem(403, detail, {
    type: 'urn:svc:problem:insufficient-scope',
    title: 'Insufficient scope',
    errors: [{ msg: detail, required }],
    headers:
      required === null
        ? {}
        : { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required}"` },
  })
}

/** The organization's token policy refuses a token: 403 where it is used, 422 where it would be made. */
export const tokenPolicy = (status: 403 | 422, rule: string, words: string, loc?: (string | number)[]) =>
  new Problem(status, words, {
    type: 'urn:svc:problem:token-policy',
    title: 'Refused by the token policy',
    errors: [{ ...(loc && { loc }), msg: words, type: rule }],
  })

/** 403 for somebody whose sign-in in this browser is too old for what they want. */
export const freshSignInRequired = () =>
  new Problem(403, 'This asks for a sign-in within the last 10 minutes. Sign in at /auth/sign-in?fresh=1.', {
    type: 'urn:svc:problem:fresh-sign-in-required',
    title: 'Fresh sign-in required',
  })

/** 403 for a write with a token of the test environment. */
export const testTokenReadOnly = () =>
  new Problem(403, 'A test token reads and never writes.', {
    type: 'urn:svc:problem:test-token-read-only',
    title: 'Test token is read-only',
  })
