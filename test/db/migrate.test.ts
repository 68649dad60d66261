import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'
import { startChild } from './child.ts'
import { query } from '../support/sql-text.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-migrations-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Creates a folder of migrations from SQL by name, without extension. */
function createFolder(files: Record<string, string>): string {
  const path = mkdtempSync(join(dir, 'set-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, `${name}.sql`), text)
  return path
}
const first = { '20261120T0900_one': 'create table one (id int);\ninsert into one values (1);' }
const both = { ...first, '20261120T0910_two': 'create table two (id int);\ncreate index on two (id)' }

describe('migrations on the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ memory: true, dataDir: '' })
  })
  afterAll(() => database.close())

  test('apply what is missing, in order', async () => {
    expect(await applyMigrations(database, createFolder(first))).toEqual(['20261120T0900_one.sql'])
    expect(await applyMigrations(database, createFolder(both))).toEqual(['20261120T0910_two.sql'])
    expect(await applyMigrations(database, createFolder(both))).toEqual([])
    expect(await query(database.db, 'select name from schema_migrations order by name')).toHaveLength(2)
  })

  test('refuse a file that was changed after it was applied', async () => {
    const changed = createFolder({ ...both, '20261120T0900_one': 'create table other (id int)' })
    await expect(applyMigrations(database, changed)).rejects.toThrow(
      '20261120T0900_one.sql was changed after it was applied',
    )
  })

  test('leave nothing of a file that fails, and name it', async () => {
    const failing = createFolder({ ...both, '20261120T0920_three': 'create table three (id int); select 1 / 0' })
    await expect(applyMigrations(database, failing)).rejects.toThrow('20261120T0920_three.sql: division by zero')
    expect(await query(database.db, `select to_regclass('three') as three`)).toEqual([{ three: null }])
    const fixed = createFolder({ ...both, '20261120T0920_three': 'create table three (id int)' })
    expect(await applyMigrations(database, fixed)).toEqual(['20261120T0920_three.sql'])
  })

  test('refuse a database of a development version, and change nothing', async () => {
    const old = await openDatabase({ memory: true, dataDir: '' })
    onTestFinished(() => old.close())
    await applyMigrations(old, createFolder({ '20261120T0900_identity': 'create table users (id int)' }))
    await expect(applyMigrations(old)).rejects.toThrow(
      'created by a development version before 0.1, which cannot be upgraded',
    )
    expect(await query(old.db, 'select name from schema_migrations')).toHaveLength(1)
  })

  test('refuse a database that a newer version has migrated, and change nothing', async () => {
    const newer = await openDatabase({ memory: true, dataDir: '' })
    onTestFinished(() => newer.close())
    await applyMigrations(newer, createFolder(both))
    const older = createFolder({ ...first, '20261120T0905_between': 'create table between_them (id int)' })
    await expect(applyMigrations(newer, older)).rejects.toThrow(
      'migrated by a newer version of svc (20261120T0910_two.sql): start that version, or restore the backup',
    )
    expect(await query(newer.db, 'select name from schema_migrations')).toHaveLength(2)
  })

  test('refuse a file name without a timestamp', async () => {
    await expect(applyMigrations(database, createFolder({ one: 'select 1' }))).rejects.toThrow('one.sql')
  })
})

describe('snapshots of the embedded database', () => {
  const third = { ...both, '20261120T0920_three': 'drop table one' }

  async function migrateFolder(dataDir: string, files: Record<string, string>): Promise<string[]> {
    const database = await openDatabase({ dataDir })
    try {
      return await applyMigrations(database, createFolder(files))
    } finally {
      await database.close()
    }
  }

  const listSnapshots = (dataDir: string) => readdirSync(join(dataDir, 'snapshots'))

  test('are created before a migration of existing data, and open as it was', async () => {
    const dataDir = mkdtempSync(join(dir, 'data-'))
    await migrateFolder(dataDir, both)
    expect(existsSync(join(dataDir, 'snapshots'))).toBe(false)
    await migrateFolder(dataDir, third)
    const [name] = listSnapshots(dataDir)
    expect(listSnapshots(dataDir)).toHaveLength(1)
    const restored = mkdtempSync(join(dir, 'restored-'))
    renameSync(join(dataDir, 'snapshots', name!), join(restored, 'database'))
    const database = await openDatabase({ dataDir: restored })
    onTestFinished(() => database.close())
    expect(await query(database.db, 'select id from one')).toEqual([{ id: 1 }])
  })

  test('are not created without pending migrations; the last three are retained', async () => {
    const dataDir = mkdtempSync(join(dir, 'data-'))
    await migrateFolder(dataDir, first)
    await migrateFolder(dataDir, first)
    expect(existsSync(join(dataDir, 'snapshots'))).toBe(false)
    const old = ['20250101T000000Z', '20250102T000000Z', '20250103T000000Z', '20250104T000000Z.partial']
    for (const name of [...old, 'my-own']) mkdirSync(join(dataDir, 'snapshots', name), { recursive: true })
    await migrateFolder(dataDir, both)
    const names = listSnapshots(dataDir)
    expect(names).toHaveLength(4)
    expect(names).toEqual(expect.arrayContaining(['20250102T000000Z', '20250103T000000Z', 'my-own']))
  })
})

describe.skipIf(findBinaries() === undefined)('migrations on PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = (await startPostgres({ fsync: false }))!
  })
  afterAll(() => server.stop())

  test('apply each file once when processes start together', async () => {
    const slow = createFolder({ ...both, '20261120T0920_slow': 'select pg_sleep(0.3); create table slow (id int)' })
    const script = `
      const d = await openDatabase({ databaseUrl: argv[0], dataDir: '' })
      const names = await migrate(d, argv[1])
      say('applied ' + names.join(' '))
      await d.close()`
    const children = [1, 2, 3].map(() => startChild(script, [server.url(), slow]))
    const lines = await Promise.all(children.map((child) => child.waitForLine('')))
    const names = lines.flatMap((line) => line.split(' ').slice(1)).filter((name) => name !== '')
    expect(names.sort()).toEqual(['20261120T0900_one.sql', '20261120T0910_two.sql', '20261120T0920_slow.sql'])
  })

  test('may take longer than the statement timeout of a request', async () => {
    const database = await openDatabase({ databaseUrl: await server.createDatabase('patient'), dataDir: '' })
    const slow = createFolder({ '20261120T0900_slow': 'select pg_sleep(5.5)' })
    expect(await applyMigrations(database, slow)).toEqual(['20261120T0900_slow.sql'])
    await database.close()
  })
})
