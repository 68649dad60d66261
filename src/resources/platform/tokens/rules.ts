import type { Caller } from '../../../core/caller.ts'
import { insufficientScope, tokenPolicyViolated } from '../../../http/credential-errors.ts'
import { conflict, forbidden, invalid } from '../../../core/errors.ts'
import { includesScope, type Scope } from '../../../core/scopes.ts'
import { isTokenRevoked } from '../../../auth/token-lookup.ts'
import { findTokenPolicyViolation, type TokenPolicy } from '../../../auth/token-policy.ts'
import type { TokenRow } from './queries.ts'

/** Time for which a rotated token keeps working, so that its clients can be switched to the new one. */
export const TOKEN_ROTATION_GRACE_MS = 60_000

const isPast = (instant: string | null, millis: number) => instant !== null && Date.parse(instant) <= millis

/** Returns the status of a token. A rotated token is active during its grace period. */
export function getTokenStatus(token: Pick<TokenRow, 'revoked_at' | 'revoke_reason' | 'expires_at'>, millis: number) {
  if (isTokenRevoked(token, millis)) return 'revoked'
  return isPast(token.expires_at, millis) ? 'expired' : 'active'
}

/** Throws 403 for a token that was issued to an OAuth app by consent. */
export function rejectAppToken(caller: Caller): void {
  if (caller.token?.grant_type === 'authorization_code')
    throw forbidden('A token of an OAuth app cannot create or rotate tokens. Sign in, or use a personal token.')
}

/** Throws 403 if the new token would have more scopes or a later expiry than the token of the request. */
export function requireWithinCallerToken(caller: Caller, grant: Pick<TokenRow, 'scopes' | 'expires_at'>): void {
  const { token } = caller
  if (!token) return
  const missing = grant.scopes.find((scope) => !includesScope(token.scopes, scope as Scope))
  if (missing !== undefined) throw insufficientScope(missing)
  if (token.expires_at === null) return
  if (grant.expires_at === null || Date.parse(grant.expires_at) > Date.parse(token.expires_at))
    throw forbidden(
      `The new token cannot expire later than the token of this request (${token.expires_at}). Set an ` +
        'earlier expires_at.',
    )
}

export function requireFutureExpiry(expiresAt: string | null, millis: number): void {
  if (isPast(expiresAt, millis)) throw invalid(['body', 'expires_at'], 'must be in the future', 'greater_than')
}

const policyFields: Record<keyof TokenPolicy, string> = {
  allow_personal_tokens: 'principal_user_id',
  require_token_expiry: 'expires_at',
  max_token_ttl_days: 'expires_at',
}

/** Throws 422 for a token that the policy would reject. `fromBody` adds the location of the field. */
export function requireTokenPolicy(
  policy: TokenPolicy,
  token: Pick<TokenRow, 'grant_type' | 'expires_at'>,
  now: string,
  fromBody: boolean,
): void {
  const breach = findTokenPolicyViolation(policy, { ...token, created_at: now })
  if (!breach) return
  const { rule, detail } = breach
  throw tokenPolicyViolated(422, rule, detail, fromBody ? ['body', policyFields[rule]] : undefined)
}

export function requireRotatableToken(token: TokenRow, millis: number): void {
  const status = getTokenStatus(token, millis)
  if (status !== 'active') throw conflict(`The token is ${status}. Create a new one.`)
  if (token.revoked_at !== null) throw conflict('The token was already rotated. Rotate its successor instead.')
  if (token.grant_type === 'authorization_code')
    throw conflict('Tokens of OAuth apps are renewed by the app. They cannot be rotated.')
}
