import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { openDatabase } from './db/open.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/database.ts'
import { startJobs } from './jobs.ts'
import { createActivity } from './kernel/activity.ts'
import type { Config } from './kernel/config.ts'
import { loadKeyring } from './kernel/keyring.ts'
import { createVerifier } from './kernel/oidc.ts'
import type { Services } from './kernel/services.ts'

/** A running server. */
export interface Running {
  app: FastifyInstance
  services: Services
  /** Where it answers. */
  url: string
  /** Refuses what is new, finishes what runs (10 s at most), writes what is collected, closes the database. */
  stop(): Promise<void>
}

/** Everything a process holds once, on an open and migrated database. */
export function createServices(config: Config, database: Database): Services {
  return {
    config,
    database,
    keyring: loadKeyring(config),
    activity: createActivity(database),
    sessions: createVerifier({ issuer: config.oidc.issuer, audience: config.oidc.audience }),
    clock: Date.now,
    log: () => undefined,
  }
}

/** Opens the database, migrates it, and listens. */
export async function start(config: Config): Promise<Running> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    pool: config.databasePool,
  })
  await migrate(database)
  const services = createServices(config, database)
  const app = await createApp(services)
  services.log = (level, message, fields) => app.log[level](fields ?? {}, message)
  if (config.oidc.development) {
    const { registerDevIdentityProvider } = await import('./oauth/dev-idp.ts')
    await registerDevIdentityProvider(app, config)
  }
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address() as AddressInfo
  const jobs = startJobs(services)
  return {
    app,
    services,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${address.port}`,
    async stop() {
      const patience = new Promise((resolve) => setTimeout(resolve, 10_000).unref())
      await Promise.race([app.close(), patience])
      await jobs.stop()
      await services.activity.flush().catch(() => undefined)
      await database.close()
    },
  }
}

/** The `serve` command: starts, says how to begin, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  const running = await start(config)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`svc answers at ${config.baseUrl} (${running.services.database.engine} database)`)
  say(`API pages:      ${config.baseUrl}/docs`)
  if (config.oidc.development) {
    say(`Session token:  npm run -s svc -- login --user ada`)
    say('The built-in development identity provider signs in anybody by name: never expose this server.')
  }
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
