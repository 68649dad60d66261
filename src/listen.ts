import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { takeCommands } from './cli/channel.ts'
import { commands } from './commands.ts'
import type { Database } from './db/database.ts'
import { eventWords as eventTypes } from './events.ts'
import { startJobs } from './jobs.ts'
import { type Config, withBaseUrl } from './kernel/config/config.ts'
import { carryOut } from './kernel/services/command.ts'
import type { Log } from './kernel/services/log.ts'
import type { Services } from './kernel/services/services.ts'
import type { WebhookKey } from './resources/webhooks/delivery/queue.ts'
import { startProjector, type Projector } from './resources/notifications/projector/worker.ts'
import { startWorker, type DeliveryWorker } from './resources/webhooks/delivery/worker.ts'
import { createServices } from './services.ts'
import { openTracing } from './tracing/open.ts'

/** A running server. */
export interface Running {
  app: FastifyInstance
  services: Services
  /** Where it answers. */
  url: string
  /**
   * Has proxies send elsewhere what is new (for `stopGrace`); then refuses it, finishes what runs (10 s at most), writes
   * what is collected, closes the database.
   */
  stop(): Promise<void>
}

/** What a server is made with, beside its settings. */
export interface Made {
  /** Open and migrated. */
  database: Database
  lines: Logger | undefined
  log: Log
  clock?: (() => number) | undefined
  monotonic?: (() => number) | undefined
  /** Whether it sends no webhooks and makes no notifications, which would be in the way of a test that counts statements. */
  idle?: boolean | undefined
}

/** Serves the development provider where no other is set. */
async function offerSignIn(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.oidc.development) return
  const { registerDevIdentityProvider } = await import('./oauth/dev-idp.ts')
  await registerDevIdentityProvider(app, config, () => config.baseUrl)
}

/** Makes the server on its database, and listens. */
export async function listen(
  given: Config,
  { database, lines, log, clock, monotonic, idle }: Made,
): Promise<Running> {
  const { config, release } = await settlePort(given)
  let worker: DeliveryWorker | undefined
  const onQueued = (waiting: WebhookKey[]) => worker?.wake(waiting)
  const services = await createServices(config, database, { clock, monotonic, log, eventTypes, onQueued })
  const tracing = await openTracing(config, log)
  const app = await createApp(services, lines, tracing)
  await offerSignIn(app, config)
  await app.ready()
  await release()
  await app.listen({ port: config.port, host: config.host })
  const url = urlOf(config.host, (app.server.address() as AddressInfo).port)
  const jobs = startJobs(services, idle)
  let projector: Projector | undefined
  if (config.role !== 'api' && !idle) {
    worker = startWorker(services)
    projector = startProjector(services)
  }
  const stopCommands = await openChannel(services)
  return {
    app,
    services,
    url,
    async stop() {
      services.leaving = true
      await sleep(config.stopGrace * 1000)
      await endWithin(10_000, app, [stopCommands(), worker?.stop(), projector?.stop()])
      await jobs.stop()
      await services.identity.flush().catch(() => undefined)
      services.limits.close()
      await services.tail.close()
      await database.close()
      await tracing?.stop()
    },
  }
}

/** Waits for what runs to end, for so many milliseconds at most. */
async function endWithin(millis: number, app: FastifyInstance, others: readonly unknown[]): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, millis).unref())
  // A connection that was busy when told to stop is kept alive after its answer, and would be waited for.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await Promise.race([Promise.all([app.close(), ...others]), patience])
  clearInterval(sweep)
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
