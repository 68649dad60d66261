import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolerMode } from '../../src/db/pooler.ts'
import { findFreePort, findUnprivilegedUser, withClient } from './postgres.ts'
import { startProgram } from './program.ts'

/** pgbouncer in transaction mode in front of a PostgreSQL server; ends with the process. */
export interface TestPooler {
  readonly port: number
  readonly mode: PoolerMode
  stop(): Promise<void>
}

interface PgbouncerProgram {
  path: string
  /** True if it supports prepared statements across server connections. */
  supportsNamed: boolean
}

/** Finds the named pgbouncer, that of the variable PGBOUNCER, or the installed one. */
export function findPgbouncer(named = process.env.PGBOUNCER): PgbouncerProgram | undefined {
  for (const path of named ? [named] : ['pgbouncer', '/usr/sbin/pgbouncer']) {
    try {
      const output = execFileSync(path, ['-V'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
      const [, major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(output) ?? []).map(Number)
      return { path, supportsNamed: major > 1 || minor >= 21 }
    } catch {
      // It is not there.
    }
  }
  return undefined
}

/** Returns the URL of the same database through another port, of a pooler or proxy. */
export function toPoolerUrl({ port }: { port: number }, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

/** Role settings that the service requires behind a pooler (docs/databases.md). */
const roleSettings = {
  TimeZone: 'UTC',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  work_mem: '16MB',
}

/** Configures the role of a URL for its database; `changed` overrides settings, null omits one. */
export async function prepareRole(
  databaseUrl: string,
  changed: Partial<Record<keyof typeof roleSettings, string | null>> = {},
): Promise<void> {
  const settings = Object.entries({ ...roleSettings, ...changed }).filter(([, value]) => value !== null)
  const database = new URL(databaseUrl).pathname.slice(1)
  const statements = settings.map(
    ([name, value]) => `alter role current_user in database "${database}" set ${name} = '${value}'`,
  )
  await withClient(databaseUrl, (client) => client.query(statements.join('; ')))
}

/**
 * Starts pgbouncer in front of the server. `size` limits its server connections per database, so few that clients share
 * them.
 */
export async function startPgbouncer(
  mode: PoolerMode,
  { port: server, size = 4, program }: { port: number; size?: number; program?: string },
): Promise<TestPooler> {
  const found = findPgbouncer(program)
  if (!found) throw new Error(program ? `${program} is no pgbouncer` : 'no pgbouncer on this machine')
  if (mode === 'named' && !found.supportsNamed)
    throw new Error(`${found.path} does not support prepared statements: set PGBOUNCER to version 1.21 or later`)
  const folder = mkdtempSync(join(tmpdir(), 'svc-pgbouncer-'))
  const port = await findFreePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: size,
    max_client_conn: 1000,
    // Seconds between connection attempts; the default of 15 would use most of a test's timeout.
    server_login_retry: 1,
    // Tests use many databases for a short time, and server connections are limited.
    server_idle_timeout: 5,
    ...(found.supportsNamed && { max_prepared_statements: mode === 'named' ? 500 : 0 }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${server}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const user = findUnprivilegedUser()
  if (user) for (const path of [folder, file, join(folder, 'users')]) chownSync(path, user.uid, user.gid)
  const running = await startProgram([found.path, '-q', file], port, { asUser: true })
  return {
    port,
    mode,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
