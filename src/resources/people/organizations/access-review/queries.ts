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

/** One statement, so that both lists are a consistent snapshot. */
export const selectAccessReview = (orgId: string, now: string) => sql<AccessReviewRow>`
  select m.is_active and m.deleted_at is null as attached, m.user_id, m.username, u.email, m.kind, m.role,
    ${buildDesignationLabel('m')} as designation, m.last_active_at,
    t.token_id, t.name as token_name, t.token_prefix, t.kind as token_kind, t.grant_type, t.scopes, t.project_ids,
    t.created_at as token_created_at, t.expires_at, t.last_used_at, ${tokenPolicyColumns}
  from organization_members m
  join users u on u.user_id = m.user_id
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
