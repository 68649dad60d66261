import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { credentialHash } from './credentials.ts'

/** The tokens that a refresh token was exchanged for. */
export interface Successor {
  access_token: string
  refresh_token: string
  scopes: Scope[]
  /** When the access token expires, in milliseconds since the epoch. */
  expires: number
}

const purpose = 'oauth-replay'

/** Stores the successor of a refresh token, encrypted, for as long as the same token may be sent again. */
export async function storeReplay(
  { config, keyring, clock }: Services,
  trx: Transaction,
  refreshToken: string,
  successor: Successor,
): Promise<void> {
  if (config.oauthRefreshGrace === 0) return
  const credential = credentialHash(refreshToken)
  const response = keyring.seal(purpose, credential.toString('hex'), JSON.stringify(successor))
  const expires_at = new Date(clock() + config.oauthRefreshGrace * 1000).toISOString()
  await trx.query(sql`
    insert into oauth_replays (credential_hash, response, expires_at)
    values (${credential}, ${response}, ${expires_at})`)
}

/** Finds the successor of a refresh token that was used within the grace. The caller holds the lock on the connection's row. */
export async function findReplay(
  { keyring, clock }: Services,
  trx: Transaction,
  refreshToken: string,
): Promise<Successor | undefined> {
  const credential = credentialHash(refreshToken)
  const [row] = await trx.query(sql<{ response: string }>`
    select response from oauth_replays
    where credential_hash = ${credential} and expires_at > ${new Date(clock()).toISOString()}`)
  return row && (JSON.parse(keyring.open(purpose, credential.toString('hex'), row.response)) as Successor)
}
