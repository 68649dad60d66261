import type { Database } from './database.ts'
import { sql } from './sql.ts'

interface Services {
  database: Database
  log: (level: 'warn', message: string, fields: Record<string, unknown>) => void
}

/**
 * Updates the statistics of tables that changed a lot, for use after many rows were written at once: plans that PostgreSQL
 * chooses by the statistics of small tables take seconds on large ones, and it updates them by itself a minute later.
 * On Citus, each node does so. Failures are logged only, since the rows are written.
 */
export async function refreshStatistics({ database, log }: Services): Promise<void> {
  try {
    await analyzeChangedTables(database)
  } catch (error) {
    log('warn', 'statistics of tables not updated', { error: String(error) })
  }
}

async function analyzeChangedTables(database: Database): Promise<void> {
  const tables = await database.db.query(sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > 50 + 0.1 * n_live_tup`)
  for (const { name } of tables)
    await database.transaction(async (trx) => {
      await trx.query(sql`set local statement_timeout = 0`)
      await trx.query(sql`analyze ${sql.raw(name)}`)
    })
}
