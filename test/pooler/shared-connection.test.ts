import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CommitUnknown, DatabaseUnavailable, type Database } from '../../src/db/database.ts'
import { applyMigrations, migrationsDir } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { invalidatePlans } from '../../src/db/driver/statement-names.ts'
import { sql } from '../../src/db/sql.ts'
import { copyTemplate } from '../support/databases.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { prepareRole, startPgbouncer, toPoolerUrl, type TestPooler } from '../support/pgbouncer.ts'
import { lookUpText, query } from '../support/sql-text.ts'

/** Both processes share one server connection, so that each finds the other's prepared statements. */
const { mode } = inject('svc').pooler!
let proxy: FaultProxy
let pooler: TestPooler
let one: Database
let other: Database

beforeAll(async () => {
  const direct = await copyTemplate({ direct: true })
  await prepareRole(direct, { statement_timeout: '700ms' })
  proxy = await startFaultProxy(Number(new URL(direct).port))
  pooler = await startPgbouncer(mode, { port: proxy.port, size: 1 })
  const open = () => openDatabase({ databaseUrl: toPoolerUrl(pooler, direct), pooler: mode, dataDir: '', pool: 4 })
  one = await open()
  other = await open()
  await query(one.db, 'create table things (id int primary key, n int not null default 0)')
})
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()])
  await pooler?.stop()
  await proxy?.close()
})

const readBackendPid = async (database: Database) =>
  (await query<{ pid: number }>(database.db, 'select pg_backend_pid() as pid'))[0]!.pid

test('plans that one client caches appear in no other client on the same server connection', async () => {
  expect(await readBackendPid(one)).toBe(await readBackendPid(other))
  for (let n = 0; n < 3; n++) {
    await one.db.query(sql`select ${n}::int as n`, { plan: 'generic' })
    const [mine] = await query<{ mode: string }>(other.db, `select current_setting('plan_cache_mode') as mode`)
    expect(mine!.mode).toBe('auto')
  }
})

test('two clients run equal and different statements, alternately and concurrently', async () => {
  for (let round = 0; round < 20; round++) {
    const results = [one, other].flatMap((database, user) =>
      [1, 2, 3, 4, 5].flatMap((n) => [
        lookUpText<{ n: number }>(database.db, `select $1::int + ${user} as n`, [n]).then(
          (rows) => rows[0]!.n - user === n,
        ),
        query<{ t: string }>(database.db, `select $1::text as t`, [`${n}`]).then((rows) => rows[0]!.t === `${n}`),
        database.transaction(async (trx) => {
          const rows = await query<{ n: number }>(trx, `select $1::int * 2 as n`, [n])
          return rows[0]!.n === 2 * n
        }),
      ]),
    )
    expect(await Promise.all(results)).toEqual(results.map(() => true))
  }
})

test('changed columns under a cached plan fail no statement', async () => {
  const read = (database: Database) => query(database.db, 'select * from things where id = $1', [-1])
  for (const database of [one, other]) for (let n = 0; n < 3; n++) await read(database)
  await query(one.db, 'alter table things add column more int')
  for (const database of [one, other]) expect(await read(database)).toEqual([])
  await query(one.db, 'alter table things drop column more')
  for (const database of [other, one]) expect(await read(database)).toEqual([])
  invalidatePlans()
  expect(await read(one)).toEqual([])
})

test('time and number formats and timeouts equal those of a direct connection', async () => {
  const [row] = await query<{ at: string; f: number }>(
    one.db,
    `select '2026-11-20 09:20:13.5+02'::timestamptz as at, 0.1::float8 + 0.2::float8 as f`,
  )
  expect(row).toEqual({ at: '2026-11-20T07:20:13.500Z', f: 0.1 + 0.2 })
  await expect(query(one.db, 'select pg_sleep(5)')).rejects.toThrow(DatabaseUnavailable)
  await expect(one.transaction((trx) => query(trx, 'select pg_sleep(5)'))).rejects.toThrow(DatabaseUnavailable)
})

test('migrations and cursors may exceed the statement timeout of requests, and restore it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-migrations-'))
  cpSync(migrationsDir, folder, { recursive: true })
  const name = '20991231T0900_slow.sql'
  writeFileSync(join(folder, name), 'select pg_sleep(1)')
  expect(await applyMigrations(one, folder)).toEqual([name])
  const rows = await one.stream(
    sql<{ n: number }>`select n, pg_sleep(0.3) from generate_series(1, 4) n`,
    async (all) => {
      const found: number[] = []
      for await (const portion of all) found.push(...portion.map(({ n }) => n))
      return found
    },
  )
  expect(rows).toEqual([1, 2, 3, 4])
  await expect(query(other.db, 'select pg_sleep(5)')).rejects.toThrow(DatabaseUnavailable)
})

test('an iteration that stops early leaves no transaction open', async () => {
  const walk = one.stream(sql`select n from generate_series(1, 5000) n`, () => Promise.reject(new Error('enough')))
  await expect(walk).rejects.toThrow('enough')
  const [open] = await query<{ n: number }>(
    other.db,
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  )
  expect(open!.n).toBe(0)
})

// With `named`, the pooler renames COMMIT, so the proxy cannot recognize it.
test.runIf(mode === 'plain')(
  'a server connection lost with COMMIT is reported as unknown, committed or not',
  async () => {
    for (const [i, cut] of (['after commit', 'before commit'] as const).entries()) {
      const ids = [10 * i, 10 * i + 1]
      const insert = (id: number) => sql`insert into things (id) values (${id}) returning id`
      proxy.cutNext(cut)
      await expect(one.transaction((trx) => trx.queryAndCommit(insert(ids[0]!)))).rejects.toThrow(CommitUnknown)
      proxy.cutNext(cut)
      const apart = one.transaction((trx) => trx.query(insert(ids[1]!)))
      await expect(apart).rejects.toThrow(CommitUnknown)
      const there = await query(one.db, 'select id from things where id = any($1) order by id', [ids])
      expect(there).toEqual(cut === 'after commit' ? ids.map((id) => ({ id })) : [])
    }
  },
)

test('a server connection lost before COMMIT is unavailable, and nothing is written', async () => {
  const work = one.transaction(async (trx) => {
    await query(trx, 'insert into things (id) values (100)')
    proxy.cutAll()
    await query(trx, 'insert into things (id) values (101)')
  })
  await expect(work).rejects.toThrow(DatabaseUnavailable)
  expect(await query(other.db, 'select id from things where id >= 100')).toEqual([])
})
