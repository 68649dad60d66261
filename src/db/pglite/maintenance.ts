import type pg from 'pg'

interface MaintainedDatabase {
  isBeingCopied(): boolean
  isIdle(): boolean
  statementCount(): number
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
}

const INTERVAL_MS = 60_000
// Minutes without an idle moment after which a checkpoint runs anyway.
const MAX_BUSY_MINUTES = 5
const VACUUM_EVERY_MINUTES = 10

// Selects tables as autovacuum would, which the embedded database lacks.
const TABLES_TO_VACUUM = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
     or (last_analyze is null and n_live_tup > 0)`

/** Runs a checkpoint: without it, the WAL grows and recovery takes longer. */
async function runCheckpoint(client: pg.ClientBase): Promise<void> {
  await client.query('checkpoint')
}

export async function vacuumTables(database: Pick<MaintainedDatabase, 'session'>): Promise<number> {
  const tables = await database.session(async (client) => {
    // Otherwise the view would show the counts with a delay.
    await client.query('select pg_stat_force_next_flush()')
    return (await client.query<{ name: string }>(TABLES_TO_VACUUM)).rows
  })
  // Vacuums one table at a time, so that requests wait for one at most.
  for (const { name } of tables) await database.session((client) => client.query(`vacuum (analyze) ${name}`))
  return tables.length
}

export function startMaintenance(database: MaintainedDatabase, log: (line: string) => void): () => void {
  let lastCount = database.statementCount()
  let busyMinutes = 0
  let minutesSinceVacuum = 0
  const runMinute = async () => {
    minutesSinceVacuum++
    if (database.isBeingCopied() || database.statementCount() === lastCount) return
    if (!database.isIdle() && ++busyMinutes < MAX_BUSY_MINUTES) return
    busyMinutes = 0
    await database.session(runCheckpoint)
    if (minutesSinceVacuum >= VACUUM_EVERY_MINUTES) {
      minutesSinceVacuum = 0
      await vacuumTables(database)
    }
    lastCount = database.statementCount()
  }
  const timer = setInterval(() => {
    runMinute().catch((error: Error) => log(`embedded database: maintenance failed: ${error.message}`))
  }, INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
