import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainStartupError } from '../../src/commands/cli/startup-error.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { unpackDatabase } from '../support/spawn.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-damaged-'))
const whole = join(folder, 'whole')

beforeAll(() => {
  mkdirSync(whole)
  unpackDatabase(whole)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each<[string, (database: string) => void]>([
  ['a truncated pg_control', (database) => truncateSync(join(database, 'global', 'pg_control'), 100)],
  ['no log', (database) => rmSync(join(database, 'pg_wal'), { recursive: true })],
  ['no version file', (database) => rmSync(join(database, 'PG_VERSION'))],
])('a data folder with %s is refused in one sentence that names it', async (what, damage) => {
  const dataDir = join(folder, what.replaceAll(/\W/g, '-'))
  cpSync(join(whole, 'database'), join(dataDir, 'database'), { recursive: true })
  damage(join(dataDir, 'database'))
  const output: string[] = []
  const error = await openDatabase({ dataDir, log: (line) => output.push(line) }).then(
    (database) => database.close(),
    (error: unknown) => error,
  )
  const line = explainStartupError(error)
  expect(line).toMatch(/^DATA_DIR .* cannot be opened \(.+\): if its files are damaged, restore it from a backup$/)
  expect(line).toContain(dataDir)
  expect(output).toEqual([])
})
