import { lookUp, type Database } from '../db/database.ts'
import { batched } from './batch.ts'
import { mostListed, sizedList } from '../kernel/lists/sized-list.ts'
import type { OrgRole, TokenGrant, User } from '../kernel/caller.ts'
import { policyColumns, type TokenPolicy } from './token-policy.ts'

/** An access token, its principal and organization, as they are now. Not yet judged. */
export interface TokenRow extends TokenGrant, TokenPolicy, Omit<User, 'kind'> {
  user_kind: User['kind']
  revoked_at: string | null
  role: OrgRole
  is_active: boolean
  member_deleted_at: string | null
  org_name: string
  org_deleted_at: string | null
  created_at: string
}

const findTokens = sizedList(
  1,
  (hashes) => `
  SELECT encode(t.token_hash, 'hex') AS hash, t.token_id, t.org_id, t.kind, t.grant_type, t.scopes, t.project_ids,
    t.expires_at, t.revoked_at, t.client_id, t.created_at, ${policyColumns},
    u.user_id, u.kind AS user_kind, u.username, u.email, u.email_verified,
    m.role, m.is_active, m.deleted_at AS member_deleted_at, o.name AS org_name, o.deleted_at AS org_deleted_at
  FROM access_tokens t
  JOIN users u ON u.user_id = t.principal_user_id
  JOIN organization_members m ON m.org_id = t.org_id AND m.user_id = t.principal_user_id
  JOIN organizations o ON o.org_id = t.org_id
  LEFT JOIN organization_settings s ON s.org_id = t.org_id
  WHERE t.token_hash IN (${hashes})`,
)

/** Finds a token by the SHA-256 of it, in hex. The database is asked on every request; requests at once share a look-up. */
export function createTokenLookup(database: Database): (hash: string) => Promise<TokenRow | undefined> {
  const findSome = (hashes: string[]) => {
    const { text, values } = findTokens(hashes.map((hash) => Buffer.from(hash, 'hex')))
    return lookUp<TokenRow & { hash: string }>(database.db, text, values)
  }
  return batched(async (hashes) => {
    const parts = Array.from({ length: Math.ceil(hashes.length / mostListed) }, (_, i) =>
      hashes.slice(i * mostListed, (i + 1) * mostListed),
    )
    const found = (await Promise.all(parts.map(findSome))).flat()
    return new Map(found.map((row) => [row.hash, row]))
  })
}
