import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { refreshStatistics } from '../../src/db/statistics.ts'
import { findBinaries, startPostgres } from '../support/postgres.ts'
import { query } from '../support/sql-text.ts'

const server = findBinaries() ? await startPostgres({ fsync: false }) : null
let database: Database | undefined
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

test.skipIf(!server)('statistics of tables that changed a lot are updated, and no others', async () => {
  database = await openDatabase({ databaseUrl: server!.url(), dataDir: '', pool: 1 })
  const { db } = database
  const tables = { many: 5_000, few: 20 }
  for (const [name, rows] of Object.entries(tables)) {
    await query(db, `create table ${name} (id int) with (autovacuum_enabled = off)`)
    await query(db, `insert into ${name} select generate_series(1, ${rows})`)
  }
  const changed = `select n_mod_since_analyze as n from pg_stat_user_tables where relname = 'many'`
  await expect.poll(async () => (await query<{ n: number }>(db, changed))[0]?.n, { timeout: 15_000 }).toBe(5_000)
  await refreshStatistics({ database, log: () => {} })
  expect(
    await query(db, `select relname, reltuples from pg_class where relname in ('many', 'few') order by 1`),
  ).toEqual([
    { relname: 'few', reltuples: -1 },
    { relname: 'many', reltuples: 5_000 },
  ])
})
