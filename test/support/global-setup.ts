import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import type { TestProject } from 'vitest/node'
import { applyMigrations, migrationsDir } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { EmbeddedDatabase } from '../../src/db/pglite/embedded-database.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { registerDevIdentityProvider } from '../../src/oauth/dev-idp/routes.ts'
import { prepare } from '../../scripts/prepare.mjs'
import { chromiumPath } from './chromium.ts'
import { poolerModes, type PoolerMode } from '../../src/db/pooler.ts'
import { isSharded } from './databases.ts'
import { findPgbouncer, startPgbouncer } from './pgbouncer.ts'
import { citusSettings, findBinaries, startPostgres } from './postgres.ts'
import { deleteStatements } from './statements.ts'

const template = 'svc_template'

/** Starts what all test files share: an identity provider, a PostgreSQL server, and a migrated database per engine. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests run the build.
  await prepare()
  deleteStatements()
  if (!findBinaries())
    reportMissing('No PostgreSQL server binaries were found (pg_config, /usr/lib/postgresql/*/bin)', 'ON POSTGRESQL')
  if (!chromiumPath)
    reportMissing(
      'No Chromium was found (/usr/bin/chromium-headless-shell, /usr/bin/chromium, or the variable CHROMIUM)',
      'IN A BROWSER',
    )
  if (!findPgbouncer())
    reportMissing('No pgbouncer was found (/usr/sbin/pgbouncer, or the variable PGBOUNCER)', 'THROUGH A POOLER')
  const [identity, postgres, snapshotFile] = await Promise.all([startIdentity(), preparePostgres(), prepareSnapshot()])
  const pooler = postgres && findPgbouncer() ? await startPgbouncer(readPoolerMode(), postgres) : undefined
  project.provide('svc', {
    identityUrl: identity.url,
    postgresUrl: postgres?.url,
    template,
    pooler: pooler && { port: pooler.port, mode: pooler.mode },
    snapshotFile,
  })
  return async () => {
    await pooler?.stop()
    await Promise.all([identity.stop(), postgres?.stop()])
  }
}

/** Returns the pooler mode from TEST_POOLER, `plain` by default. */
function readPoolerMode(): PoolerMode {
  const mode = poolerModes.find((one) => one === (process.env.TEST_POOLER || 'plain'))
  if (!mode) throw new Error(`TEST_POOLER is "${process.env.TEST_POOLER}"; it must be one of ${poolerModes.join(', ')}`)
  return mode
}

function reportMissing(line: string, where: string): void {
  if (process.env.CI === 'true') throw new Error(`${line}: CI=true does not allow to skip its tests`)
  const rule = '!'.repeat(100)
  process.stderr.write(`\n${rule}\n${line}: EVERY TEST ${where} IS SKIPPED.\n${rule}\n\n`)
}

/** Starts the development provider alone, so that a user signs in once for all servers of a test file. */
async function startIdentity() {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-identity-'))
  const app = Fastify({ forceCloseConnections: true })
  let url = ''
  await registerDevIdentityProvider(app, loadConfig({ PORT: '0', DATA_DIR: dataDir }), () => url)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const stop = async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

async function preparePostgres() {
  const server = await startPostgres({ fsync: false, ...(isSharded && { settings: citusSettings }) })
  if (!server) return undefined
  const databaseUrl = await server.createDatabase(template)
  const database = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
  await applyMigrations(database)
  await database.close()
  return { url: server.url(), port: server.port, stop: server.stop }
}

/** Caches the dump until the migrations change: creating an embedded cluster takes seconds. */
async function prepareSnapshot(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'))
  for (const name of readdirSync(migrationsDir).sort()) {
    hash.update(name).update(readFileSync(join(migrationsDir, name)))
  }
  const folder = resolve('.svc')
  const file = join(folder, `test-database-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const database = (await openDatabase({ dataDir: '', memory: true })) as EmbeddedDatabase
  await applyMigrations(database)
  const dump = await database.dump()
  await database.close()
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) {
    if (old.startsWith('test-database-')) rmSync(join(folder, old), { force: true })
  }
  writeFileSync(`${file}.${process.pid}`, dump)
  renameSync(`${file}.${process.pid}`, file)
  return file
}
