import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { takeCommands } from './cli/channel.ts'
import { commands } from './commands.ts'
import { openDatabase } from './db/open.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/database.ts'
import { startJobs } from './jobs.ts'
import { createActivity } from './identity/activity.ts'
import { carryOut } from './kernel/services/command.ts'
import { ConfigError, isLoopbackHost, type Config, withBaseUrl } from './kernel/config/config.ts'
import { openKeyring } from './kernel/services/key-checks.ts'
import { createLimits } from './kernel/limits/limits.ts'
import { createTurns } from './kernel/limits/turns.ts'
import { createMailer } from './kernel/services/mail.ts'
import { Metrics } from './kernel/services/metrics.ts'
import { createVerifier } from './kernel/oidc/oidc.ts'
import { ensureDataDir, makeFolder } from './kernel/services/private-file.ts'
import type { Services } from './kernel/services/services.ts'
import { createOutbox, type WebhookOutbox } from './resources/webhooks/delivery/fan-out.ts'
import { startWorker } from './resources/webhooks/delivery/worker.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'
import { createTokenLookup } from './identity/token-lookup.ts'

/** A running server. */
export interface Running {
  app: FastifyInstance
  services: Services
  /** Where it answers. */
  url: string
  /** Refuses what is new, finishes what runs (10 s at most), writes what is collected, closes the database. */
  stop(): Promise<void>
}

/** What a test brings along. */
export interface Brought {
  /** Open already; closed with the server all the same. */
  database?: Database
  clock?: () => number
  /** Sends no webhooks: looking for them would be in the way of a test that counts statements. */
  idle?: boolean
}

/** Everything a process holds once, on an open and migrated database. */
export async function createServices(
  config: Config,
  database: Database,
  clock: () => number = Date.now,
): Promise<Services & { outbox: WebhookOutbox }> {
  const services: Services & { outbox: WebhookOutbox } = {
    config,
    database,
    keyring: await openKeyring(config, database.db),
    storage: await openConfigured(config),
    activity: createActivity(database),
    sessions: createVerifier({ issuer: config.oidc.issuer, audience: config.oidc.audience }),
    findToken: createTokenLookup(database),
    limits: createLimits(config, (level, message, fields) => services.log(level, message, fields)),
    turns: createTurns(database),
    metrics: new Metrics(),
    outbox: createOutbox(config),
    eventTypes: [],
    mail: createMailer(config),
    clock,
    log: () => undefined,
  }
  return services
}

/** The database a test brought, or one opened by these options; its failure is told to whoever awaits it. */
function openOr(
  brought: Database | undefined,
  options: Parameters<typeof openDatabase>[0],
): Promise<Database> {
  const opening = brought ? Promise.resolve(brought) : openDatabase(options)
  opening.catch(() => undefined)
  return opening
}

async function openConfigured({ storage }: Config): Promise<Storage> {
  try {
    makeFolder(storage.kind === 'folder' ? storage.folder : storage.spool)
    return await openStorage(storage)
  } catch (error) {
    throw new ConfigError('STORAGE_URL', `cannot be used: ${(error as Error).message}`)
  }
}

/** Opens the database, migrates it, and listens. */
export async function start(config: Config, brought: Brought = {}): Promise<Running> {
  const { databaseUrl, dataDir, databasePool: pool } = config
  let log = (line: string): void => void process.stderr.write(`${line}\n`)
  if (!databaseUrl) ensureDataDir(dataDir)
  const opening = openOr(brought.database, { databaseUrl, dataDir, pool, log: (line) => log(line) })
  // Loaded while the embedded database opens in its thread.
  const { createApp } = await import('./app.ts')
  const database = await opening
  await migrate(database)
  const services = await createServices(config, database, brought.clock)
  const app = await createApp(services)
  services.log = (level, message, fields) => app.log[level](fields ?? {}, message)
  log = (line) => services.log('warn', line)
  if (config.oidc.development) {
    const { registerDevIdentityProvider } = await import('./oauth/dev-idp.ts')
    await registerDevIdentityProvider(app, config, () => services.config.baseUrl)
  }
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address() as AddressInfo
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${address.port}`
  if (new URL(config.baseUrl).port === '0') moveTo(url, services)
  const jobs = startJobs(services)
  const worker = config.role === 'api' || brought.idle ? undefined : startWorker(services)
  services.outbox.onQueued = (waiting) => worker?.wake(waiting)
  const stopCommands = await openChannel(services)
  return {
    app,
    services,
    url,
    async stop() {
      const patience = new Promise((resolve) => setTimeout(resolve, 10_000).unref())
      // A connection that was busy when told to stop is kept alive after its answer, and would be waited for.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      await Promise.race([Promise.all([app.close(), stopCommands(), worker?.stop()]), patience])
      clearInterval(sweep)
      await jobs.stop()
      await services.activity.flush().catch(() => undefined)
      services.limits.close()
      await database.close()
    },
  }
}

/** Takes the commands that would find the embedded database held by this process; a server can be reached by anybody. */
async function openChannel(services: Services): Promise<() => Promise<void>> {
  if (services.database.engine !== 'embedded') return async () => {}
  return takeCommands(services.config.dataDir, (order) => carryOut(commands, services, order))
}

/** Told to listen on any free port: the public address is known only now. */
function moveTo(url: string, services: Services): void {
  const { oidc } = (services.config = withBaseUrl(services.config, url))
  services.sessions = createVerifier({ issuer: oidc.issuer, audience: oidc.audience })
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Says where the server is and how to begin. */
function greet({ config, database }: Services): void {
  const { baseUrl, databaseUrl, redisUrl, role } = config
  if (role === 'worker')
    return void say(
      `svc does the background work of ${baseUrl} (${database.engine} database), and answers health`,
    )
  say(`svc answers at ${baseUrl} (${database.engine} database)`)
  say(`API pages:      ${baseUrl}/docs`)
  if (config.oidc.development) {
    say(`Session token:  npm run -s svc -- login --user ada`)
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
