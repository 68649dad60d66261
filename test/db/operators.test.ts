import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { doctorCommand } from '../../src/commands/cli/doctor.ts'
import { explainStartupError } from '../../src/commands/cli/startup-error.ts'
import { DatabaseUnavailable, type Database } from '../../src/db/database.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { createAuthority } from '../support/certificates.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'
import { lookUpText, query } from '../support/sql-text.ts'

/** Connections that the server allows to roles other than superusers. */
const room = 5

describe.skipIf(findBinaries() === undefined)('PostgreSQL as operators configure it', () => {
  let server: TestServer
  let admin: Database
  const open: Database[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-operators-'))
  const connectAs = async (url: string, pool = 10, log?: (line: string) => void) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', pool, log })
    open.push(database)
    return database
  }
  const buildUrl = (database = 'svc') => `postgres://svc@127.0.0.1:${server.port}/${database}`

  beforeAll(async () => {
    const settings = { max_connections: room + 3, superuser_reserved_connections: 3 }
    server = (await startPostgres({ fsync: false, settings }))!
    admin = await openDatabase({ databaseUrl: server.url(), dataDir: '', pool: 1 })
    await query(admin.db, 'create role svc login')
    for (const name of ['svc', 'locked']) await server.createDatabase(name)
    await query(admin.db, 'alter database svc owner to svc')
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(open.splice(0).map((database) => database.close()))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await admin.close()
    await server.stop()
  })

  test("a pool larger than the server's connection limit serves everything, and warns once", async () => {
    const lines: string[] = []
    const database = await connectAs(buildUrl(), 20, (line) => lines.push(line))
    for (let round = 0; round < 3; round++) {
      const work = Array.from({ length: 40 }, (_, i) =>
        i % 3 === 0
          ? lookUpText(database.db, 'select pg_sleep(0.01)')
          : i % 3 === 1
            ? query(database.db, 'select pg_sleep(0.01)')
            : database.transaction((trx) => query(trx, 'select pg_sleep(0.01)')),
      )
      await Promise.all([...work, database.ping()])
    }
    await sleep(1_500)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/max_connections 8, of which 3 are reserved.* has [1-5] of 18 .*Lower DATABASE_POOL/)
  })

  test('a start waits for connections of the role, then fails with the numbers to change', async () => {
    const held = await connectAs(buildUrl(), 1)
    await query(admin.db, 'alter role svc connection limit 1')
    await query(held.db, 'select 1')
    const second = await connectAs(buildUrl(), 4)
    const waiting = query(second.db, 'select 1 as one')
    await sleep(300)
    await held.close()
    expect(await waiting).toEqual([{ one: 1 }])
    await second.close()
    const busy = await connectAs(buildUrl(), 1)
    await query(busy.db, 'select 1')
    const third = await connectAs(buildUrl(), 1)
    const error = await query(third.db, 'select 1').catch((cause: unknown) => cause)
    await query(admin.db, 'alter role svc connection limit -1')
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(explainStartupError(error)).toMatch(/^DATABASE_URL: .*raise max_connections or the CONNECTION LIMIT/)
  })

  test('doctor compares DATABASE_POOL with the connection limit of the server', async () => {
    let output = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
    const settings = { DATABASE_URL: buildUrl(), SECRET_KEYS: `1:${'A'.repeat(43)}=`, DATA_DIR: folder }
    await doctorCommand(loadConfig({ ...settings, DATABASE_POOL: '4' })).catch(() => undefined)
    expect(output).toMatch(/^ok {6}database connections: DATABASE_POOL is 4 in each process, of 5/m)
    await doctorCommand(loadConfig(settings)).catch(() => undefined)
    expect(output).toMatch(/^warning database connections: .*of 5 .*: set it to 4 or fewer, or raise the limit$/m)
  })

  test('idle sessions are not ended by a timeout of the role', async () => {
    await query(admin.db, `alter role svc set idle_session_timeout = '100ms'`)
    const database = await connectAs(buildUrl(), 2)
    const startSession = () => query<{ pid: number }>(database.db, 'select pg_backend_pid() as pid')
    const before = await startSession()
    await sleep(400)
    expect(await startSession()).toEqual(before)
    await query(admin.db, 'alter role svc reset idle_session_timeout')
  })

  test('a missing privilege is no outage, and the error says what to grant', async () => {
    const owner = await connectAs(server.url('svc'), 1)
    await query(owner.db, 'create table others (id int)')
    const database = await connectAs(buildUrl(), 2)
    for (const text of ['select * from others', 'insert into others values (1)']) {
      const error = await query(database.db, text).catch((cause: unknown) => cause)
      expect(error).not.toBeInstanceOf(DatabaseUnavailable)
      expect(String(error)).toMatch(/permission denied for table others: GRANT it to the role/)
    }
    const inside = database.transaction((trx) => query(trx, 'delete from others'))
    await expect(inside).rejects.not.toBeInstanceOf(DatabaseUnavailable)
  })

  test.each([
    [
      'a role without CREATE',
      () => buildUrl('locked'),
      /permission denied for schema public: GRANT .*CREATE ON SCHEMA/,
    ],
    ['a missing database', () => buildUrl('nowhere'), /"nowhere" does not exist: create it: CREATE DATABASE/],
    ['a server without TLS', () => `${buildUrl()}?sslmode=verify-full`, /remove sslmode from DATABASE_URL/],
  ])('%s is refused with the value to write', async (_, url, words) => {
    const database = await connectAs(url(), 1)
    const error = await applyMigrations(database).catch((cause: unknown) => cause)
    expect(explainStartupError(error)).toMatch(words)
    expect(explainStartupError(error)).toMatch(/^DATABASE_URL: /)
  })

  test('a private certificate authority is reported as missing, and accepted through sslrootcert', async () => {
    const authority = createAuthority()
    const port = await requestTls(server.port, authority.issueCertificate({ names: ['localhost'] }))
    const url = `postgres://svc@localhost:${port}/svc?sslmode=verify-full`
    const strange = await connectAs(url, 1)
    const error = await query(strange.db, 'select 1').catch((cause: unknown) => cause)
    expect(explainStartupError(error)).toMatch(/^DATABASE_URL: .*add sslrootcert=\/path\/ca\.pem/)
    const file = path.join(folder, 'ca.pem')
    writeFileSync(file, authority.cert)
    const known = await connectAs(`${url}&sslrootcert=${file}`, 1)
    expect(await query(known.db, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

/** Starts a TLS proxy before a server that accepts the SSLRequest of PostgreSQL; returns the port. */
function requestTls(port: number, certificate: { cert: string; key: string }): Promise<number> {
  return new Promise((resolve) => {
    const listening = createServer((plain) => {
      plain.on('error', () => {})
      plain.once('data', () => {
        plain.write('S')
        const secure = new TLSSocket(plain, { isServer: true, ...certificate })
        const behind = connect(port, '127.0.0.1')
        for (const socket of [secure, behind]) socket.on('error', () => plain.destroy())
        secure.pipe(behind).pipe(secure)
      })
    })
    listening.unref().listen(0, 'localhost', () => resolve((listening.address() as AddressInfo).port))
  })
}
