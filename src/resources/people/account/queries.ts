import { sql } from '../../../db/sql.ts'
import type { Db } from '../../../db/database.ts'
import type { Context } from '../../../core/context.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import type { OAuthGrantRow } from '../../platform/connected-apps/queries.ts'

/** Locks the caller's connections to apps in all of their organizations. */
export const lockOwnGrants = (ctx: Context): Promise<OAuthGrantRow[]> =>
  ctx.db.query(sql<OAuthGrantRow>`
    select g.org_id, g.grant_id, g.client_id, g.user_id, g.scopes, g.project_ids, g.audiences, g.revoked_at
    from oauth_grants g
    where ${sql.orgIn('g.org_id', ctx.caller.orgIds)} and g.user_id = ${ctx.user.user_id} and g.revoked_at is null
    order by g.org_id, g.grant_id for no key update`)

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
