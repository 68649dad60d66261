import { setTimeout as sleep } from 'node:timers/promises'
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { DatabaseUnavailable, type Database, type Db } from './database.ts'
import { isContention, isStalePlan, translate } from './errors.ts'

const attempts = 5
const pingTimeout = 2_000

/** What sets the two engines apart, beside their pools. */
export interface Engine {
  readonly name: Database['engine']
  readonly pool: pg.Pool
  /** Runs `work` on one connection without any time limit: migrations, maintenance. */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /** After the pool has ended. */
  close(): Promise<void>
}

/** The database of either engine: a pool of `pg` clients, which talk to a server or to the embedded one. */
export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly db: Db
  readonly #engine: Engine
  readonly #dead = new WeakSet<pg.ClientBase>()
  #statements = 0
  #closing: Promise<void> | undefined

  constructor(engine: Engine) {
    this.engine = engine.name
    this.#engine = engine
    // A connection that fails while idle, or between two statements of a transaction, must not end the process.
    engine.pool.on('error', () => {})
    engine.pool.on('connect', (client) => {
      const dead = () => this.#dead.add(client)
      client.on('error', dead)
      client.on('end', dead)
    })
    const driver = this.#driver()
    this.db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  }

  async transaction<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.db.transaction().execute(work)
      } catch (error) {
        if (attempt === attempts || !(isContention(error) || isStalePlan(error))) throw error
        await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  async ping(): Promise<void> {
    const timer = new AbortController()
    const late = sleep(pingTimeout, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new DatabaseUnavailable(`database unavailable: no answer within ${pingTimeout} ms`)
    })
    late.catch(() => {})
    try {
      await Promise.race([this.#engine.pool.query('select 1'), late])
    } catch (error) {
      throw translate(error)
    } finally {
      timer.abort()
    }
  }

  statements(): number {
    return this.#statements
  }

  /** Runs `work` on one connection that has no time limit; several statements in one text are allowed there. */
  async session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    try {
      return await this.#engine.session(work)
    } catch (error) {
      throw translate(error)
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#engine.pool.end().then(() => this.#engine.close())
    return this.#closing
  }

  #driver(): Driver {
    const clients = {
      acquire: async () => {
        try {
          return await this.#engine.pool.connect()
        } catch (error) {
          throw translate(error)
        }
      },
      isDead: (client: pg.PoolClient) => this.#dead.has(client),
      counted: () => void this.#statements++,
    }
    const ours = (connection: DatabaseConnection) => connection as Connection
    return {
      init: () => Promise.resolve(),
      acquireConnection: async () => new Connection(clients, await clients.acquire()),
      beginTransaction: (connection) => ours(connection).begin(),
      commitTransaction: (connection) => ours(connection).commit(),
      rollbackTransaction: (connection) => ours(connection).rollback(),
      releaseConnection: (connection) => Promise.resolve(ours(connection).release()),
      destroy: () => this.close(),
    }
  }
}
