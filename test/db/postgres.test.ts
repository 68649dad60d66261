import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CommitUnknown, DatabaseUnavailable, type Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { findBinaries, findFreePort, startPostgres, type TestServer } from '../support/postgres.ts'
import { lookUpText, query } from '../support/sql-text.ts'

describe.skipIf(findBinaries() === undefined)('the PostgreSQL driver', () => {
  let server: TestServer
  let proxy: FaultProxy
  const open: Database[] = []
  const connect = async (port = server.port, pool = 4) => {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const database = await openDatabase({ databaseUrl: url, dataDir: '', pool })
    open.push(database)
    return database
  }
  const insert = (database: Database, id: number) =>
    database.transaction((trx) => query(trx, 'insert into things values ($1)', [id]))
  const has = async (database: Database, id: number) =>
    (await query(database.db, 'select id from things where id = $1', [id])).length === 1

  beforeAll(async () => {
    server = (await startPostgres())!
    proxy = await startFaultProxy(server.port)
    await query((await connect()).db, 'create table things (id int primary key, n int not null default 0)')
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((database) => database.close()))
  })
  afterAll(async () => {
    await proxy.close()
    await server.stop()
  })

  test('reports a transaction cut after COMMIT as unknown when it was committed', async () => {
    const database = await connect(proxy.port)
    for (let id = 100; id < 110; id++) {
      proxy.cutNext('after commit')
      await expect(insert(database, id)).rejects.toThrow(CommitUnknown)
      expect(await has(database, id)).toBe(true)
    }
  })

  test('reports a transaction cut before COMMIT as unknown when it was not committed', async () => {
    const database = await connect(proxy.port)
    proxy.cutNext('before commit')
    await expect(insert(database, 200)).rejects.toThrow(CommitUnknown)
    expect(await has(database, 200)).toBe(false)
  })

  test('reports a connection lost earlier in a transaction as unavailable, with nothing written', async () => {
    const database = await connect(proxy.port)
    const work = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1)', [300])
      proxy.cutAll()
      await query(trx, 'select 1')
    })
    await expect(work).rejects.toThrow(DatabaseUnavailable)
    const quiet = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1)', [300])
      proxy.cutAll()
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await expect(quiet).rejects.toThrow(DatabaseUnavailable)
    expect(await has(database, 300)).toBe(false)
  })

  test('repeats a read on a dead connection, but no write', async () => {
    const database = await connect(proxy.port, 1)
    await query(database.db, 'select 1')
    const read = query<{ one: number }>(database.db, 'select 1 as one')
    proxy.cutAll()
    expect(await read).toEqual([{ one: 1 }])
    const write = query(database.db, 'update things set n = n + 1 where pg_sleep(0.2) is not null')
    setTimeout(() => proxy.cutAll(), 100)
    await expect(write).rejects.toThrow(DatabaseUnavailable)
  })

  test('loses at most one statement per connection to a killed backend', async () => {
    const database = await connect()
    await Promise.all([1, 2, 3, 4].map(() => query(database.db, 'select pg_sleep(0.05)')))
    for (let round = 0; round < 5; round++) {
      const sleeping = query(database.db, 'update things set n = 1 where pg_sleep(1) is null')
      const refused = sleeping.catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await server.killBackends()
      expect(await refused).toBeInstanceOf(DatabaseUnavailable)
      expect(await query(database.db, 'select 1 as one')).toEqual([{ one: 1 }])
      await insert(database, 400 + round)
    }
  })

  test('retries batched lookups on another connection when a backend is killed', async () => {
    const database = await connect()
    const lookUpNumber = (n: number) => lookUpText<{ n: number }>(database.db, 'select $1::int as n', [n])
    for (let round = 0; round < 5; round++) {
      expect(await lookUpNumber(round)).toEqual([{ n: round }])
      const lookups = Array.from({ length: 20 }, (_, n) => lookUpNumber(n))
      const killed = server.killBackends()
      expect(await Promise.all(lookups)).toEqual(lookups.map((_, n) => [{ n }]))
      await killed
      expect(await lookUpNumber(1)).toEqual([{ n: 1 }])
    }
  })

  test('sends nothing once closed', async () => {
    const database = await connect()
    await lookUpText(database.db, 'select 1')
    await database.close()
    await expect(lookUpText(database.db, 'select 1')).rejects.toThrow(DatabaseUnavailable)
    await expect(query(database.db, 'select 1')).rejects.toThrow(DatabaseUnavailable)
  })

  test('is unavailable during a server restart, and recovers with the same pool', async () => {
    const database = await connect()
    const seen: unknown[] = []
    const state = { going: true }
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let n = 0; state.going; n++) {
        const id = 1_000_000 * (writer + 1) + n
        try {
          await insert(database, id)
        } catch (error) {
          seen.push(error)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    })
    await server.restart()
    const startedAt = Date.now()
    await expect
      .poll(
        () =>
          insert(database, 500).then(
            () => true,
            () => false,
          ),
        { interval: 50 },
      )
      .toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    state.going = false
    await Promise.all(writers)
    expect(seen.length).toBeGreaterThan(0)
    const other = seen.filter((error) => !(error instanceof DatabaseUnavailable || error instanceof CommitUnknown))
    expect(other).toEqual([])
  })

  test('is unavailable without a server, for statements, transactions and pings', async () => {
    const database = await connect(await findFreePort())
    await expect(query(database.db, 'select 1')).rejects.toThrow(DatabaseUnavailable)
    await expect(insert(database, 1)).rejects.toThrow(DatabaseUnavailable)
    await expect(database.ping()).rejects.toThrow(DatabaseUnavailable)
  })

  test('is unavailable after some seconds with an exhausted pool', async () => {
    const database = await connect(server.port, 1)
    let release = () => {}
    const held = database.transaction(() => new Promise<void>((resolve) => (release = resolve)))
    await expect(query(database.db, 'select 1')).rejects.toThrow(DatabaseUnavailable)
    release()
    await held
    await query(database.db, 'select 1')
  })

  test('retries the work after a serialization failure, up to five times', async () => {
    const database = await connect()
    await query(database.db, 'insert into things values (600, 0), (601, 0)')
    const failing = "do $$ begin raise exception using errcode = '40001'; end $$"
    let runs = 0
    const result = await database.transaction(async (trx) => {
      await query(trx, 'update things set n = n + 1 where id = 600')
      if (++runs < 3) await query(trx, failing)
      return runs
    })
    expect(result).toBe(3)
    expect(await query(database.db, 'select n from things where id = 600')).toEqual([{ n: 1 }])
    runs = 0
    const always = database.transaction((trx) => (runs++, query(trx, failing)))
    await expect(always).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(5)
  })

  test('completes two transactions that deadlocked', async () => {
    const database = await connect()
    await query(database.db, 'insert into things values (700, 0), (701, 0)')
    const listBoth = (first: number, second: number) =>
      database.transaction(async (trx) => {
        await query(trx, 'update things set n = n + 1 where id = $1', [first])
        await new Promise((resolve) => setTimeout(resolve, 50))
        await query(trx, 'update things set n = n + 1 where id = $1', [second])
      })
    await Promise.all([listBoth(700, 701), listBoth(701, 700)])
    expect(await query(database.db, 'select n from things where id >= 700 and id < 702')).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('reports a statement that the server ended after five seconds as unavailable', async () => {
    const database = await connect()
    const startedAt = Date.now()
    await expect(query(database.db, 'select pg_sleep(9)')).rejects.toThrow(DatabaseUnavailable)
    expect(Date.now() - startedAt).toBeLessThan(8_900)
  })

  test('caches the plans of a bounded number of statements', async () => {
    const database = await connect(server.port, 1)
    await database.db.query(sql`select 1 as custom`, { plan: 'custom' })
    for (let n = 0; n < 600; n++) await query(database.db, `select ${n} as n where $1`, [true])
    const [prepared] = await query<{ n: number; custom: boolean }>(
      database.db,
      `select count(*) as n, bool_or(statement like '%as custom') as custom from pg_prepared_statements`,
    )
    expect(prepared!.n).toBeGreaterThan(400)
    expect(prepared!.n).toBeLessThanOrEqual(500)
    expect(prepared!.custom).toBe(false)
  })
})
