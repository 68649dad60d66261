import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planMigration, type Blocking } from '../../src/db/migration-plan.ts'
import { splitStatements } from '../../src/db/split-statements.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'

const setup = `
  create table items (id int primary key, name text not null, note text);
  insert into items select n, 'item ' || n from generate_series(1, 1000) n;
  create function count_items() returns trigger language plpgsql as $$ begin return null; end $$;`

/** Statements with what they block, of a table with 3,000,000 rows, and the estimated seconds. */
const statements: [sql: string, blocks: Blocking, seconds: number][] = [
  ['create table more (id int)', 'nothing', 0],
  ['create index items_name on items (name)', 'writes', 10],
  ['create unique index items_both on items (name, id)', 'writes', 10],
  ['alter table items add column added text', 'reads and writes', 0],
  ['alter table items add column twice int generated always as (id * 2) stored', 'reads and writes', 100],
  ['alter table items alter column note set not null', 'reads and writes', 1.5],
  ['alter table items add constraint positive check (id > 0)', 'reads and writes', 1.5],
  ['alter table items add constraint positive check (id > 0) not valid', 'reads and writes', 0],
  ['alter table items alter column id type bigint', 'reads and writes', 100],
  ['alter table items add constraint items_unique unique (name)', 'reads and writes', 10],
  ['create trigger count_them after insert on items execute function count_items()', 'writes', 0],
  [`update items set note = 'x; y' -- all of them`, 'the rows it changes', 100],
  ['delete from items', 'the rows it changes', 100],
  ['drop table items', 'reads and writes', 0],
]

const planStatements = (text: string) =>
  planMigration({ name: 'one.sql', text, checksum: '' }, new Map([['items', 3_000_000]])).statements

test.each(statements)('plans %s', (sql, blocks, seconds) => {
  expect(planStatements(`${sql};`)).toMatchObject([{ blocks, seconds }])
})

test('says that the duration of a code block is unknown', () => {
  expect(planStatements('do $$ begin perform 1; end $$')).toMatchObject([{ blocks: 'unknown', seconds: undefined }])
})

test('says that a table of the same migration blocks nothing', () => {
  const sql = 'create table added (id int); create index on added (id); alter table added add column x int'
  expect(planStatements(sql).map(({ blocks }) => blocks)).toEqual(['nothing', 'nothing', 'nothing'])
})

test.each([
  ['', []],
  ['select 1; select 2', ['select 1', 'select 2']],
  [`select ';'; -- a; b\nselect "a;b" /* ; */ from c;`, [`select ';'`, 'select "a;b"  from c']],
  [
    'create function f() as $body$ a; $$b;$$ $body$; select 1',
    ['create function f() as $body$ a; $$b;$$ $body$', 'select 1'],
  ],
  [`select 'it''s; so', 4 - 2 / 1`, [`select 'it''s; so', 4 - 2 / 1`]],
])('splits %j', (text, expected) => {
  expect(splitStatements(text)).toEqual(expected)
})

describe.skipIf(findBinaries() === undefined)('on PostgreSQL', () => {
  let server: TestServer
  let client: Client
  let items: number
  beforeAll(async () => {
    server = (await startPostgres({ fsync: false }))!
    client = new Client(await server.createDatabase('planned'))
    await client.connect()
    await client.query(setup)
    const { rows } = await client.query<{ oid: number }>(`select 'items'::regclass::oid::int as oid`)
    items = rows[0]!.oid
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  const BLOCKED_BY_MODE: Record<string, Blocking> = {
    RowExclusiveLock: 'the rows it changes',
    ShareLock: 'writes',
    ShareRowExclusiveLock: 'writes',
    AccessExclusiveLock: 'reads and writes',
  }

  test.each(statements)('takes the planned lock for %s', async (sql, blocks) => {
    await client.query('begin')
    if (/set not null/.test(sql)) await client.query(`update items set note = ''`)
    const before = await readModes()
    await client.query(sql)
    const modes = (await readModes()).filter((mode) => !before.includes(mode))
    await client.query('rollback')
    const strongest = ['AccessExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock', 'RowExclusiveLock'].find((mode) =>
      modes.includes(mode),
    )
    expect(strongest ? BLOCKED_BY_MODE[strongest] : 'nothing').toBe(blocks)
  })

  async function readModes(): Promise<string[]> {
    const { rows } = await client.query<{ mode: string }>(
      `select mode from pg_locks where pid = pg_backend_pid() and relation = ${items}`,
    )
    return rows.map(({ mode }) => mode)
  }
})
