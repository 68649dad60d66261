import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { applyMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { isLoopback, isLoopbackHost, type Config } from './core/config/config.ts'
import type { Log } from './core/log.ts'
import { ensureDataDir } from './core/private-file.ts'
import type { Dependencies } from './core/dependencies.ts'
import type { RunningServer } from './listen.ts'
import { openLog } from './log.ts'

export type { RunningServer }

interface ServerOverrides {
  /** An open database, closed with the server. */
  database?: Database
  clock?: () => number
  monotonic?: () => number
  /** Runs no jobs that send or notify, which would disturb tests that count statements. */
  withoutPolling?: boolean
}

/** Opens and migrates the database; the caller awaits errors. */
function openMigrated(config: Config, log: Log, provided: Database | undefined): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: pool, databasePooler: pooler } = config
  const open = async () => {
    const warn = (line: string) => log('warn', line)
    const database = provided ?? (await openDatabase({ databaseUrl, dataDir, pool, pooler, log: warn }))
    await applyMigrations(database, undefined, warn)
    return database
  }
  const opening = open()
  opening.catch(() => undefined)
  return opening
}

export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const logger: Logger | undefined = await openLog(config)
  const log: Log = (level, message, fields) => logger?.[level](fields ?? {}, message)
  if (!config.databaseUrl) ensureDataDir(config.dataDir)
  const opening = openMigrated(config, log, overrides.database)
  // The service is loaded while the database opens.
  const { listenOnDatabase } = await import('./listen.ts')
  const database = await opening
  const { clock, monotonic, withoutPolling } = overrides
  return listenOnDatabase(config, { database, logger: logger, log, clock, monotonic, withoutPolling })
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

function printWelcome({ config, database }: Dependencies): void {
  const { baseUrl, databaseUrl, redisUrl, role } = config
  if (role === 'worker')
    return void print(
      `svc is running the background jobs of ${baseUrl} (${database.engine} database) and answers health checks`,
    )
  print(`svc is listening on ${baseUrl} (${database.engine} database)`)
  print(`Console:        ${baseUrl}/`)
  print(`API pages:      ${baseUrl}/docs`)
  if (config.oidc.development) {
    print(`Session token:  npm run -s svc-server -- login --user ada`)
    print('Warning: the development identity provider signs in any user by name. Never expose this server.')
    if (!isLoopbackHost(config.host))
      print(
        `HOST is ${config.host}, but the development identity provider accepts only clients on this machine (in a ` +
          'container, those inside it). To let others sign in, set ACCOUNTS=on or OIDC_ISSUER.',
      )
  } else if (isLoopback(baseUrl) && !isLoopbackHost(config.host))
    print('Note:           open it on this machine. For other machines, set BASE_URL to the address that they open')
  if (databaseUrl && !redisUrl) print('Rate limits:    per process, since REDIS_URL is not set')
}

/** Prints the link for the first account, if there is none. */
async function printSetupLink(services: Dependencies): Promise<void> {
  if (services.config.role === 'worker' || services.config.accounts.mode === 'off') return
  const { createSetupLink } = await import('./oauth/accounts/setup.ts')
  const link = await createSetupLink(services)
  if (link !== undefined) print(`First account:  ${link} (valid for 1 hour, once)`)
}

export async function runServeCommand(config: Config): Promise<void> {
  const running = await startServer(config)
  printWelcome(running.services)
  await printSetupLink(running.services)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    print(`${signal}: finishing requests and jobs in flight`)
    void running.stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
}
