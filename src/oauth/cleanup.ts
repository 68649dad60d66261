import type { Database, Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import { every } from '../kernel/sql.ts'
import type { Services } from '../kernel/services/services.ts'

const day = 24 * 60 * 60 * 1000
const batch = 1000
/** One run of the job ends after so many for each table, so that a long backlog never holds up a stop. */
const mostBatches = 100

interface Outdated {
  table: string
  key: string
  /** The condition on a row `x` of the table that it is outdated at an instant. */
  where(instant: string): Sql
  /** How long after that it is kept, in milliseconds. */
  kept: number
  /** Whether an app is kept that somebody connects. */
  unlessConnected?: true
  /** A table that notes where such a row lies, by a column of the same name in both: a hash. */
  noted?: { table: string; by: string }
}

const expired = (instant: string): Sql => sql`x.expires_at < ${instant}`

/** The order matters: connections go after their tokens, and apps after their connections. */
const outdated: Outdated[] = [
  { table: 'oauth_requests', key: 'request_hash', where: expired, kept: 0 },
  // A device that comes late is told for an hour that its code has expired.
  { table: 'oauth_device_codes', key: 'device_hash', where: expired, kept: 60 * 60 * 1000 },
  { table: 'browser_sessions', key: 'session_hash', where: expired, kept: 0 },
  { table: 'logout_tokens', key: 'jti_hash', where: expired, kept: 0 },
  { table: 'oauth_replays', key: 'credential_hash', where: expired, kept: 0 },
  // Used codes and refresh tokens are kept until they expire, to detect reuse, and an hour longer, so that the error can
  // name the cause.
  { table: 'oauth_credentials', key: 'credential_hash', where: expired, kept: 60 * 60 * 1000 },
  // An app makes a token an hour. A day is enough for whoever wants to see what it did just now; events are kept longer.
  {
    table: 'access_tokens',
    key: 'org_id, token_id',
    where: (instant) => sql`x.grant_type = 'authorization_code' and x.expires_at < ${instant}`,
    kept: day,
    noted: { table: 'token_organizations', by: 'token_hash' },
  },
  // Connections that were allowed, but whose code the app never fetched.
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: (instant) => sql`x.expires_at < ${instant} and x.connected_at is null`,
    kept: 0,
  },
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: (instant) => sql`x.expires_at < ${instant}
      and not exists (select 1 from access_tokens t where t.org_id = x.org_id and t.grant_id = x.grant_id)`,
    kept: 30 * day,
  },
  // The document of an app that nobody connects can be read again.
  {
    table: 'oauth_clients',
    key: 'org_id, client_id',
    where: (instant) => sql`x.metadata_url is not null and x.metadata_expires_at < ${instant}`,
    unlessConnected: true,
    kept: day,
  },
  // Anybody can register an app, so those that nobody connects would pile up.
  {
    table: 'oauth_clients',
    key: 'org_id, client_id',
    where: (instant) => sql`x.registration = 'dynamic' and x.created_at < ${instant}
      and coalesce(x.last_used_at < ${instant}, true)`,
    unlessConnected: true,
    kept: 90 * day,
  },
]

/** The condition that nobody connects the app `x`. Of another server's rows the ids alone can be asked for. */
const unconnected = (sharded: boolean): Sql =>
  sharded
    ? sql`x.client_id not in (select distinct g.client_id from oauth_grants g where g.org_id is not null)`
    : sql`not exists (select from oauth_grants g where g.client_id = x.client_id and g.org_id is not null)`

const selection = (
  { key, table, where, unlessConnected }: Outdated,
  instant: string,
  sharded: boolean,
): Sql => sql`
  select ${sql.raw(key)} from ${sql.raw(table)} x
  where ${where(instant)} and ${unlessConnected ? unconnected(sharded) : sql`true`} ${sql.raw(`limit ${batch}`)}`

/** What a deletion tells of a row: by what it is noted elsewhere, where it is. */
interface Gone {
  noted: Buffer
}

/** Deletes a batch of what is outdated, and what notes where it lay; gives how many rows. */
const deleteSome = (database: Database, what: Outdated, instant: string): Promise<number> =>
  database.transaction(async (trx) => {
    const gone = await (database.sharded ? deleteOneByOne : deleteTogether)(trx, what, instant)
    if (what.noted && gone.length > 0)
      await trx.query(sql`
        delete from ${sql.raw(what.noted.table)}
        where ${sql.raw(what.noted.by)} = any(${gone.map(({ noted }) => noted)}::bytea[])`)
    return gone.length
  })

const deletion = ({ table, noted }: Outdated, which: Sql): Sql<Gone> => sql<Gone>`
  delete from ${sql.raw(table)} x where ${which} returning ${noted ? sql.raw(`x.${noted.by}`) : sql`null`} as noted`

const deleteTogether = (trx: Db, what: Outdated, instant: string): Promise<Gone[]> =>
  trx.query(deletion(what, sql`(${sql.raw(what.key)}) in (${selection(what, instant, false)})`))

/** The same where the tables are spread: what is outdated is looked for first. */
async function deleteOneByOne(trx: Db, what: Outdated, instant: string): Promise<Gone[]> {
  const gone: Gone[] = []
  for (const row of await trx.query(sql<Record<string, unknown>>`${selection(what, instant, true)}`)) {
    const itself = Object.entries(row).map(([name, value]) =>
      value === null ? sql`x.${sql.raw(name)} is null` : sql`x.${sql.raw(name)} = ${value}`,
    )
    gone.push(...(await trx.query(deletion(what, every([...itself, what.where(instant)])))))
  }
  return gone
}

/** Deletes what apps and browsers have left behind, in small batches; gives how many rows. Safe to run twice. */
export async function deleteOutdated({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  let deleted = 0
  for (const what of outdated) {
    const before = new Date(clock() - what.kept).toISOString()
    for (let batches = 0, gone = batch; batches < mostBatches && gone === batch; batches++) {
      gone = await deleteSome(database, what, before)
      deleted += gone
    }
  }
  return deleted
}
