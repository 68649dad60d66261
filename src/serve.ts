import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { takeCommands } from './cli/channel.ts'
import { commands } from './commands.ts'
import { openDatabase } from './db/open.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/database.ts'
import { startJobs } from './jobs.ts'
import { isLoopbackHost, type Config, withBaseUrl } from './kernel/config/config.ts'
import { carryOut } from './kernel/services/command.ts'
import type { Log } from './kernel/services/log.ts'
import { ensureDataDir } from './kernel/services/private-file.ts'
import type { Services } from './kernel/services/services.ts'
import { openLog } from './log.ts'
import type { WebhookKey } from './resources/webhooks/delivery/queue.ts'
import { startWorker, type DeliveryWorker } from './resources/webhooks/delivery/worker.ts'
import { createServices } from './services.ts'

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
  /** A database that is open already. It is closed with the server all the same. */
  database?: Database
  clock?: () => number
  /** Whether it sends no webhooks: looking for them would be in the way of a test that counts statements. */
  idle?: boolean
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

/** Serves the development provider where no other is set. */
async function offerSignIn(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.oidc.development) return
  const { registerDevIdentityProvider } = await import('./oauth/dev-idp.ts')
  await registerDevIdentityProvider(app, config, () => config.baseUrl)
}

/** Opens the database, migrates it, and listens. */
export async function start(given: Config, brought: Brought = {}): Promise<Running> {
  const { databaseUrl, dataDir, databasePool: pool } = given
  const lines = openLog(given)
  const log: Log = (level, message, fields) => lines?.[level](fields ?? {}, message)
  if (!databaseUrl) ensureDataDir(dataDir)
  const opening = openOr(brought.database, { databaseUrl, dataDir, pool, log: (line) => log('warn', line) })
  // Loaded while the embedded database opens in its thread.
  const { createApp } = await import('./app.ts')
  const { eventWords: eventTypes } = await import('./events.ts')
  const database = await opening
  await migrate(database)
  const { config, release } = await settlePort(given)
  let worker: DeliveryWorker | undefined
  const onQueued = (waiting: WebhookKey[]) => worker?.wake(waiting)
  const services = await createServices(config, database, { clock: brought.clock, log, eventTypes, onQueued })
  const app = await createApp(services, lines)
  await offerSignIn(app, config)
  await app.ready()
  await release()
  await app.listen({ port: config.port, host: config.host })
  const url = urlOf(config.host, (app.server.address() as AddressInfo).port)
  const jobs = startJobs(services)
  if (config.role !== 'api' && !brought.idle) worker = startWorker(services)
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
      await services.identity.flush().catch(() => undefined)
      services.limits.close()
      await database.close()
    },
  }
}

/** Takes the commands that would find the embedded database held by this process; a server can be reached by anybody. */
async function openChannel(services: Services): Promise<() => Promise<void>> {
  if (services.database.engine !== 'embedded') return async () => {}
  return takeCommands(services.config.dataDir, (request) => carryOut(commands, services, request))
}

const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Settles on a port when any free one will do and the public address is to name it: services are made with that address.
 * The port is held until `release`, right before it is listened on.
 */
async function settlePort(config: Config): Promise<{ config: Config; release: () => Promise<unknown> }> {
  if (new URL(config.baseUrl).port !== '0') return { config, release: async () => undefined }
  const holder = createServer().listen({ port: 0, host: config.host })
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const settled = { ...withBaseUrl(config, urlOf(config.host, port)), port }
  return { config: settled, release: () => new Promise((resolve) => holder.close(resolve)) }
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
