import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { serveCommands } from './commands/cli/command-socket.ts'
import { dataCommands } from './commands/data-commands.ts'
import type { Database } from './db/database.ts'
import { eventDescriptions as eventTypes } from './event-types.ts'
import { startJobs } from './jobs.ts'
import { type Config, withBaseUrl } from './core/config/config.ts'
import { runCommand } from './core/command.ts'
import type { Log } from './core/log.ts'
import type { Dependencies } from './core/dependencies.ts'
import type { WebhookKey } from './webhooks/queue.ts'
import { startNotificationWorker, type NotificationWorker } from './notifications/pipeline/worker.ts'
import { startDeliveryWorker, type DeliveryWorker } from './webhooks/worker.ts'
import { createServices } from './services.ts'
import type { Tracing } from './tracing/tracing.ts'

export interface RunningServer {
  app: FastifyInstance
  services: Dependencies
  url: string
  /** Drains for `stopGrace`, then waits up to 10 s for requests in flight and closes the database. */
  stop(): Promise<void>
}

interface ListenOptions {
  /** Open and migrated. */
  database: Database
  logger: Logger | undefined
  log: Log
  clock?: (() => number) | undefined
  monotonic?: (() => number) | undefined
  /** Does not poll for due work, such as webhooks and notifications, which would disturb tests that count statements. */
  withoutPolling?: boolean | undefined
}

async function registerDevSignIn(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.oidc.development) return
  const { registerDevIdentityProvider } = await import('./oauth/dev-idp/routes.ts')
  await registerDevIdentityProvider(app, config, () => config.baseUrl)
}

export async function listenOnDatabase(
  settings: Config,
  { database, logger, log, clock, monotonic, withoutPolling }: ListenOptions,
): Promise<RunningServer> {
  const { config, release } = await reservePort(settings)
  let deliveryWorker: DeliveryWorker | undefined
  const onQueued = (webhooks: WebhookKey[]) => deliveryWorker?.wake(webhooks)
  const services = await createServices(config, database, { clock, monotonic, log, eventTypes, onQueued })
  const tracing = await openTracing(config, log)
  const app = await createApp(services, logger, tracing)
  await registerDevSignIn(app, config)
  await app.ready()
  await release()
  await app.listen({ port: config.port, host: config.host })
  const url = buildUrl(config.host, (app.server.address() as AddressInfo).port)
  const jobs = startJobs(services, withoutPolling)
  let notificationWorker: NotificationWorker | undefined
  if (config.role !== 'api' && !withoutPolling) {
    deliveryWorker = startDeliveryWorker(services)
    notificationWorker = startNotificationWorker(services)
  }
  const stopCommands = await openChannel(services)
  return {
    app,
    services,
    url,
    async stop() {
      services.isDraining = true
      await sleep(config.stopGrace * 1000)
      await waitForEnd(10_000, app, [stopCommands(), deliveryWorker?.stop(), notificationWorker?.stop()])
      await jobs.stop()
      await services.identity.flushActivity().catch(() => undefined)
      services.limits.close()
      await services.eventLogReader.close()
      await database.close()
      await tracing?.stop()
    },
  }
}

async function waitForEnd(millis: number, app: FastifyInstance, others: readonly unknown[]): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, millis).unref())
  // A connection that was busy at the start of the shutdown becomes idle later and would delay it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await Promise.race([Promise.all([app.close(), ...others]), timeout])
  clearInterval(sweep)
}

async function openChannel(services: Dependencies): Promise<() => Promise<void>> {
  if (services.database.engine !== 'embedded') return async () => {}
  return serveCommands(services.config.dataDir, (request) => runCommand(dataCommands, services, request))
}

const buildUrl = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Chooses a port for port 0, since services need the public URL first. Reserves it until `release`. */
async function reservePort(config: Config): Promise<{ config: Config; release: () => Promise<unknown> }> {
  if (new URL(config.baseUrl).port !== '0') return { config, release: async () => undefined }
  const holder = createServer().listen({ port: 0, host: config.host })
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const reserved = { ...withBaseUrl(config, buildUrl(config.host, port)), port }
  return { config: reserved, release: () => new Promise((resolve) => holder.close(resolve)) }
}

/** Starts tracing if configured. Otherwise loads and subscribes nothing, at no cost. */
async function openTracing({ traces }: Config, log: Log): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const { createTracing } = await import('./tracing/tracer.ts')
  return createTracing(traces, log)
}
