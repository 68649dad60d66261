import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, type Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'
import { toSql, query } from '../support/sql-text.ts'

const engines = findBinaries() ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
let server: TestServer | null
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

interface Row {
  n: number
  filler: string
}
const many = `SELECT n, repeat('x', 200) AS filler FROM generate_series($1::int, 30000) n ORDER BY n`

describe.each(engines)('a cursor on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({
      databaseUrl: engine === 'postgres' ? server!.url() : undefined,
      dataDir: '',
      memory: true,
      pool: 2,
    })
  })
  afterAll(() => database.close())

  const checkQuery = async () => expect(await query(database.db, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  const streamRows = <T>(work: (batches: AsyncIterable<Row[]>) => Promise<T>, text = many) =>
    database.stream(toSql<Row>(text, [1]), work)

  test('returns every row once, in order, in batches', async () => {
    const sizes: number[] = []
    let next = 1
    await streamRows(async (batches) => {
      for await (const rows of batches) {
        sizes.push(rows.length)
        for (const row of rows) if (row.n !== next++) throw new Error(`${row.n} is out of order`)
      }
    })
    expect(next).toBe(30_001)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(sizes.length).toBeGreaterThan(10)
    await checkQuery()
  })

  test('sends a slow consumer no more than its buffer holds', async () => {
    const sizes: number[] = []
    await streamRows(async (batches) => {
      for await (const rows of batches) {
        sizes.push(rows.length)
        if (sizes.length < 5) await sleep(50)
      }
    })
    // Up to 64 KB already received when reading stopped are delivered as well.
    expect(Math.max(...sizes)).toBeLessThan(1500)
  })

  test('iterates over no rows and over few rows', async () => {
    const take = async (batches: AsyncIterable<Row[]>) => {
      const all: Row[] = []
      for await (const rows of batches) all.push(...rows)
      return all
    }
    expect(await streamRows(take, 'SELECT 1 AS n WHERE $1::int = 0')).toEqual([])
    expect(await streamRows(take, `SELECT $1::int AS n, NULL AS filler`)).toEqual([{ n: 1, filler: null }])
  })

  test('leaves nothing open when the consumer stops or fails', async () => {
    const first = await streamRows(async (batches) => {
      for await (const rows of batches) return rows[0]!.n
      return 0
    })
    expect(first).toBe(1)
    await checkQuery()
    const failing = streamRows(async (batches) => {
      for await (const rows of batches) throw new Error(`no room for ${rows[0]!.n}`)
    })
    await expect(failing).rejects.toThrow('no room for 1')
    await checkQuery()
  })

  test('reports an error in the middle', async () => {
    let seen = 0
    const text = 'SELECT n, 1 / (n - 20000) AS filler FROM generate_series($1::int, 30000) n'
    const broken = streamRows(async (batches) => {
      for await (const rows of batches) seen += rows.length
    }, text)
    await expect(broken).rejects.toMatchObject({ code: '22012' })
    expect(seen).toBeLessThan(20_000)
    await checkQuery()
  })

  test('runs one iteration at a time, with other statements in between', async () => {
    let running = 0
    let max = 0
    const streamOnce = () =>
      streamRows(async (batches) => {
        max = Math.max(max, ++running)
        for await (const _ of batches) await sleep(1)
        running--
      })
    await Promise.all([streamOnce(), streamOnce(), checkQuery(), streamOnce()])
    expect(max).toBe(1)
  })

  test('is unavailable without a server', async () => {
    const away = await openDatabase({ databaseUrl: 'postgres://u@127.0.0.1:1/x', dataDir: '' })
    const walking = away.stream(toSql(many, [1]), async () => undefined)
    await expect(walking).rejects.toBeInstanceOf(DatabaseUnavailable)
    await away.close()
  })
})
