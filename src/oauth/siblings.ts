import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../kernel/services/services.ts'
import { credentialHash } from './credentials.ts'

/** What a used refresh token gave: a refresh token, by its hash, and the access token beside it. */
export interface Pair {
  credential_hash: Buffer
  token_id: string
}

interface Used extends Pair {
  consumed_at: string | null
}

/**
 * What a refresh token gave that was used just now, if it may give as much again: its answer may have been lost, or two
 * programs of one device have refreshed at once. That is so within the grace, once, and only while what it gave before is
 * the latest and unused. The caller holds the lock on the connection's row.
 */
export async function findUnanswered(
  { config, clock }: Services,
  trx: Transaction,
  grantId: string,
  secret: string,
): Promise<Pair | undefined> {
  const parent = credentialHash(secret)
  // Two statements, since the rows may lie on different servers.
  const [used, given] = await Promise.all([
    trx.query(sql<{ consumed_at: string }>`
      select consumed_at from oauth_credentials
      where credential_hash = ${parent} and grant_id = ${grantId} and kind = 'refresh_token'`),
    trx.query(sql<Used>`
      select credential_hash, token_id, consumed_at from oauth_credentials
      where grant_id = ${grantId} and parent_hash = ${parent}`),
  ])
  const [first, second] = given
  if (!used[0] || !first || second || first.consumed_at !== null) return undefined
  // Where the clock of this process is behind that of the other, the age is negative: without a grace that is too old too.
  const age = Math.max(0, clock() - Date.parse(used[0].consumed_at))
  return age < config.oauthRefreshGrace * 1000 ? first : undefined
}

/** Notes that there is a second pair beside one: from now on their first use decides which of them stays. */
export async function contest(
  trx: Transaction,
  { org_id, grant_id }: { org_id: string; grant_id: string },
  [one, other]: [Pair, Pair],
): Promise<void> {
  await trx.query(sql`
    update oauth_credentials set contested = true
    where grant_id = ${grant_id} and credential_hash in (${one.credential_hash}, ${other.credential_hash})`)
  await trx.query(sql`
    update access_tokens set contested = true
    where org_id = ${org_id} and grant_id = ${grant_id} and token_id in (${one.token_id}, ${other.token_id})`)
}
