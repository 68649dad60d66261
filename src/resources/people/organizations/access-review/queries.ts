import { sql } from '../../../../db/sql.ts'
import type { OrgRole, TokenGrant, CallerPrincipal } from '../../../../core/caller.ts'
import { buildUnrevokedCondition } from '../../../../auth/token-lookup.ts'
import { findTokenPolicyViolation, tokenPolicyColumns, type TokenPolicy } from '../../../../auth/token-policy.ts'
import { buildDesignationLabel } from '../../designations/queries.ts'

/** Active member with one token or none, or (`attached` false) a token of a former or deactivated member. */
export interface AccessReviewRow extends TokenPolicy {
  attached: boolean
  user_id: string
  username: string
  email: string | null
  kind: CallerPrincipal['kind']
  role: OrgRole
  designation: string | null
  last_active_at: string | null
  sign_in: SignInWay[]
  has_second_factor: boolean | null
  passkeys: number | null
  token_id: string | null
  token_name: string
  token_prefix: string
  token_kind: TokenGrant['kind']
  grant_type: TokenGrant['grant_type']
  scopes: string[]
  project_ids: string[] | null
  token_created_at: string
  expires_at: string | null
  last_used_at: string | null
}

/** Ways in which a user can sign in. */
export const signInWays = ['password', 'passkey', 'identity_provider'] as const
export type SignInWay = (typeof signInWays)[number]

/** Counts the credentials of the account of `u`. */
const credentialCounts = sql`select bool_and(a.disabled_at is not null) as is_disabled,
    count(*) filter (where x.kind = 'password')::int as passwords,
    count(*) filter (where x.kind = 'passkey')::int as passkeys,
    count(*) filter (where x.kind = 'totp' and x.confirmed_at is not null)::int as totp
  from accounts a left join account_credentials x on x.account_id = a.account_id
  where a.user_id = u.user_id having count(*) > 0`

/** Ways to sign in that the server accepts. */
export interface AcceptedWays {
  accounts: boolean
  /** Issuer of the identity provider; null if it is not accepted. */
  issuer: string | null
}

const accountWays = sql`
    case when c.passwords > 0 then 'password' end, case when c.passkeys > 0 then 'passkey' end,`

/** Ways of a user to sign in, from the counts in `c`. */
const buildSignInColumn = ({ accounts, issuer }: AcceptedWays) => sql`
  case when m.kind <> 'user' or c.is_disabled then '{}'::text[] else array_remove(array[${accounts ? accountWays : sql``}
    case when u.issuer = ${issuer} or exists (select from identities i
      where i.user_id = u.user_id and i.issuer = ${issuer}) then 'identity_provider' end], null) end`

/** One statement, so that both lists are a consistent snapshot. */
export const selectAccessReview = (orgId: string, now: string, ways: AcceptedWays) => sql<AccessReviewRow>`
  select m.is_active and m.deleted_at is null as attached, m.user_id, m.username, u.email, m.kind, m.role,
    ${buildDesignationLabel('m')} as designation, m.last_active_at,
    ${buildSignInColumn(ways)} as sign_in, c.totp + c.passkeys > 0 as has_second_factor, c.passkeys,
    t.token_id, t.name as token_name, t.token_prefix, t.kind as token_kind, t.grant_type, t.scopes, t.project_ids,
    t.created_at as token_created_at, t.expires_at, t.last_used_at, ${tokenPolicyColumns}
  from organization_members m
  join users u on u.user_id = m.user_id
  left join lateral (${credentialCounts}) c on true
  left join organization_settings s on s.org_id = m.org_id
  left join access_tokens t on t.org_id = m.org_id and t.principal_user_id = m.user_id
    and ${buildUnrevokedCondition(now)} and (t.expires_at is null or t.expires_at > ${now})
  where m.org_id = ${orgId} and (m.is_active and m.deleted_at is null or t.token_id is not null)
  order by attached desc, m.username_key, m.user_id, t.created_at, t.token_id`

/** Returns true if the row has a token to list. Tokens of members are listed only if the token policy accepts them. */
export function hasListedToken(row: AccessReviewRow): boolean {
  if (row.token_id === null || !row.attached) return row.token_id !== null
  const { grant_type, token_created_at: created_at, expires_at } = row
  return findTokenPolicyViolation(row, { grant_type, created_at, expires_at }) === null
}
