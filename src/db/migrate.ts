import type pg from 'pg'
import type { Database } from './database.ts'
import { distributeTables, isDistributed } from './citus/distribute.ts'
import { readDistribution } from './citus/distribution.ts'
import { readAppliedMigrations, readMigrationFiles, UnusableSchema, type MigrationFile } from './migration-files.ts'
import { migrationsDir } from './migrations-dir.ts'
import { EmbeddedDatabase } from './pglite/embedded-database.ts'
import { PooledDatabase } from './pooled-database.ts'
import { withoutTimeouts } from './pooler.ts'
import { explainConnectionError, inspectRoute, requireUsableRoute, describeRouteWarning } from './pooler-check.ts'

export { migrationsDir } from './migrations-dir.ts'

/** Throws `UnusableSchema` for a database that a newer version has migrated, or one before 0.1. */
export const requireUpgradableSchema = (database: Database): Promise<void> =>
  (database as PooledDatabase).session(async (client) => {
    const applied = await readAppliedMigrations(client)
    rejectDevelopmentSchema(applied)
    rejectNewerSchema(applied, readMigrationFiles(migrationsDir))
  })

export const MIGRATION_LOCK_KEY = 7_305_416_922

/** Applies pending migrations, each in its own transaction. Concurrent processes wait on an advisory lock. */
export async function applyMigrations(
  database: Database,
  dir: string = migrationsDir,
  warn: (line: string) => void = () => {},
): Promise<string[]> {
  if (!(database instanceof PooledDatabase)) throw new Error('migrate needs a database opened by openDatabase')
  const files = readMigrationFiles(dir)
  const session = database.session(async (client) => {
    if (database.engine === 'postgres') {
      const route = await inspectRoute(client)
      requireUsableRoute(route)
      const warning = describeRouteWarning(route)
      if (warning !== undefined) warn(warning)
    }
    const [, applied] = await Promise.all([requireServer(client), readAppliedMigrations(client)])
    rejectDevelopmentSchema(applied)
    rejectNewerSchema(applied, files)
    const sharded = database.engine === 'postgres' && (await isDistributed(client))
    database.sharded = sharded
    // Skips the lock when everything is applied.
    if (files.every(({ name, checksum }) => applied.get(name) === checksum)) return []
    if (applied.size > 0 && database instanceof EmbeddedDatabase) await database.snapshot(client, warn)
    const names: string[] = []
    await inLockedTransaction(client, () => client.query(historyTable))
    if (sharded) await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    for (const file of files) {
      if (await inLockedTransaction(client, () => apply(client, file))) names.push(file.name)
    }
    if (sharded) await distributeTables(client, readDistribution(dir))
    return names
  })
  return await session.catch((error: unknown) => {
    throw explainConnectionError(error)
  })
}

/** First migration of the development versions, which the baselines replaced. */
const DEVELOPMENT_MIGRATION = '20261120T0900_identity.sql'

function rejectDevelopmentSchema(applied: ReadonlyMap<string, string>): void {
  if (applied.has(DEVELOPMENT_MIGRATION))
    throw new UnusableSchema(
      'The database was created by a development version before 0.1, which cannot be upgraded: use an empty database',
    )
}

/** Refuses a database that a newer version has migrated: this version would violate rules that it does not know. */
function rejectNewerSchema(applied: ReadonlyMap<string, string>, files: readonly MigrationFile[]): void {
  const known = new Set(files.map(({ name }) => name))
  const newer = [...applied.keys()].filter((name) => !known.has(name)).sort()
  if (newer.length === 0) return
  throw new UnusableSchema(
    `The database was migrated by a newer version of svc (${newer.at(-1)}): start that version, or restore the backup ` +
      'that was made before the upgrade',
  )
}

async function requireServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = rows[0]!
  if (version < 150_000)
    throw new Error(`DATABASE_URL is a PostgreSQL ${Math.floor(version / 10_000)} server: upgrade it to 15 or later`)
  if (encoding !== 'UTF8')
    throw new Error(`DATABASE_URL is a database with encoding ${encoding}: create it with encoding UTF8`)
}

const historyTable = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null
  )`

/** Applies a migration unless it was applied before. Throws if its text has changed since. */
async function apply(client: pg.ClientBase, file: MigrationFile): Promise<boolean> {
  const applied = await client.query<{ checksum: string }>('select checksum from schema_migrations where name = $1', [
    file.name,
  ])
  const checksum = applied.rows[0]?.checksum
  if (checksum === file.checksum) return false
  if (checksum !== undefined) {
    throw new Error(`migration ${file.name} was changed after it was applied: restore it, and write a new one`)
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

const inLockedTransaction = <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> =>
  withoutTimeouts(client, async () => {
    // Locks until the end of the transaction, because a pooler would lose a session lock.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_KEY])
    return await work()
  })
