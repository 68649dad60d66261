import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { doctorCommand } from '../../src/commands/cli/doctor.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { PoolerMode } from '../../src/db/pooler.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { copyTemplate } from '../support/databases.ts'
import { findPgbouncer, prepareRole, startPgbouncer, toPoolerUrl, type TestPooler } from '../support/pgbouncer.ts'
import { withClient } from '../support/postgres.ts'

const started: TestPooler[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(started.splice(0).map((pooler) => pooler.stop()))
})
const startPooler = async (mode: PoolerMode) => {
  const pooler = await startPgbouncer(mode, { port: Number(new URL(inject('svc').postgresUrl!).port) })
  started.push(pooler)
  return pooler
}
const direct = await copyTemplate({ direct: true })
const name = new URL(direct).pathname.slice(1)

/** Starts a server; returns the error with which it refuses, or its warning. */
async function start(databaseUrl: string, pooler?: PoolerMode): Promise<string> {
  const database = await openDatabase({ databaseUrl, pooler, dataDir: '', pool: 1 })
  const warned: string[] = []
  const ended = await applyMigrations(database, undefined, (line) => warned.push(line)).then(
    () => 'ok',
    (error: Error) => error.message,
  )
  await database.close()
  return [ended, ...warned].join(' | ')
}

/** Returns the output of doctor about the database. */
async function runDoctor(databaseUrl: string, pooler?: PoolerMode): Promise<string> {
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
  const env = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'svc-doctor-')),
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
    ...(pooler && { DATABASE_POOLER: pooler }),
  }
  await doctorCommand(loadConfig(env)).catch(() => undefined)
  vi.restoreAllMocks()
  return /^.* database: .*$/m.exec(output)![0]
}

test('a start through a pooler without the setting says what to set', async () => {
  const pooled = toPoolerUrl(await startPooler('plain'), direct)
  const expected = /^DATABASE_URL is that of a pooler \(unsupported startup parameter.*: set DATABASE_POOLER/
  expect(await start(pooled)).toMatch(expected)
  expect(await runDoctor(pooled)).toMatch(/^not ok +database: DATABASE_URL is that of a pooler/)
})

test('a start names the statements that grant what the role lacks, and succeeds after them', async () => {
  const pooled = toPoolerUrl(await startPooler('plain'), direct)
  const refusal = await start(pooled, 'plain')
  expect(refusal).toMatch(/^DATABASE_POOLER is set, but the role lacks settings/)
  expect(await runDoctor(pooled, 'plain')).toContain(refusal)
  const statements = refusal.match(/ALTER ROLE [^;]+;/g)!
  expect(statements).toEqual([
    `ALTER ROLE postgres IN DATABASE ${name} SET statement_timeout = '5s';`,
    `ALTER ROLE postgres IN DATABASE ${name} SET idle_in_transaction_session_timeout = '30s';`,
  ])
  await withClient(direct, (client) => client.query(statements.join(' ')))
  // A new pooler has new server connections.
  const fresh = toPoolerUrl(await startPooler('plain'), direct)
  const [end, warning] = (await start(fresh, 'plain')).split(' | ')
  expect([end, warning]).toEqual(['ok', expect.stringContaining('SET jit = off;')])
  await prepareRole(direct)
  expect(await start(toPoolerUrl(await startPooler('plain'), direct), 'plain')).toBe('ok')
})

test("a statement timeout above the client's timeout is refused", async () => {
  await prepareRole(direct, { statement_timeout: '1min' })
  expect(await start(toPoolerUrl(await startPooler('plain'), direct), 'plain')).toContain(`statement_timeout = '5s';`)
  await prepareRole(direct)
})

test('named statements are refused where the pooler forwards their names, and used where it maps them', async () => {
  const plain = toPoolerUrl(await startPooler('plain'), direct)
  for (let n = 0; n < 3; n++) expect(await start(plain, 'named')).toMatch(/^DATABASE_POOLER is "named", but/)
  expect(await runDoctor(plain, 'plain')).toMatch(/responds through a pooler that does not carry named statements$/)
  expect(await runDoctor(direct)).toMatch(/responds directly$/)
  if (!findPgbouncer()!.supportsNamed) return
  const named = toPoolerUrl(await startPooler('named'), direct)
  expect(await start(named, 'named')).toBe('ok')
  expect(await runDoctor(named, 'named')).toMatch(/responds through a pooler that carries named statements$/)
  expect(await runDoctor(named, 'plain')).toMatch(/DATABASE_POOLER=named would be faster$/)
})
