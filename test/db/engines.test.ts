import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'
import { lookUpText, toSql, query } from '../support/sql-text.ts'

interface Row {
  value: unknown
}
const readValue = async (db: Db, text: string, parameters: unknown[] = []) =>
  (await query<Row>(db, text, parameters))[0]?.value

// Skips PostgreSQL where its programs are missing; the global setup prints a warning.
const engines = findBinaries() ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
let server: TestServer | null
const open: Database[] = []

beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(async () => {
  await Promise.all(open.map((database) => database.close()))
  await server?.stop()
})

/** SQL expressions, each with its value in both engines. */
const literals: [string, unknown][] = [
  [`'2026-11-20 09:20:13.123+00'::timestamptz`, '2026-11-20T09:20:13.123Z'],
  [`'2026-11-20 09:20:13+00'::timestamptz`, '2026-11-20T09:20:13.000Z'],
  [`'2026-11-20 09:20:13.1+00'::timestamptz`, '2026-11-20T09:20:13.100Z'],
  [`'2026-11-20 09:20:13.12+00'::timestamptz`, '2026-11-20T09:20:13.120Z'],
  [`'2026-11-20 09:20:13.123999+00'::timestamptz`, '2026-11-20T09:20:13.123Z'],
  [`'2026-11-20T23:30:00.5-02:30'::timestamptz`, '2026-11-21T02:00:00.500Z'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`array['2026-11-20 09:20:13+00'::timestamptz, null]`, ['2026-11-20T09:20:13.000Z', null]],
  [`'2026-11-20'::date`, '2026-11-20'],
  [`array['2026-11-20'::date]`, ['2026-11-20']],
  [`7::int2`, 7],
  [`7::int4`, 7],
  [`9007199254740991::int8`, 9007199254740991],
  [`count(*)`, 1],
  [`12.50::numeric`, 12.5],
  [`0.1::float8`, 0.1],
  [`1e300::float8`, 1e300],
  [`true`, true],
  [`null::text`, null],
  [`'x'::text`, 'x'],
  [`'a'::varchar(3)`, 'a'],
  [`'0190163d-8694-739b-aea5-966c26f8ad91'::uuid`, '0190163d-8694-739b-aea5-966c26f8ad91'],
  [`array['0190163d-8694-739b-aea5-966c26f8ad91'::uuid]`, ['0190163d-8694-739b-aea5-966c26f8ad91']],
  [`'{"a":[1,null,"x"]}'::jsonb`, { a: [1, null, 'x'] }],
  [`'{"a":1}'::json`, { a: 1 }],
  [`'null'::jsonb`, null],
  [`array['{"a":1}'::jsonb]`, [{ a: 1 }]],
  [`'{}'::text[]`, []],
  [`array['a', 'b,c', '"d\\', null, '{}', '']`, ['a', 'b,c', '"d\\', null, '{}', '']],
  [
    `array[[1,2],[3,4]]`,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [`array[1.5::numeric]`, [1.5]],
  [`array[9::int8]`, [9]],
  [`array[true, false]`, [true, false]],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  [`current_setting('TimeZone')`, 'UTC'],
  [`current_setting('transaction_isolation')`, 'read committed'],
]
/** Types, each with a parameter and the value read back. */
const parameters: [string, unknown, unknown?][] = [
  ['text', 'ünï ☃ \u{1f600}'],
  ['text', ''],
  ['text', null],
  ['text', undefined, null],
  ['int4', -5],
  ['int8', 9007199254740991],
  ['numeric', 1.25],
  ['float8', 1e-7],
  ['bool', false],
  ['date', '2024-02-29'],
  ['timestamptz', '2026-11-20T09:20:13.123Z'],
  ['timestamptz', new Date('2026-11-20T09:20:13.123Z'), '2026-11-20T09:20:13.123Z'],
  ['date', new Date('2026-11-20T23:20:13.123Z'), '2026-11-20'],
  ['jsonb', JSON.stringify({ a: [1, 'ü'] }), { a: [1, 'ü'] }],
  ['jsonb', '[1,2]', [1, 2]],
  ['text[]', ['a', 'b,c', '"', '\\', null, 'NULL', '', '{x}']],
  ['text[]', []],
  ['int4[]', [1, 2, 3]],
  ['uuid', '0190163d-8694-739b-aea5-966c26f8ad91'],
  ['bytea', Buffer.from([0, 1, 254, 255])],
]

describe.each(engines)('the %s engine', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(
      engine === 'postgres' ? { databaseUrl: server!.url(), dataDir: '' } : { memory: true, dataDir: '' },
    )
    open.push(database)
    await query(database.db, 'create table things (id int primary key, name text not null)')
  })
  test('returns every type as documented', async () => {
    for (const [sql, expected] of literals) {
      expect([sql, await readValue(database.db, `select ${sql} as value`)]).toEqual([sql, expected])
    }
  })

  test('accepts parameters of every type, and returns them', async () => {
    for (const [type, given, expected = given] of parameters) {
      expect([type, await readValue(database.db, `select $1::${type} as value`, [given])]).toEqual([type, expected])
    }
  })

  test('commits a transaction, whose writes are visible to itself alone until then', async () => {
    await database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [1, 'one'])
      expect(await readValue(trx, 'select name as value from things where id = $1', [1])).toBe('one')
      if (engine === 'postgres') {
        expect(await readValue(database.db, 'select name as value from things where id = $1', [1])).toBeUndefined()
      }
    })
    expect(await readValue(database.db, 'select name as value from things where id = $1', [1])).toBe('one')
  })

  test('rolls back and rethrows when the work throws', async () => {
    const failure = new Error('no')
    const work = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [2, 'two'])
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await readValue(database.db, 'select name as value from things where id = $1', [2])).toBeUndefined()
  })

  test('rejects a transaction whose failed statement was swallowed', async () => {
    const work = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [3, 'three'])
      await query(trx, 'insert into things values ($1, $2)', [3, 'three']).catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await readValue(database.db, 'select name as value from things where id = $1', [3])).toBeUndefined()
  })

  test('never commits a statement left over from a failed transaction', async () => {
    const left: Promise<unknown>[] = []
    const work = database.transaction(async (trx) => {
      left.push(query(trx, 'select 1 / 0').catch(() => {}))
      left.push(query(trx, 'insert into things values ($1, $2)', [4, 'four']).catch(() => {}))
      await left[0]
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await Promise.all(left)
    expect(await readValue(database.db, 'select name as value from things where id = $1', [4])).toBeUndefined()
  })

  test('commits together with the last statement, once', async () => {
    await database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [20, 'twenty'])
      await trx.queryAndCommit(toSql('insert into things values ($1, $2)', [21, 'twenty-one']))
    })
    expect(await readValue(database.db, 'select count(*)::int as value from things where id in (20, 21)')).toBe(2)
  })

  test('commits nothing when the last statement fails, and stays usable', async () => {
    const work = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [22, 'twenty-two'])
      await trx.queryAndCommit(toSql('insert into things values ($1, $2)', [22, 'again']))
    })
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'things_pkey' })
    expect(await readValue(database.db, 'select name as value from things where id = $1', [22])).toBeUndefined()
  })

  test('reports the error of an unawaited statement when the next one fails because of it', async () => {
    const work = database.transaction(async (trx) => {
      query(trx, 'select 1 / 0').catch(() => {})
      await query(trx, 'select 1')
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })

  test('commits nothing when an unawaited statement before the last fails', async () => {
    const work = database.transaction(async (trx) => {
      await query(trx, 'insert into things values ($1, $2)', [23, 'twenty-three'])
      const hidden = query(trx, 'select 1 / 0')
      hidden.catch(() => {})
      await trx.queryAndCommit(toSql('insert into things values ($1, $2)', [24, 'twenty-four']))
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await readValue(database.db, 'select count(*)::int as value from things where id in (23, 24)')).toBe(0)
  })

  test('rejects a statement after the last', async () => {
    const work = database.transaction(async (trx) => {
      await trx.queryAndCommit(toSql('insert into things values ($1, $2)', [25, 'twenty-five']))
      await query(trx, 'insert into things values ($1, $2)', [26, 'twenty-six'])
    })
    await expect(work).rejects.toThrow('ended')
    expect(await readValue(database.db, 'select count(*)::int as value from things where id in (25, 26)')).toBe(1)
  })

  test('resolves each of many batched lookups, also beside one that fails', async () => {
    const lookups = Array.from({ length: 60 }, (_, n) =>
      n === 30
        ? lookUpText(database.db, 'select 1 / $1::int as value', [0]).catch((error: { code: string }) => error.code)
        : lookUpText(database.db, 'select $1::int as value', [n]),
    )
    const expected = lookups.map((_, n) => (n === 30 ? '22012' : [{ value: n }]))
    expect(await Promise.all(lookups)).toEqual(expected)
  })

  test('reports a constraint by code and name', async () => {
    await query(database.db, 'insert into things values ($1, $2)', [5, 'five'])
    const again = query(database.db, 'insert into things values ($1, $2)', [5, 'five'])
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'things_pkey', table: 'things' })
  })

  test('counts statements, not the transaction around them', async () => {
    const before = database.statementCount()
    await query(database.db, 'select 1')
    await database.transaction(async (trx) => {
      await query(trx, 'select 1')
      await trx.query(sql`select 2`, { plan: 'custom' })
    })
    expect(database.statementCount() - before).toBe(3)
  })

  test('survives a migration that changes the result of a cached plan', async () => {
    const text = 'select * from things where id = $1'
    await query(database.db, text, [5])
    await query(database.db, `alter table things add column size int default 1`)
    expect(await query(database.db, text, [5])).toEqual([{ id: 5, name: 'five', size: 1 }])
    await query(database.db, `alter table things add column more int default 2`)
    expect(await lookUpText(database.db, text, [5])).toEqual([{ id: 5, name: 'five', size: 1, more: 2 }])
    await query(database.db, `alter table things add column most int default 3`)
    expect(await lookUpText(database.db, text, [5])).toEqual([{ id: 5, name: 'five', size: 1, more: 2, most: 3 }])
    await query(database.db, `alter table things drop column most`)
    const rows = await database.transaction((trx) => query(trx, text, [5]))
    expect(rows).toEqual([{ id: 5, name: 'five', size: 1, more: 2 }])
  })

  test('runs many transactions and statements concurrently', async () => {
    await query(database.db, 'create table counter (n int)')
    await query(database.db, 'insert into counter values (0)')
    const increment = () => database.transaction((trx) => query(trx, 'update counter set n = n + 1'))
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? increment() : query(database.db, 'select 1'))))
    expect(await query(database.db, 'select n from counter')).toEqual([{ n: 25 }])
  })

  test('has the extension of the search index', async () => {
    await query(database.db, 'create extension btree_gin')
    await query(database.db, 'create table words (owner uuid, grams int[])')
    await query(database.db, 'create index on words using gin (owner, grams)')
    const owner = '0190163d-8694-739b-aea5-966c26f8ad91'
    await query(database.db, 'insert into words select $1, array[n % 7, n] from generate_series(1, 500) n', [owner])
    await database.transaction(async (trx) => {
      await query(trx, 'set local enable_seqscan = off')
      const sql = 'select count(*)::int as value from words where owner = $1 and grams @> array[3]'
      expect(await readValue(trx, sql, [owner])).toBe(72)
    })
  })

  test('responds to a ping', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
  })
})
