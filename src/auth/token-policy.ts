import { sql } from '../db/sql.ts'
import type { TokenPolicyViolation } from '../core/caller.ts'

export interface TokenPolicy {
  allow_personal_tokens: boolean
  require_token_expiry: boolean
  max_token_ttl_days: number | null
}

export const DEFAULT_TOKEN_POLICY: TokenPolicy = {
  allow_personal_tokens: true,
  require_token_expiry: false,
  max_token_ttl_days: null,
}

export const tokenPolicyColumns = sql`coalesce(s.allow_personal_tokens, ${DEFAULT_TOKEN_POLICY.allow_personal_tokens}::boolean) as allow_personal_tokens,
  coalesce(s.require_token_expiry, ${DEFAULT_TOKEN_POLICY.require_token_expiry}::boolean) as require_token_expiry,
  s.max_token_ttl_days`

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the violated rule, or null. The maximum lifetime also rejects tokens without expiry. */
export function findTokenPolicyViolation(
  policy: TokenPolicy,
  token: { grant_type: string; created_at: string; expires_at: string | null },
): (TokenPolicyViolation & { rule: keyof TokenPolicy }) | null {
  const { max_token_ttl_days: days } = policy
  if (!policy.allow_personal_tokens && token.grant_type === 'personal')
    return {
      rule: 'allow_personal_tokens',
      detail: 'The organization does not allow personal tokens. Sign in, or use a token of a service account.',
    }
  const created = Date.parse(token.created_at)
  if (days !== null) {
    const latest = created + days * DAY_MS
    if (token.expires_at !== null && Date.parse(token.expires_at) <= latest) return null
    const latestExpiry = new Date(latest).toISOString()
    return {
      rule: 'max_token_ttl_days',
      detail:
        `The organization limits the lifetime of tokens to ${days === 1 ? '1 day' : `${days} days`}. ` +
        `This token must expire by ${latestExpiry}.`,
    }
  }
  if (policy.require_token_expiry && token.expires_at === null)
    return {
      rule: 'require_token_expiry',
      detail: 'The organization requires an expiry for tokens. Set expires_at.',
    }
  return null
}
