import { Pool } from 'pg'
import { openDatabase } from '../../src/db/open-database.ts'
import { sql, type Sql } from '../../src/db/sql.ts'
import { pgTypes } from '../../src/db/driver/types.ts'

/** Runs a statement by its name; the text of a name is always the same. */
export type Run = (name: string, text: string, values: unknown[]) => Promise<object[]>

/** The floor's database: a PostgreSQL server, or the embedded database as the service opens it. */
export async function openStore({ DATABASE_URL, DATA_DIR, PLANS }: NodeJS.ProcessEnv): Promise<Run> {
  return DATABASE_URL === undefined ? embedded(DATA_DIR!) : server(DATABASE_URL, PLANS ?? 'auto')
}

function server(connectionString: string, plans: string): Run {
  // A statement whose plan is kept serves every project alike; one of the two ways is the faster for each page.
  const options = `-c TimeZone=UTC -c plan_cache_mode=${plans}`
  const pool = new Pool({ connectionString, max: 10, types: pgTypes, options })
  return async (name, text, values) => (await pool.query<object>({ name, text, values })).rows
}

/** The same engine in the same thread, with a real flush for each commit. */
async function embedded(dataDir: string): Promise<Run> {
  const database = await openDatabase({ dataDir })
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
  const known = new Map<string, (values: unknown[]) => Sql<object>>()
  return (name, text, values) => {
    const write = known.get(name) ?? templateOf(text)
    known.set(name, write)
    return database.db.query(write(values))
  }
}

/** What makes a piece of SQL of a text with `$1`, `$2`, …; all that it makes are of one shape, whose plan is kept. */
function templateOf(text: string): (values: unknown[]) => Sql<object> {
  const parts = text.split(/\$(\d+)/)
  const strings = parts.filter((_, i) => i % 2 === 0)
  const places = parts.filter((_, i) => i % 2 === 1).map((number) => Number(number) - 1)
  const template = Object.assign(strings, { raw: strings })
  return (values) => sql<object>(template, ...places.map((place) => values[place]))
}
