import type { Database, Db } from '../db/database.ts'
import { sql, type Sql, and } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 1000
/** Limits one run for each table, so that a long backlog does not delay a shutdown. */
const MAX_BATCHES = 100

interface CleanupRule {
  table: string
  key: string
  where(instant: string): Sql
  retentionMs: number
  /** Keeps apps that have grants. */
  unlessGranted?: true
  /** Table that maps the hash of a row to its organization, with the same column name in both. */
  mapping?: { table: string; by: string }
}

const expired = (instant: string): Sql => sql`x.expires_at < ${instant}`

/** Ordered by dependency: grants after their tokens, apps after their grants. */
const rules: CleanupRule[] = [
  { table: 'oauth_requests', key: 'request_hash', where: expired, retentionMs: 0 },
  // Late devices get `expired_token` for another hour.
  { table: 'oauth_device_codes', key: 'device_hash', where: expired, retentionMs: 60 * 60 * 1000 },
  { table: 'browser_sessions', key: 'session_hash', where: expired, retentionMs: 0 },
  { table: 'logout_tokens', key: 'jti_hash', where: expired, retentionMs: 0 },
  { table: 'oauth_replays', key: 'credential_hash', where: expired, retentionMs: 0 },
  { table: 'account_links', key: 'link_hash', where: expired, retentionMs: 0 },
  // A failure is forgotten after an hour, and no wait is longer.
  {
    table: 'sign_in_failures',
    key: 'failure_key',
    where: (instant) => sql`x.updated_at < ${instant}`,
    retentionMs: 2 * 60 * 60 * 1000,
  },
  // Used codes and refresh tokens are retained until they expire, to detect reuse, and one more hour to report the
  // cause.
  { table: 'oauth_credentials', key: 'credential_hash', where: expired, retentionMs: 60 * 60 * 1000 },
  // Apps get a new token every hour; a day is enough to inspect recent use, and events are retained longer.
  {
    table: 'access_tokens',
    key: 'org_id, token_id',
    where: (instant) => sql`x.grant_type = 'authorization_code' and x.expires_at < ${instant}`,
    retentionMs: DAY_MS,
    mapping: { table: 'token_organizations', by: 'token_hash' },
  },
  // Grants whose code was never exchanged.
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: (instant) => sql`x.expires_at < ${instant} and x.connected_at is null`,
    retentionMs: 0,
  },
  {
    table: 'oauth_grants',
    key: 'org_id, grant_id',
    where: (instant) => sql`x.expires_at < ${instant}
      and not exists (select 1 from access_tokens t where t.org_id = x.org_id and t.grant_id = x.grant_id)`,
    retentionMs: 30 * DAY_MS,
  },
  // Apps without grants, whose document can be fetched again.
  {
    table: 'oauth_clients',
    key: 'org_id, client_id',
    where: (instant) => sql`x.metadata_url is not null and x.metadata_expires_at < ${instant}`,
    unlessGranted: true,
    retentionMs: DAY_MS,
  },
  // Self-registered apps without grants, which would accumulate.
  {
    table: 'oauth_clients',
    key: 'org_id, client_id',
    where: (instant) => sql`x.registration = 'dynamic' and x.created_at < ${instant}
      and coalesce(x.last_used_at < ${instant}, true)`,
    unlessGranted: true,
    retentionMs: 90 * DAY_MS,
  },
]

/** Matches apps `x` without grants. Sharded databases support only the subquery of ids. */
const hasNoGrants = (sharded: boolean): Sql =>
  sharded
    ? sql`x.client_id not in (select distinct g.client_id from oauth_grants g where g.org_id is not null)`
    : sql`not exists (select from oauth_grants g where g.client_id = x.client_id and g.org_id is not null)`

const selectExpired = (
  { key, table, where, unlessGranted }: CleanupRule,
  instant: string,
  sharded: boolean,
): Sql => sql`
  select ${sql.raw(key)} from ${sql.raw(table)} x
  where ${where(instant)} and ${unlessGranted ? hasNoGrants(sharded) : sql`true`} ${sql.raw(`limit ${BATCH_SIZE}`)}`

interface DeletedRow {
  noted: Buffer
}

const deleteBatch = (database: Database, rule: CleanupRule, instant: string): Promise<number> =>
  database.transaction(async (trx) => {
    const deleted = await (database.sharded ? deleteOneByOne : deleteByQuery)(trx, rule, instant)
    if (rule.mapping && deleted.length > 0)
      await trx.query(sql`
        delete from ${sql.raw(rule.mapping.table)}
        where ${sql.raw(rule.mapping.by)} = any(${deleted.map(({ noted }) => noted)}::bytea[])`)
    return deleted.length
  })

const deleteSql = ({ table, mapping }: CleanupRule, condition: Sql): Sql<DeletedRow> => sql<DeletedRow>`
  delete from ${sql.raw(table)} x where ${condition} returning ${mapping ? sql.raw(`x.${mapping.by}`) : sql`null`} as noted`

const deleteByQuery = (trx: Db, rule: CleanupRule, instant: string): Promise<DeletedRow[]> =>
  trx.query(deleteSql(rule, sql`(${sql.raw(rule.key)}) in (${selectExpired(rule, instant, false)})`))

async function deleteOneByOne(trx: Db, rule: CleanupRule, instant: string): Promise<DeletedRow[]> {
  const deleted: DeletedRow[] = []
  for (const row of await trx.query(sql<Record<string, unknown>>`${selectExpired(rule, instant, true)}`)) {
    const matchesKey = Object.entries(row).map(([name, value]) =>
      value === null ? sql`x.${sql.raw(name)} is null` : sql`x.${sql.raw(name)} = ${value}`,
    )
    deleted.push(...(await trx.query(deleteSql(rule, and([...matchesKey, rule.where(instant)])))))
  }
  return deleted
}

/** Deletes expired credentials, links, counts of wrong passwords, sessions, grants and unused apps in batches. Returns the number of rows. Idempotent. */
export async function deleteExpiredCredentials({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  let deleted = 0
  for (const rule of rules) {
    const before = new Date(clock() - rule.retentionMs).toISOString()
    for (let batches = 0, count = BATCH_SIZE; batches < MAX_BATCHES && count === BATCH_SIZE; batches++) {
      count = await deleteBatch(database, rule, before)
      deleted += count
    }
  }
  return deleted
}
