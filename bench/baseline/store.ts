import { Pool } from 'pg'
import { openDatabase } from '../../src/db/open-database.ts'
import { sql, type Sql } from '../../src/db/sql.ts'
import { pgTypes } from '../../src/db/driver/types.ts'

/** Runs a named statement; a name always has the same text. */
export type RunStatement = (name: string, text: string, values: unknown[]) => Promise<object[]>

/** Opens PostgreSQL, or the embedded database the way the service does. */
export async function openStore(env: NodeJS.ProcessEnv): Promise<RunStatement> {
  const { DATABASE_URL, DATA_DIR, PLAN_CACHE_MODE } = env
  return DATABASE_URL === undefined ? openEmbeddedStore(DATA_DIR!) : openPool(DATABASE_URL, PLAN_CACHE_MODE ?? 'auto')
}

function openPool(connectionString: string, planCacheMode: string): RunStatement {
  const options = `-c TimeZone=UTC -c plan_cache_mode=${planCacheMode}`
  const pool = new Pool({ connectionString, max: 10, types: pgTypes, options })
  return async (name, text, values) => (await pool.query<object>({ name, text, values })).rows
}

async function openEmbeddedStore(dataDir: string): Promise<RunStatement> {
  const database = await openDatabase({ dataDir })
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
  const builders = new Map<string, (values: unknown[]) => Sql<object>>()
  return (name, text, values) => {
    const build = builders.get(name) ?? toSqlBuilder(text)
    builders.set(name, build)
    return database.db.query(build(values))
  }
}

/** Converts a text with `$1`, `$2`, … to a template; reusing its strings reuses the cached plan. */
function toSqlBuilder(text: string): (values: unknown[]) => Sql<object> {
  const parts = text.split(/\$(\d+)/)
  const strings = parts.filter((_, i) => i % 2 === 0)
  const indexes = parts.filter((_, i) => i % 2 === 1).map((number) => Number(number) - 1)
  const template = Object.assign(strings, { raw: strings })
  return (values) => sql<object>(template, ...indexes.map((index) => values[index]))
}
