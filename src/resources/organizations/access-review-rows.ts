import type { OrgRole, TokenGrant, User } from '../../kernel/caller.ts'
import { breachOf, policyColumns, type TokenPolicy } from '../../identity/token-policy.ts'
import { designationLabel } from '../designations/queries.ts'

/** An active member, and one of its tokens or none; or a token whose principal is no longer an active member. */
export interface ReviewRow extends TokenPolicy {
  attached: boolean
  user_id: string
  username: string
  email: string | null
  kind: User['kind']
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

/**
 * Members by username, each with its tokens by age, then the unattached tokens: both lists in one statement, so that they
 * are of one moment. `$2` is that moment.
 */
export const reviewSql = `
  SELECT m.is_active AND m.deleted_at IS NULL AS attached, m.user_id, m.username, u.email, m.kind, m.role,
    ${designationLabel('m')} AS designation, m.last_active_at,
    t.token_id, t.name AS token_name, t.token_prefix, t.kind AS token_kind, t.grant_type, t.scopes, t.project_ids,
    t.created_at AS token_created_at, t.expires_at, t.last_used_at, ${policyColumns}
  FROM organization_members m
  JOIN users u ON u.user_id = m.user_id
  LEFT JOIN organization_settings s ON s.org_id = m.org_id
  LEFT JOIN access_tokens t ON t.org_id = m.org_id AND t.principal_user_id = m.user_id
    AND (t.revoked_at IS NULL OR t.revoked_at > $2) AND (t.expires_at IS NULL OR t.expires_at > $2)
  WHERE m.org_id = $1 AND (m.is_active AND m.deleted_at IS NULL OR t.token_id IS NOT NULL)
  ORDER BY attached DESC, m.username_key, m.user_id, t.created_at, t.token_id`

/** Whether a row holds a token to show: a member's only if the organization's policy does not refuse it. */
export function showsToken(row: ReviewRow): boolean {
  if (row.token_id === null || !row.attached) return row.token_id !== null
  const { grant_type, token_created_at: created_at, expires_at } = row
  return breachOf(row, { grant_type, created_at, expires_at }) === null
}
