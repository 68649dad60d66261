import { query } from '../db/database.ts'
import type { Services } from '../kernel/services/services.ts'

const day = 24 * 60 * 60 * 1000
const batch = 1000
/** So that a long backlog never holds up a stop; the next turn goes on. */
const mostBatches = 100

interface Outdated {
  table: string
  key: string
  /** Of the table as `x`, with the time as `$1`. */
  where: string
  /** How long after that it is kept, in milliseconds. */
  kept: number
}

/** In this order: connections go after their tokens, apps after their connections. */
const outdated: Outdated[] = [
  { table: 'oauth_requests', key: 'request_hash', where: 'x.expires_at < $1', kept: 0 },
  { table: 'browser_sessions', key: 'session_hash', where: 'x.expires_at < $1', kept: 0 },
  // Used codes and refresh tokens stay for the whole of their time, in which a second use is noticed.
  { table: 'oauth_credentials', key: 'credential_hash', where: 'x.expires_at < $1', kept: 0 },
  // An app makes one an hour. A day is enough for whoever wants to see what it did just now; the ledger keeps the rest.
  {
    table: 'access_tokens',
    key: 'org_id, token_id',
    where: `x.grant_type = 'authorization_code' AND x.expires_at < $1`,
    kept: day,
  },
  // Allowed, but never fetched by the app.
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: 'x.expires_at < $1 AND x.connected_at IS NULL',
    kept: 0,
  },
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: `x.expires_at < $1
      AND NOT EXISTS (SELECT FROM access_tokens t WHERE t.org_id = x.org_id AND t.grant_id = x.grant_id)`,
    kept: 30 * day,
  },
  // Anybody can register one; those that nobody connects would pile up.
  {
    table: 'oauth_clients',
    key: 'org_id, client_id',
    where: `x.registration = 'dynamic' AND x.created_at < $1 AND coalesce(x.last_used_at < $1, true)
      AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = x.client_id AND g.org_id IS NOT NULL)`,
    kept: 90 * day,
  },
]

const deletion = ({ table, key, where }: Outdated): string => `
  DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} x WHERE ${where} LIMIT ${batch}) RETURNING 1`

/** Deletes what apps and browsers have left behind, in small batches; gives how many rows. Safe to run twice. */
export async function deleteOutdated({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  let deleted = 0
  for (const what of outdated) {
    const before = new Date(clock() - what.kept).toISOString()
    for (let turn = 0, gone = batch; turn < mostBatches && gone === batch; turn++) {
      gone = (await query(database.db, deletion(what), [before])).length
      deleted += gone
    }
  }
  return deleted
}
