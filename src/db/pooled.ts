import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  CommitUnknown,
  DatabaseUnavailable,
  type Database,
  type Db,
  type RunOptions,
  type Transaction,
} from './database.ts'
import { isContention, isLost, isOutOfTime, isStalePlan, isUnconfirmed, translate } from './errors.ts'
import type { LookUps } from './look-ups.ts'
import { inParts } from './by-organization.ts'
import { OpenTransaction } from './open-transaction.ts'
import { forgetPlans } from './plans.ts'
import { withoutLimit, type Pooler } from './pooler.ts'
import { portionsOf } from './portions.ts'
import { RoomyPool } from './room.ts'
import type { Sql } from './sql.ts'
import { isRead, keepPlans, send } from './statement.ts'

const MAX_ATTEMPTS = 5
const PING_TIMEOUT_MS = 2_000

/** Differences of the two engines, besides their pools. */
export interface Engine {
  readonly name: Database['engine']
  readonly pool: pg.Pool
  /** Connections for lookups by key; absent with a single connection. */
  readonly lookUps?: LookUps
  readonly pooler?: Pooler | undefined
  /**
   * Runs `work` on one connection without timeouts, for migrations and maintenance. Behind a pooler, such
   * work lifts the timeouts of the role itself.
   */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  readonly warn?: ((line: string) => void) | undefined
  close(): Promise<void>
}

/** Database of either engine, over a pool of `pg` clients. */
export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  /** Set by `applyMigrations`, which every process runs before it serves. */
  sharded = false
  readonly db: Db
  readonly #engine: Engine
  readonly #shrinkingPool: RoomyPool
  readonly #deadClients = new WeakSet<pg.ClientBase>()
  /** Connections whose last commit is on the primary only. */
  readonly #unreplicated = new WeakSet<pg.ClientBase>()
  #statements = 0
  #losses = 0
  #closing: Promise<void> | undefined
  #lastStream: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine) {
    this.engine = engine.name
    this.#engine = engine
    this.#shrinkingPool = new RoomyPool(engine.pool, engine.warn ?? (() => {}))
    // Without a listener, a connection that fails while idle would end the process.
    engine.pool.on('error', () => {})
    engine.pool.on('connect', (client) => {
      client.on('error', () => {
        this.#losses++
        this.#deadClients.add(client)
      })
      client.on('end', () => this.#deadClients.add(client))
      client.on('notice', (notice) => isUnconfirmed(notice) && this.#unreplicated.add(client))
    })
    const runOnShards = <R>(statement: Sql<R>, run: (part: Sql<R>) => Promise<R[]>) =>
      this.sharded ? inParts(statement, run) : run(statement)
    const query = <R>(statement: Sql<R>, how?: RunOptions) =>
      runOnShards(statement, (part) => this.#query(part, how) as Promise<R[]>)
    const lookup = <R>(statement: Sql<R>) =>
      runOnShards(statement, (part) => this.#lookup(part) as Promise<R[]>)
    const isSharded = () => this.sharded
    this.db = {
      get sharded() {
        return isSharded()
      },
      query,
      lookUp: engine.lookUps ? lookup : query,
    }
  }

  async transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(isContention(error) || isStalePlan(error))) throw error
        await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  async ping(): Promise<void> {
    const abort = new AbortController()
    const timeout = sleep(PING_TIMEOUT_MS, undefined, { signal: abort.signal, ref: false }).then(() => {
      throw new DatabaseUnavailable(`database unavailable: no response within ${PING_TIMEOUT_MS} ms`)
    })
    timeout.catch(() => {})
    try {
      await Promise.race([this.#pingOnce(), timeout])
    } catch (error) {
      throw translate(error)
    } finally {
      abort.abort()
    }
  }

  async #pingOnce(): Promise<void> {
    const client = await this.#shrinkingPool.connect()
    const failed = await client.query('select 1').then(
      () => undefined,
      (error: Error) => error,
    )
    client.release(failed)
    if (failed) throw failed
  }

  statements(): number {
    return this.#statements
  }

  losses(): number {
    return this.#losses + (this.#engine.lookUps?.losses ?? 0)
  }

  connections(): { open: number; busy: number; waiting: number } {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#engine.pool
    return { open, busy: open - idleCount, waiting }
  }

  walk<R, T>(statement: Sql<R>, work: (portions: AsyncIterable<R[]>) => Promise<T>): Promise<T> {
    const turn = this.#lastStream.then(() => {
      this.#statements++
      return this.session((client) => {
        const walking = () => work(portionsOf<R>(client, statement))
        return this.#engine.pooler ? withoutLimit(client, walking) : walking()
      })
    })
    this.#lastStream = turn.catch(() => {})
    return turn
  }

  async session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    try {
      return await this.#engine.session(work)
    } catch (error) {
      throw translate(error)
    }
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#engine.pool.end(), this.#engine.lookUps?.close()]).then(() =>
      this.#engine.close(),
    )
    return this.#closing
  }

  async #attempt<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    keepPlans(client, false)
    const isDead = () => this.#deadClients.has(client)
    const isUnconfirmed = () => this.#unreplicated.has(client)
    const onStatement = () => this.#statements++
    const { sharded } = this
    const trx = new OpenTransaction(client, { isDead, isUnconfirmed, onStatement, sharded })
    try {
      const result = await work(trx)
      await trx.commit()
      return result
    } catch (error) {
      await trx.rollback()
      throw error
    } finally {
      client.release(trx.broken || isDead())
    }
  }

  async #lookup(statement: Sql): Promise<object[]> {
    try {
      this.#statements++
      return await this.#engine.lookUps!.run(statement)
    } catch (error) {
      if (isStalePlan(error)) forgetPlans()
      else if (!isLost(error) || isOutOfTime(error)) throw translate(error)
      this.#statements--
      return await this.#query(statement)
    }
  }

  async #query(statement: Sql, how?: RunOptions, mayRetry = true): Promise<object[]> {
    this.#statements++
    const client = await this.#connect()
    let broken = false
    keepPlans(client, how?.plan === 'kept' && !this.sharded)
    try {
      const { rows } = await send(client, statement, how)
      broken = this.#unreplicated.has(client)
      if (broken) throw new CommitUnknown('committed, and not confirmed by the standby')
      return rows
    } catch (error) {
      if (error instanceof CommitUnknown) throw error
      broken = isLost(error)
      if (isStalePlan(error)) forgetPlans()
      else if (!broken || !isRead(statement) || isOutOfTime(error)) throw translate(error)
      if (!mayRetry) throw translate(error)
    } finally {
      // Releases the connection before the retry, since the pool may have no other.
      client.release(broken || this.#deadClients.has(client))
    }
    this.#statements--
    return await this.#query(statement, how, false)
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#shrinkingPool.connect()
    } catch (error) {
      throw translate(error)
    }
  }
}
