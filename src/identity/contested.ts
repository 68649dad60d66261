import { timeAfter } from '../kernel/sql.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** One of two pairs of tokens, named by its access token. */
export interface Contested {
  org_id: string
  grant_id: string
  token_id: string
}

/**
 * Decides between two pairs of tokens that one refresh token gave: the one that is used first stays, and the other is
 * worth nothing from then on. Its refresh token counts as used, so that sending it ends the connection. Nothing happens
 * when it was decided before. The caller holds the lock on the connection's row.
 */
export async function decideFor(
  trx: Transaction,
  { org_id, grant_id, token_id }: Contested,
  now: string,
): Promise<void> {
  const pairs = await trx.query(sql<{ token_id: string }>`
    update oauth_credentials set contested = false,
      consumed_at = case when token_id = ${token_id} then consumed_at else coalesce(consumed_at, ${now}) end
    where grant_id = ${grant_id} and contested returning token_id`)
  if (pairs.length === 0) return
  const others = pairs.map((pair) => pair.token_id).filter((id) => id !== token_id)
  await trx.query(sql`
    update access_tokens set contested = false, updated_at = ${timeAfter(now, 'updated_at')},
      version = version + case when token_id = any(${others}::text[]) then 1 else 0 end,
      revoked_at = case when token_id = any(${others}::text[]) then coalesce(revoked_at, ${now}) else revoked_at end,
      revoke_reason = case when token_id = any(${others}::text[]) then coalesce(revoke_reason, 'superseded')
        else revoke_reason end
    where org_id = ${org_id} and grant_id = ${grant_id} and contested`)
}

/** The same for an access token that is used; tells whether it may be: of two that are used at once, one may. */
export function decideByUse(database: Database, token: Contested, millis: number): Promise<boolean> {
  const now = new Date(millis).toISOString()
  return database.transaction(async (trx) => {
    // The order in which all who change a connection lock its rows, so that none waits for another in a circle.
    await trx.query(sql`
      select from oauth_grants where org_id = ${token.org_id} and grant_id = ${token.grant_id} for no key update`)
    await decideFor(trx, token, now)
    const live = await trx.query(sql`
      select from access_tokens
      where org_id = ${token.org_id} and token_id = ${token.token_id} and revoked_at is null`)
    return live.length > 0
  })
}
