import type { OrganizationSettings, Token } from '@svc/sdk'

export type TokenPolicy = Pick<
  OrganizationSettings,
  'allow_personal_tokens' | 'require_token_expiry' | 'max_token_ttl_days'
>

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the valid tokens that a policy would reject and the present one does not. */
export const listStoppedTokens = (tokens: readonly Token[], now: TokenPolicy, next: TokenPolicy): Token[] =>
  tokens.filter((token) => token.status === 'active' && isAccepted(token, now) && !isAccepted(token, next))

function isAccepted({ grant_type, created_at, expires_at }: Token, policy: TokenPolicy): boolean {
  if (grant_type === 'personal' && !policy.allow_personal_tokens) return false
  const { max_token_ttl_days: days } = policy
  if (days === null) return expires_at !== null || !policy.require_token_expiry
  return expires_at !== null && Date.parse(expires_at) <= Date.parse(created_at ?? '') + days * DAY_MS
}
