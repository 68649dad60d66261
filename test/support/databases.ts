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
import { prepareRole, through } from './pgbouncer.ts'

/**
 * Databases of the tests. To make one takes longer than most tests: seconds for the embedded engine, and a copy of files
 * on PostgreSQL. So a worker empties the database of the file before, and gives it to the next one.
 */

/** An open, migrated database that holds what the migrations put there and nothing else. */
export interface Lent {
  database: Database
  /** Unset on the embedded engine. */
  databaseUrl: string | undefined
}

type Engine = Database['engine']
type Rows = { table: string; rows: string }[]

interface Owned extends Lent {
  close: () => Promise<void>
  /** What the migrations put into its tables. */
  seeds: Rows
  tables: string[]
}

const idle: Record<Engine, Owned[]> = { postgres: [], embedded: [] }

/** Lends an empty database until its `close` is called. */
export async function borrowDatabase(engine: Engine, pool: number): Promise<Lent> {
  const owned = idle[engine].pop()
  if (!owned) return lend(await openOwned(engine, pool))
  await empty(owned)
  return lend(owned)
}

function lend(owned: Owned): Lent {
  let lent = true
  owned.database.close = async () => {
    if (lent) idle[owned.database.engine].push(owned)
    lent = false
  }
  return owned
}

async function openOwned(engine: Engine, pool: number): Promise<Owned> {
  const databaseUrl = engine === 'postgres' ? await copyTemplate() : undefined
  const snapshot = databaseUrl ? undefined : readFileSync(inject('svc').snapshotFile)
  const pooler = poolerOfUrl(databaseUrl)
  const database = await openDatabase({ databaseUrl, pooler, dataDir: '', pool, memory: true, snapshot })
  const close = database.close.bind(database)
  return inSession(database, async (run) => {
    const names = await run(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`,
    )
    const tables = names.map(({ name }) => String(name))
    const all = tables.map((table) => `SELECT '${table}' AS "table", json_agg(t)::text AS rows FROM ${table} t`)
    const seeds = (await run(`SELECT * FROM (${all.join(' UNION ALL ')}) s WHERE rows IS NOT NULL`)) as Rows
    return { database, databaseUrl, close, seeds, tables }
  })
}

/** Puts a database back to what the migrations made of it. */
const empty = ({ database, tables, seeds }: Owned): Promise<void> =>
  inSession(database, async (run) => {
    // Behind a pooler the role has a limit that to empty so many tables may outlast.
    await run(`BEGIN; ${liftTimeoutsSql}`)
    // Where the tables are spread it is a trigger that empties their parts.
    await run(`TRUNCATE ${tables.join(', ')}; SET LOCAL session_replication_role = replica`)
    for (const { table, rows } of seeds)
      await run(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${literal(rows)})`)
    await run('COMMIT')
  })

type Run = (text: string) => Promise<Record<string, unknown>[]>

/** Runs `work` on a connection that takes any text, several statements at once too. */
const inSession = <T>(database: Database, work: (run: Run) => Promise<T>): Promise<T> =>
  (database as PooledDatabase).session((client) => work(async (text) => (await client.query(text)).rows))

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

let databases = 0

/** What an address leads through: the pooler of a run whose tests go through one, or nothing. */
export function poolerOfUrl(databaseUrl: string | undefined): PoolerMode | undefined {
  const { pooler } = inject('svc')
  // An address may name several hosts, which no URL does.
  const leadsThere = pooler && databaseUrl?.includes(`:${pooler.port}/`)
  return leadsThere ? pooler.mode : undefined
}

/**
 * Makes a migrated, empty PostgreSQL database; gives its address, which leads through the pooler in a run whose tests go
 * through one, unless asked to be `direct`.
 */
export async function copyTemplate({ direct = !process.env.TEST_POOLER } = {}): Promise<string> {
  const { postgresUrl, template } = inject('svc')
  if (!postgresUrl) throw new Error('no PostgreSQL server; see the top of the output')
  const name = `t${process.pid}_${++databases}_${randomBytes(3).toString('hex')}`
  const admin = await openDatabase({ databaseUrl: postgresUrl, dataDir: '', pool: 1 })
  const copied = sharded ? '' : `TEMPLATE ${template}`
  try {
    await inSession(admin, (run) => run(`CREATE DATABASE ${name} ${copied}`))
  } finally {
    await admin.close()
  }
  const url = postgresUrl.replace(/[^/]*$/, name)
  if (sharded) await spread(url)
  if (direct) return url
  const { pooler } = inject('svc')
  if (!pooler) throw new Error('no pgbouncer; see the top of the output')
  await prepareRole(url)
  return through(pooler, url)
}

/** Set where the tests are to run on a server with Citus. */
export const sharded = process.env.TEST_CITUS === '1'

/** Makes an empty database one whose tables are spread, as `svc-server distribute` does, over the one server there is. */
async function spread(databaseUrl: string): Promise<void> {
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
