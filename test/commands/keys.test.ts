import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { replaceKeyChecks, loadVerifiedKeyring } from '../../src/core/crypto/key-checks.ts'
import { query } from '../support/sql-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-keys-'))
const dataDir = join(folder, 'data')
const keyFile = join(dataDir, 'secret-keys')
const generateKey = () => randomBytes(32).toString('base64')
const [a, b, c] = [generateKey(), generateKey(), generateKey()]
let database: Database

beforeAll(async () => {
  database = await openDatabase({ dataDir, memory: true, snapshot: readFileSync(inject('svc').snapshotFile) })
  await applyMigrations(database)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Returns the error of a start with these keys, or nothing when it succeeds. */
const start = (SECRET_KEYS?: string): Promise<string | undefined> =>
  loadVerifiedKeyring(loadConfig({ DATA_DIR: dataDir, ...(SECRET_KEYS && { SECRET_KEYS }) }), database.db).then(
    () => undefined,
    (error: Error) => error.message,
  )
const forget = () => query(database.db, 'DELETE FROM secret_key_checks')

test('keys that did not encrypt the data are rejected by name, and a rotation succeeds', async () => {
  await forget()
  expect(await start(`1:${a}`)).toBeUndefined()
  expect(await start(`1:${a}`)).toBeUndefined()
  expect(await start(`1:${b}`)).toBe(
    'SECRET_KEYS has a key 1 other than the one this database was used with; restore that key',
  )
  expect(await start(`2:${b}`)).toBe(
    'SECRET_KEYS lacks the keys that this database was used with (version 1); add them after the new key',
  )
  expect(await start(`2:${b},1:${c}`)).toMatch(/^SECRET_KEYS has a key 1 other /)
  expect(await start(`2:${b},1:${a}`)).toBeUndefined()
  expect(await start(`2:${b}`)).toBeUndefined()
  expect(await start(`2:${c},1:${a}`)).toMatch(/^SECRET_KEYS has a key 2 other /)
  const stored = await query<{ text: string }>(database.db, 'SELECT k::text AS text FROM secret_key_checks k')
  expect(stored.map(({ text }) => text).join()).not.toContain(a)
})

test('of concurrent first starts on a new database, those with the same keys succeed', async () => {
  await forget()
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, i) => start(`1:${i % 2 ? a : b}`)))
  const [even, odd] = [0, 1].map((rest) => new Set(outcomes.filter((_, i) => i % 2 === rest)))
  expect([even!.size, odd!.size]).toEqual([1, 1])
  expect([...even!, ...odd!].filter((one) => one === undefined)).toHaveLength(1)
})

test('a missing key file is not created again beside the data; the loss can be accepted', async () => {
  await forget()
  rmSync(keyFile, { force: true })
  expect(await start()).toBeUndefined()
  const text = readFileSync(keyFile, 'utf8')
  rmSync(keyFile)
  expect(await start()).toMatch(/^DATA_DIR .*secret-keys is missing, and the database was used with its key; /)
  expect(existsSync(keyFile)).toBe(false)
  writeFileSync(keyFile, `1:${c}\n`, { mode: 0o600 })
  expect(await start()).toMatch(/^DATA_DIR .*secret-keys has a key 1 other /)
  writeFileSync(keyFile, text, { mode: 0o600 })
  expect(await start()).toBeUndefined()
})

test('an operator who lost the keys can continue with new ones', async () => {
  await forget()
  expect(await start(`1:${a}`)).toBeUndefined()
  await replaceKeyChecks(loadConfig({ DATA_DIR: dataDir, SECRET_KEYS: `1:${b}` }), database.db)
  expect(await start(`1:${b}`)).toBeUndefined()
  expect(await start(`1:${a}`)).toMatch(/^SECRET_KEYS has a key 1 other /)
})
