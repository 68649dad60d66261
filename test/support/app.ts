import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { inject } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import type { Dependencies } from '../../src/core/dependencies.ts'
import { startServer, type RunningServer } from '../../src/serve.ts'
import { Client, type Server } from './client.ts'
import { borrowDatabase, findPoolerMode } from './databases.ts'
import { login } from './login.ts'
import { query } from './sql-text.ts'

export type { Client, Reply } from './client.ts'

/** Clock that advances in real time from where a test sets it. */
export class Clock {
  #ahead = 0
  #passed = 0
  now = (): number => Date.now() + this.#ahead
  monotonic = (): number => performance.now() + this.#passed
  advance(millis: number): void {
    this.#ahead += millis
    this.#passed += millis
  }
  /** Sets the wall clock, forward or back, as an administrator would; no monotonic time passes. */
  set(millis: number): void {
    this.#ahead += millis
  }
}

export interface AppOptions {
  /** Default: the engine of the vitest project. */
  engine?: 'postgres' | 'embedded'
  /** Runs beside this server: shares its PostgreSQL database, keys and clock. */
  database?: TestApp
  /** PostgreSQL database that the test created and drops. */
  databaseUrl?: string
  env?: Record<string, string>
  /** Sends webhooks. Otherwise deliveries stay queued. */
  delivering?: boolean
}

/** Size of the database pool of a server under test. */
const poolSize = 5

const runningApps = new Set<TestApp>()
/** Session tokens by user: all servers under test trust the same identity provider. */
const sessions = new Map<string, Promise<string>>()
const sharedKeys = `1:${randomBytes(32).toString('base64')}`

/** Real server with its own database; stopped at the end of the test file. */
export class TestApp implements Server {
  readonly url: string
  readonly dispatcher = new Agent({ connections: 32, keepAliveTimeout: 30_000 })
  readonly clock: Clock
  /** Unset on the embedded engine. */
  readonly databaseUrl: string | undefined
  readonly services: Dependencies
  readonly #running: RunningServer
  readonly #cleanUp: () => Promise<void> | void
  readonly #clients = new Map<string, Promise<Client>>()

  constructor(
    server: RunningServer,
    parts: { clock: Clock; databaseUrl: string | undefined; cleanUp: () => Promise<void> | void },
  ) {
    this.#running = server
    this.url = server.url
    this.services = server.services
    this.clock = parts.clock
    this.databaseUrl = parts.databaseUrl
    this.#cleanUp = parts.cleanUp
  }

  get engine(): Database['engine'] {
    return this.services.database.engine
  }

  get anonymous(): Client {
    return new Client(this)
  }

  /** Sends any value in the Authorization header. */
  createClient(credential: string): Client {
    return new Client(this, credential)
  }

  /** Signs a user in. The email is `<user>@dev.invalid` and verified by default. */
  signIn(user: string, options: { email?: string; email_verified?: boolean } = {}): Promise<Client> {
    const name = JSON.stringify([user, options])
    let client = this.#clients.get(name)
    if (!client) this.#clients.set(name, (client = this.#signIn(user, options, name)))
    return client
  }

  async #signIn(user: string, options: { email?: string; email_verified?: boolean }, name: string): Promise<Client> {
    let token = sessions.get(name)
    if (!token) sessions.set(name, (token = login(inject('svc').identityUrl, user, options)))
    return Client.createForSession(this, await token)
  }

  /** Reads rows that the API does not show. */
  sql<R>(text: string, parameters: unknown[] = []): Promise<R[]> {
    return query<R>(this.services.database.db, text, parameters)
  }

  countStatements(): number {
    return this.services.database.statementCount()
  }

  /**
   * Returns the number of statements since `before`. On sharded tables up to six more than `expected` are accepted:
   * tokens, visibility, memberships and organizations are then looked up by separate statements.
   */
  countStatementsSince(before: number, expected: number): number {
    const sent = this.countStatements() - before
    return this.services.database.sharded && sent <= expected + 6 ? Math.min(sent, expected) : sent
  }

  async stop(): Promise<void> {
    if (!runningApps.delete(this)) return
    await this.dispatcher.destroy()
    await this.#running.stop()
    await this.#cleanUp()
  }
}

/** Starts a server on a free port; by default on its own empty database. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const otherApp = options.database
  const givenUrl = otherApp ? otherApp.databaseUrl : options.databaseUrl
  const wantedEngine = otherApp?.engine ?? (givenUrl ? 'postgres' : options.engine)
  const engine = wantedEngine ?? (process.env.ENGINE as AppOptions['engine']) ?? 'postgres'
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const borrowed = givenUrl ? undefined : await borrowDatabase(engine, poolSize)
  const databaseUrl = givenUrl ?? borrowed?.databaseUrl
  const clock = otherApp?.clock ?? new Clock()
  const config = loadConfig(buildSettings(dataDir, databaseUrl, options.env))
  const { databasePool: pool, databasePooler: pooler } = config
  const database = borrowed?.database ?? (await openDatabase({ databaseUrl, dataDir, pool, pooler }))
  const server = await startServer(config, {
    database,
    clock: clock.now,
    monotonic: clock.monotonic,
    withoutPolling: !options.delivering,
  })
  const cleanUp = () => rmSync(dataDir, { recursive: true, force: true })
  const app = new TestApp(server, { clock, databaseUrl, cleanUp })
  runningApps.add(app)
  return app
}

export function buildSettings(
  dataDir: string,
  databaseUrl: string | undefined,
  env: Record<string, string> = {},
): Record<string, string> {
  const { identityUrl } = inject('svc')
  const pooler = findPoolerMode(databaseUrl)
  return {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    OIDC_ISSUER: `${identityUrl}/dev-idp`,
    OIDC_AUDIENCE: identityUrl,
    SECRET_KEYS: sharedKeys,
    RATE_LIMIT_LIVE: '0',
    RATE_LIMIT_TEST: '0',
    RATE_LIMIT_ADDRESS: '0',
    DATABASE_POOL: String(poolSize),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    OAUTH_DOCUMENT_ALLOW_CIDRS: '127.0.0.0/8',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(pooler && { DATABASE_POOLER: pooler }),
    ...env,
  }
}

export async function stopApps(): Promise<void> {
  await Promise.all([...runningApps].reverse().map((app) => app.stop()))
}
