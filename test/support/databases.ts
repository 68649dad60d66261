import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { distributeTables } from '../../src/db/citus/distribute.ts'
import { readDistribution } from '../../src/db/citus/distribution.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { PooledDatabase } from '../../src/db/pooled-database.ts'
import { liftTimeoutsSql, type PoolerMode } from '../../src/db/pooler.ts'
import { prepareRole, toPoolerUrl } from './pgbouncer.ts'

/**
 * Databases of the tests. Creating one takes longer than most tests: seconds for the embedded engine, a file copy on
 * PostgreSQL. So a worker empties the database of the previous file and reuses it.
 */

/** Open, migrated database that contains only the rows of the migrations. */
export interface BorrowedDatabase {
  database: Database
  databaseUrl: string | undefined
}

type Engine = Database['engine']
type Rows = { table: string; rows: string }[]

interface OwnedDatabase extends BorrowedDatabase {
  close: () => Promise<void>
  /** Rows that the migrations insert. */
  seeds: Rows
  tables: string[]
}

const idle: Record<Engine, OwnedDatabase[]> = { postgres: [], embedded: [] }

/** Lends an empty database until `close` is called. */
export async function borrowDatabase(engine: Engine, pool: number): Promise<BorrowedDatabase> {
  const owned = idle[engine].pop()
  if (!owned) return lend(await openOwned(engine, pool))
  await resetDatabase(owned)
  return lend(owned)
}

function lend(owned: OwnedDatabase): BorrowedDatabase {
  let isLent = true
  owned.database.close = async () => {
    if (isLent) idle[owned.database.engine].push(owned)
    isLent = false
  }
  return owned
}

async function openOwned(engine: Engine, pool: number): Promise<OwnedDatabase> {
  const databaseUrl = engine === 'postgres' ? await copyTemplate() : undefined
  const snapshot = databaseUrl ? undefined : readFileSync(inject('svc').snapshotFile)
  const pooler = findPoolerMode(databaseUrl)
  const database = await openDatabase({ databaseUrl, pooler, dataDir: '', pool, memory: true, snapshot })
  const close = database.close.bind(database)
  return withSession(database, async (run) => {
    const names = await run(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`,
    )
    const tables = names.map(({ name }) => String(name))
    const all = tables.map((table) => `SELECT '${table}' AS "table", json_agg(t)::text AS rows FROM ${table} t`)
    const seeds = (await run(`SELECT * FROM (${all.join(' UNION ALL ')}) s WHERE rows IS NOT NULL`)) as Rows
    return { database, databaseUrl, close, seeds, tables }
  })
}

/** Resets a database to its state after the migrations. */
const resetDatabase = ({ database, tables, seeds }: OwnedDatabase): Promise<void> =>
  withSession(database, async (run) => {
    // The timeouts of a role behind a pooler may be too short for truncating so many tables.
    await run(`BEGIN; ${liftTimeoutsSql}`)
    // On sharded tables a trigger truncates the shards.
    await run(`TRUNCATE ${tables.join(', ')}; SET LOCAL session_replication_role = replica`)
    for (const { table, rows } of seeds)
      await run(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${quoteLiteral(rows)})`)
    await run('COMMIT')
  })

type RunSql = (text: string) => Promise<Record<string, unknown>[]>

/** Runs `work` on a connection that also accepts several statements in one text. */
const withSession = <T>(database: Database, work: (run: RunSql) => Promise<T>): Promise<T> =>
  (database as PooledDatabase).session((client) => work(async (text) => (await client.query(text)).rows))

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

let databaseCount = 0

/** Returns the mode of the pooler that a URL leads through, if any. */
export function findPoolerMode(databaseUrl: string | undefined): PoolerMode | undefined {
  const { pooler } = inject('svc')
  // `new URL` rejects a connection string with several hosts.
  const usesPooler = pooler && databaseUrl?.includes(`:${pooler.port}/`)
  return usesPooler ? pooler.mode : undefined
}

/**
 * Creates a migrated, empty PostgreSQL database and returns its URL: through the pooler if the run uses one, unless
 * `direct` is set.
 */
export async function copyTemplate({ direct = !process.env.TEST_POOLER } = {}): Promise<string> {
  const { postgresUrl, template } = inject('svc')
  if (!postgresUrl) throw new Error('no PostgreSQL server; see the top of the output')
  const name = `t${process.pid}_${++databaseCount}_${randomBytes(3).toString('hex')}`
  const admin = await openDatabase({ databaseUrl: postgresUrl, dataDir: '', pool: 1 })
  const templateClause = isSharded ? '' : `TEMPLATE ${template}`
  try {
    await withSession(admin, (run) => run(`CREATE DATABASE ${name} ${templateClause}`))
  } finally {
    await admin.close()
  }
  const url = postgresUrl.replace(/[^/]*$/, name)
  if (isSharded) await shardTables(url)
  if (direct) return url
  const { pooler } = inject('svc')
  if (!pooler) throw new Error('no pgbouncer; see the top of the output')
  await prepareRole(url)
  return toPoolerUrl(pooler, url)
}

export const isSharded = process.env.TEST_CITUS === '1'

/** Shards the tables of an empty database over a single server, as `svc-server distribute` does. */
async function shardTables(databaseUrl: string): Promise<void> {
  const { hostname, port } = new URL(databaseUrl)
  const database = (await openDatabase({ databaseUrl, dataDir: '', pool: 1 })) as PooledDatabase
  try {
    await applyMigrations(database)
    await database.session(async (client) => {
      await client.query('CREATE EXTENSION citus')
      await client.query(`SELECT citus_set_coordinator_host('${hostname}', ${port})`)
      await client.query(`SELECT citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', true)`)
      await distributeTables(client, readDistribution(), 2)
    })
  } finally {
    await database.close()
  }
}
