import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import type { Db } from '../../../db/database.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import type { OAuthGrantRow } from '../../platform/connected-apps/queries.ts'
import type { Revocation } from '../../platform/tokens/queries.ts'

/** Locks the connections of a user to apps in these organizations. */
export const lockGrantsOfUser = (db: Db, userId: string, orgIds: readonly string[]): Promise<OAuthGrantRow[]> =>
  db.query(sql<OAuthGrantRow>`
    select g.org_id, g.grant_id, g.client_id, g.user_id, g.scopes, g.project_ids, g.audiences, g.revoked_at
    from oauth_grants g
    where ${sql.orgIn('g.org_id', orgIds)} and g.user_id = ${userId} and g.revoked_at is null
    order by g.org_id, g.grant_id for no key update`)

/** Revokes the access tokens of a user in an organization, including rotated ones in their grace period. */
export const revokeTokensOfUser = (
  db: Db,
  userId: string,
  orgId: string,
  { at, by, reason }: Revocation,
): Promise<{ token_id: string }[]> =>
  db.query(sql<{ token_id: string }>`
    update access_tokens t set revoked_at = ${at}, revoked_by = ${by}, revoke_reason = ${reason},
      updated_at = ${buildUpdatedAt(at, 't.updated_at')}, version = version + 1
    where t.org_id = ${orgId} and t.principal_user_id = ${userId} and (t.revoked_at is null or t.revoked_at > ${at})
    returning t.token_id`)

/** Finds a user, but no service account, by username. */
export async function findUserByUsername(db: Db, username: string): Promise<{ user_id: string } | undefined> {
  const [row] = await db.query(sql<{ user_id: string }>`
    select user_id from users where username_key = ${normalizeForSearch(username)} and kind = 'user'`)
  return row
}

/** Returns whether any of these organizations requires a second factor. */
export async function isSecondFactorRequired(db: Db, orgIds: string[]): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from organization_settings s where ${sql.orgIn('s.org_id', orgIds)} and s.require_second_factor limit 1`)
  return found.length > 0
}
