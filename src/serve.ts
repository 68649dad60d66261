import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { isLoopbackHost, type Config } from './kernel/config/config.ts'
import type { Log } from './kernel/services/log.ts'
import { ensureDataDir } from './kernel/services/private-file.ts'
import type { Services } from './kernel/services/services.ts'
import type { Running } from './listen.ts'
import { openLog } from './log.ts'

export type { Running }

/** What a test brings along. */
export interface Brought {
  /** A database that is open already. It is closed with the server all the same. */
  database?: Database
  clock?: () => number
  /** Whether it sends and tells nothing: looking for what is due would be in the way of a test that counts statements. */
  idle?: boolean
}

/** The database a test brought, or the one of the settings, migrated; its failure is told to whoever awaits it. */
function openMigrated(config: Config, log: Log, brought: Database | undefined): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: pool, databasePooler: pooler } = config
  const open = async () => {
    const warn = (line: string) => log('warn', line)
    const database = brought ?? (await openDatabase({ databaseUrl, dataDir, pool, pooler, log: warn }))
    await migrate(database, undefined, warn)
    return database
  }
  const opening = open()
  opening.catch(() => undefined)
  return opening
}

/** Opens the database, migrates it, and listens. */
export async function start(given: Config, brought: Brought = {}): Promise<Running> {
  const lines: Logger | undefined = openLog(given)
  const log: Log = (level, message, fields) => lines?.[level](fields ?? {}, message)
  if (!given.databaseUrl) ensureDataDir(given.dataDir)
  const opening = openMigrated(given, log, brought.database)
  // The service itself, which is most of what there is to load, is loaded while the database is opened.
  const { listen } = await import('./listen.ts')
  const database = await opening
  return listen(given, { database, lines, log, clock: brought.clock, idle: brought.idle })
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Says where the server is and how to begin. */
function greet({ config, database }: Services): void {
  const { baseUrl, databaseUrl, redisUrl, role } = config
  if (role === 'worker')
    return void say(
      `svc does the background work of ${baseUrl} (${database.engine} database), and answers health`,
    )
  say(`Console:        ${baseUrl}/`)
  say(`svc answers at ${baseUrl} (${database.engine} database)`)
  say(`API pages:      ${baseUrl}/docs`)
  if (config.oidc.development) {
    say(`Session token:  npm run -s svc-server -- login --user ada`)
    say('The built-in development identity provider signs in anybody by name: never expose this server.')
    if (!isLoopbackHost(config.host))
      say(
        `HOST is ${config.host}: that provider answers callers on this machine alone all the same (in a container, ` +
          'those inside it). To let others sign in, set OIDC_ISSUER.',
      )
  }
  if (databaseUrl && !redisUrl)
    say('Rate limits:    each process counts for itself, since REDIS_URL is not set')
}

/** The `serve` command: starts, says how to begin, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  const running = await start(config)
  greet(running.services)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    say(`${signal}: finishing what runs`)
    void running.stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
}
