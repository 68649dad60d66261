import { sql } from '../db/sql.ts'
import type { Breach } from '../kernel/caller.ts'

/** What an organization's settings say of its access tokens. */
export interface TokenPolicy {
  allow_personal_tokens: boolean
  require_token_expiry: boolean
  max_token_ttl_days: number | null
}

/** What holds for an organization that has stored no settings. */
export const laxest: TokenPolicy = {
  allow_personal_tokens: true,
  require_token_expiry: false,
  max_token_ttl_days: null,
}

/** The columns of a policy, of a left join of `organization_settings s`: an organization need not have stored any. */
export const policyColumns = sql`coalesce(s.allow_personal_tokens, ${laxest.allow_personal_tokens}::boolean) as allow_personal_tokens,
  coalesce(s.require_token_expiry, ${laxest.require_token_expiry}::boolean) as require_token_expiry,
  s.max_token_ttl_days`

const dayMillis = 24 * 60 * 60 * 1000

/**
 * What a policy has against a token, null when nothing. Whether personal tokens are allowed concerns those alone; the
 * rules on lifetimes are for every token, and one without an end lives longer than any longest lifetime.
 */
export function breachOf(
  policy: TokenPolicy,
  token: { grant_type: string; created_at: string; expires_at: string | null },
): (Breach & { rule: keyof TokenPolicy }) | null {
  const { max_token_ttl_days: days } = policy
  if (!policy.allow_personal_tokens && token.grant_type === 'personal')
    return {
      rule: 'allow_personal_tokens',
      words: 'The organization allows no personal tokens: sign in, or use a token of a service account.',
    }
  const created = Date.parse(token.created_at)
  if (days !== null) {
    const latest = created + days * dayMillis
    if (token.expires_at !== null && Date.parse(token.expires_at) <= latest) return null
    const end = new Date(latest).toISOString()
    return {
      rule: 'max_token_ttl_days',
      words: `The organization allows tokens to live ${days === 1 ? '1 day' : `${days} days`} at most: this one would have to expire by ${end}.`,
    }
  }
  if (policy.require_token_expiry && token.expires_at === null)
    return { rule: 'require_token_expiry', words: 'The organization allows only tokens that expire.' }
  return null
}
