import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { EmbeddedDatabase } from '../../src/db/pglite/embedded-database.ts'
import { vacuumTables } from '../../src/db/pglite/maintenance.ts'
import { chooseSize } from '../resilience/sizes.ts'
import { startChild } from './child.ts'
import { query } from '../support/sql-text.ts'

const endless = 'with recursive n as (select 1 union all select 1 from n) select count(*) from n'
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-embedded-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const openFolder = async (options: { limit?: number; log?: (line: string) => void } = {}) =>
  (await openDatabase({ dataDir, ...options })) as EmbeddedDatabase

describe('the embedded database on disk', () => {
  test('syncs to disk once per commit, and not for a read', async () => {
    const database = await openFolder()
    await query(database.db, 'create table things (id int primary key)')
    const before = await database.syncs()
    for (let id = 0; id < 10; id++) {
      await database.transaction((trx) => query(trx, 'insert into things values ($1)', [id]))
      await query(database.db, 'select count(*) from things')
    }
    expect((await database.syncs()) - before).toBe(10)
    await database.close()
  })

  test('refuses a second process with one line, and admits it once the first has closed', async () => {
    const database = await openFolder()
    const script = `const d = await openDatabase({ dataDir: argv[0] }); say('opened'); await d.close()`
    const refused = startChild(script, [dataDir])
    expect(await refused.waitForLine('')).toBe(`failed DATA_DIR ${dataDir} is in use by another svc process`)
    await expect(openFolder()).rejects.toThrow('is in use by another svc process')
    await database.close()
    const allowed = startChild(script, [dataDir])
    await allowed.waitForLine('opened')
    // The first process owns the folder until it has closed.
    await allowed.exited
  })

  test('loses nothing acknowledged when the process is killed, and frees the folder immediately', async () => {
    const script = `
      const d = await openDatabase({ dataDir: argv[0] })
      const mine = Number(argv[1])
      for (let n = 0; ; n++) {
        await d.transaction((trx) => query(trx, 'insert into things values ($1)', [mine + n]))
        say('wrote ' + (mine + n))
      }`
    for (let round = 1; round <= chooseSize(1, 3); round++) {
      const child = startChild(script, [dataDir, String(round * 100_000)])
      await child.waitForLine(`wrote ${round * 100_000 + 20}`)
      child.process.kill('SIGKILL')
      await child.exited
      const database = await openFolder()
      const stored = await query<{ id: number }>(database.db, 'select id from things where id >= $1', [round * 100_000])
      const ids = new Set(stored.map(({ id }) => id))
      const lost = child.lines.filter((line) => line.startsWith('wrote ') && !ids.has(Number(line.slice(6))))
      expect(lost).toEqual([])
      expect(ids.size).toBeGreaterThan(20)
      await database.close()
    }
  })

  test('admits one of many processes that start concurrently after a kill', async () => {
    const script = `
      const d = await openDatabase({ dataDir: argv[0] })
      say('opened')
      await new Promise((resolve) => setTimeout(resolve, 60_000))`
    const killed = startChild(script, [dataDir])
    await killed.waitForLine('opened')
    killed.process.kill('SIGKILL')
    await killed.exited
    const many = chooseSize(3, 5)
    const children = Array.from({ length: many }, () => startChild(script, [dataDir]))
    const outcomes = await Promise.all(children.map((child) => child.waitForLine('')))
    expect(outcomes.filter((line) => line === 'opened')).toHaveLength(1)
    expect(outcomes.filter((line) => line.includes('is in use'))).toHaveLength(many - 1)
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.exited))
    const database = await openFolder()
    await database.close()
    expect(readdirSync(join(dataDir, '.lock'))).toEqual([])
  })

  test('works in a folder with a long name', async () => {
    const long = join(dataDir, 'l'.repeat(120))
    cpSync(join(dataDir, 'database'), join(long, 'database'), { recursive: true })
    const database = await openDatabase({ dataDir: long })
    await expect(openDatabase({ dataDir: long })).rejects.toThrow('in use')
    await database.close()
  })

  test('ends a statement that never ends, and those queued behind it, and then recovers', async () => {
    const lines: string[] = []
    const database = await openFolder({ limit: 1_000, log: (line) => lines.push(line) })
    await query(database.db, 'insert into things values (-1)')
    const startedAt = Date.now()
    await expect(query(database.db, `update things set id = 0 where (${endless}) = 0`)).rejects.toThrow(
      DatabaseUnavailable,
    )
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(await query(database.db, 'select id from things where id < 0')).toEqual([{ id: -1 }])
    expect(lines.join()).toContain('no response within 1000 ms')
    // Reads are ended once too: a retry would take as long again.
    lines.length = 0
    await expect(query(database.db, `select id from things where (${endless}) = 0`)).rejects.toThrow(
      DatabaseUnavailable,
    )
    expect(lines.filter((line) => line.includes('no response within'))).toHaveLength(1)
    await database.close()
  })

  test('vacuums and analyzes the tables that were written to', async () => {
    const database = await openFolder()
    await query(database.db, 'create table worn as select n from generate_series(1, 1000) n')
    await query(database.db, 'delete from worn where n > 100')
    const dependencies = { isIdle: () => true, statementCount: () => 0, session: database.session.bind(database) }
    expect(await vacuumTables(dependencies)).toBeGreaterThan(0)
    expect(await vacuumTables(dependencies)).toBe(0)
    const [pages] = await query<{ n: number }>(
      database.db,
      `select reltuples as n from pg_class where relname = 'worn'`,
    )
    expect(pages).toEqual({ n: 100 })
    await database.close()
  })
})

describe('the embedded database in memory', () => {
  test('opens a dump as the same database, quickly', async () => {
    const created = readFileSync(inject('svc').snapshotFile)
    const first = (await openDatabase({ memory: true, dataDir: '', snapshot: created })) as EmbeddedDatabase
    await query(first.db, 'create table things (id int primary key)')
    await query(first.db, 'insert into things values (1)')
    const snapshot = await first.dump()
    await first.close()
    const copy = await openDatabase({ memory: true, dataDir: '', snapshot })
    await query(copy.db, 'insert into things values (2)')
    expect(await query(copy.db, 'select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }])
    await copy.close()
    await expect(query(copy.db, 'select 1')).rejects.toThrow(DatabaseUnavailable)
  })
})
