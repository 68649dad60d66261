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
  parent_consumed_at: string
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
  const given = await trx.query(sql<Used>`
    select child.credential_hash, child.token_id, child.consumed_at, parent.consumed_at as parent_consumed_at
    from oauth_credentials parent
    join oauth_credentials child on child.grant_id = parent.grant_id and child.parent_hash = parent.credential_hash
    where parent.credential_hash = ${credentialHash(secret)} and parent.grant_id = ${grantId}
      and parent.kind = 'refresh_token'`)
  const [first, second] = given
  if (!first || second || first.consumed_at !== null) return undefined
  // Where the clock of this process is behind that of the other, the age is negative: without a grace that is too old too.
  const age = Math.max(0, clock() - Date.parse(first.parent_consumed_at))
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
