import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from './database.ts'
import { distribute, isDistributed } from './distribute.ts'
import { migrationsDir, readDistribution } from './distribution.ts'
import { PooledDatabase } from './pooled.ts'
import { withoutLimit } from './pooler.ts'
import { explained, lookAtWay, requireWay, wordsOnWay } from './role-settings.ts'

export { migrationsDir } from './distribution.ts'

const fileName = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/
/** The key of the advisory lock of changes to the schema. It may be any number that nothing else takes. */
export const migrationLock = 7_305_416_922

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/**
 * Applies the migrations not applied yet, in the order of their names, each in a transaction of its own; gives their
 * names. Processes that start together take turns, so that each is applied once. Where the tables are spread over several
 * servers, those that a migration adds are spread too. It refuses a server, or a way to it, on
 * which statements would go wrong, and tells `warn` what only makes them slow.
 */
export async function migrate(
  database: Database,
  dir: string = migrationsDir,
  warn: (line: string) => void = () => {},
): Promise<string[]> {
  if (!(database instanceof PooledDatabase))
    throw new Error('migrate needs a database opened by openDatabase')
  const files = readMigrations(dir)
  const session = database.session(async (client) => {
    if (database.engine === 'postgres') {
      const way = await lookAtWay(client)
      requireWay(way)
      const words = wordsOnWay(way)
      if (words !== undefined) warn(words)
    }
    const [, applied] = await Promise.all([requireServer(client), readApplied(client)])
    const sharded = database.engine === 'postgres' && (await isDistributed(client))
    database.sharded = sharded
    // What is committed stays, so a database that has everything needs no lock.
    if (files.every(({ name, checksum }) => applied.get(name) === checksum)) return []
    const names: string[] = []
    await inTransaction(client, () => client.query(historyTable))
    if (sharded) await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    for (const file of files) {
      if (await inTransaction(client, () => apply(client, file))) names.push(file.name)
    }
    if (sharded) await distribute(client, readDistribution(dir))
    return names
  })
  return await session.catch((error: unknown) => {
    throw explained(error)
  })
}

/** Refuses a server too old, or one that can't store every character. */
async function requireServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = rows[0]!
  if (version < 150_000)
    throw new Error(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed`)
  if (encoding !== 'UTF8') throw new Error(`DATABASE_URL leads to a database in ${encoding}: UTF8 is needed`)
}

const historyTable = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null
  )`

const missingTable = '42P01'

/** The checksums of what was applied, by name. */
async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const statement = 'select name, checksum from schema_migrations'
  const { rows } = await client
    .query<{ name: string; checksum: string }>(statement)
    .catch((error: Error & { code?: string }) => {
      // There is no table in a database that is new.
      if (error.code === missingTable) return { rows: [] }
      throw error
    })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.sql'))
  const odd = names.find((name) => !fileName.test(name))
  if (odd !== undefined)
    throw new Error(`migration ${odd}: the name must be like 20261120T0900_some_name.sql`)
  return names.sort().map((name) => {
    const text = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Applies a file that was not applied yet; gives whether it was applied now. Throws when it was before, with another
 * text.
 */
async function apply(client: pg.ClientBase, file: Migration): Promise<boolean> {
  const applied = await client.query<{ checksum: string }>(
    'select checksum from schema_migrations where name = $1',
    [file.name],
  )
  const checksum = applied.rows[0]?.checksum
  if (checksum === file.checksum) return false
  if (checksum !== undefined) {
    throw new Error(
      `migration ${file.name} was changed after it was applied: restore it, and write a new one`,
    )
  }
  try {
    await client.query(file.text)
  } catch (error) {
    throw new Error(`migration ${file.name}: ${(error as Error).message}`, { cause: error })
  }
  await client.query('insert into schema_migrations values ($1, $2, date_trunc($3, now()))', [
    file.name,
    file.checksum,
    'milliseconds',
  ])
  return true
}

const inTransaction = <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> =>
  withoutLimit(client, async () => {
    // The lock is held to the end of each transaction: one of the session would be lost behind a connection pooler.
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    return await work()
  })
