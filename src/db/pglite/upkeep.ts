import type pg from 'pg'

/** What the upkeep needs to know of the database it keeps. */
export interface Kept {
  /** Whether no statement or transaction is under way or waits. */
  idle(): boolean
  /** Statements sent so far. */
  statements(): number
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
}

const everyMinute = 60_000
// After so many minutes without an idle moment a checkpoint is made nevertheless.
const patience = 5
const vacuumEvery = 10 // minutes

// This chooses as autovacuum would, if the embedded database had background processes.
const worn = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
     or (last_analyze is null and n_live_tup > 0)`

/** Makes a checkpoint: without one, the log grows and the next start after a crash takes longer. */
export async function checkpoint(client: pg.ClientBase): Promise<void> {
  await client.query('checkpoint')
}

/** Vacuums and analyses the tables that need it; gives their number. */
export async function vacuum(kept: Kept): Promise<number> {
  const tables = await kept.session(async (client) => {
    // Else the counts would reach the view with a delay.
    await client.query('select pg_stat_force_next_flush()')
    return (await client.query<{ name: string }>(worn)).rows
  })
  // It takes one table at a time, so that requests wait for one table at most.
  for (const { name } of tables) await kept.session((client) => client.query(`vacuum (analyze) ${name}`))
  return tables.length
}

/** Starts the background work that the embedded database has no processes for; gives its end. */
export function startUpkeep(kept: Kept, log: (line: string) => void): () => void {
  let seen = kept.statements()
  let waited = 0
  let sinceVacuum = 0
  const minute = async () => {
    sinceVacuum++
    if (kept.statements() === seen) return
    if (!kept.idle() && ++waited < patience) return
    waited = 0
    await kept.session(checkpoint)
    if (sinceVacuum >= vacuumEvery) {
      sinceVacuum = 0
      await vacuum(kept)
    }
    seen = kept.statements()
  }
  const timer = setInterval(() => {
    minute().catch((error: Error) => log(`embedded database: upkeep failed: ${error.message}`))
  }, everyMinute).unref()
  return () => clearInterval(timer)
}
