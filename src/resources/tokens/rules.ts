import type { Caller } from '../../kernel/caller.ts'
import { insufficientScope, tokenPolicy } from '../../kernel/credential-problems.ts'
import { conflict, forbidden, invalid } from '../../kernel/problem.ts'
import { holdsScope, type Scope } from '../../kernel/scopes.ts'
import { isRevoked } from '../../identity/token-lookup.ts'
import { breachOf, type TokenPolicy } from '../../identity/token-policy.ts'
import type { TokenRow } from './queries.ts'

/** How long a rotated token goes on working, so that its users can be given the new one. */
export const graceMillis = 60_000

const past = (instant: string | null, millis: number) => instant !== null && Date.parse(instant) <= millis

/** Whether a token is revoked, expired or active at an instant. In the grace of a rotation it is still active. */
export function statusOf(
  token: Pick<TokenRow, 'revoked_at' | 'revoke_reason' | 'expires_at'>,
  millis: number,
) {
  if (isRevoked(token, millis)) return 'revoked'
  return past(token.expires_at, millis) ? 'expired' : 'active'
}

/** 403 for a token that an app was given by consent: people mint and rotate tokens, apps don't. */
export function requireMinter(caller: Caller): void {
  if (caller.token?.grant_type === 'authorization_code')
    throw forbidden('A token that was given to an app mints and rotates nothing.')
}

/**
 * Judges what a token about to be made would grant, on create and on rotate alike: it never exceeds and never outlives
 * the token it is asked for with. (A token limited to projects makes none at all, which is judged before.)
 */
export function requireGrantable(caller: Caller, grant: Pick<TokenRow, 'scopes' | 'expires_at'>): void {
  const { token } = caller
  if (!token) return
  const lacking = grant.scopes.find((scope) => !holdsScope(token.scopes, scope as Scope))
  if (lacking !== undefined) throw insufficientScope(lacking)
  if (token.expires_at === null) return
  if (grant.expires_at === null || Date.parse(grant.expires_at) > Date.parse(token.expires_at))
    throw forbidden(
      `The new token may not outlive the one you are using, which expires at ${token.expires_at}.`,
    )
}

/** 422 for an expiry that is no longer to come. */
export function requireToCome(expiresAt: string | null, millis: number): void {
  if (past(expiresAt, millis))
    throw invalid(['body', 'expires_at'], 'has to be in the future', 'greater_than')
}

/** The field of a body that breaks a rule of the policy. */
const places: Record<keyof TokenPolicy, string> = {
  allow_personal_tokens: 'principal_user_id',
  require_token_expiry: 'expires_at',
  max_token_ttl_days: 'expires_at',
}

/** 422 for a token that the organization's policy would refuse from its first use on; `asked`: a body asks for it. */
export function requireAllowed(
  policy: TokenPolicy,
  wanted: Pick<TokenRow, 'grant_type' | 'expires_at'>,
  now: string,
  asked: boolean,
): void {
  const breach = breachOf(policy, { ...wanted, created_at: now })
  if (!breach) return
  const { rule, words } = breach
  throw tokenPolicy(422, rule, words, asked ? ['body', places[rule]] : undefined)
}

/** 409 for a token that can't be replaced by another. */
export function requireRotatable(token: TokenRow, millis: number): void {
  const status = statusOf(token, millis)
  if (status !== 'active') throw conflict(`The token is ${status}: mint a new one.`)
  if (token.revoked_at !== null)
    throw conflict('The token was rotated already: rotate the one that took its place.')
  if (token.grant_type === 'authorization_code')
    throw conflict('An app renews the tokens it was given by itself.')
}
