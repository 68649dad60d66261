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
import { inParts } from './locking.ts'
import { OpenTransaction } from './open-transaction.ts'
import { forgetPlans } from './plans.ts'
import { withoutLimit, type Pooler } from './pooler.ts'
import { portionsOf } from './portions.ts'
import { RoomyPool } from './room.ts'
import type { Sql } from './sql.ts'
import { isRead, keepPlans, send } from './statement.ts'

const attempts = 5
const pingTimeout = 2_000

/** What sets the two engines apart, beside their pools. */
export interface Engine {
  readonly name: Database['engine']
  readonly pool: pg.Pool
  /** For look-ups by key; a server with a single connection has none. */
  readonly lookUps?: LookUps
  /** What the clients lead through, where that is not the server itself. */
  readonly pooler?: Pooler | undefined
  /**
   * Runs `work` on one connection without any time limit: migrations, maintenance. Behind a pooler the role has limits, which
   * such work lifts by itself.
   */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /** Logs what an operator should change. */
  readonly warn?: ((line: string) => void) | undefined
  /** Ends what is left once the pool has ended. */
  close(): Promise<void>
}

/** The database of either engine: a pool of `pg` clients, which talk to a server or to the embedded one. */
export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  /** Told by `migrate`, which every process does before it serves. */
  sharded = false
  readonly db: Db
  readonly #engine: Engine
  readonly #room: RoomyPool
  readonly #dead = new WeakSet<pg.ClientBase>()
  /** What was committed there last is on the primary's disk alone. */
  readonly #unconfirmed = new WeakSet<pg.ClientBase>()
  #statements = 0
  #losses = 0
  #closing: Promise<void> | undefined
  #walking: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine) {
    this.engine = engine.name
    this.#engine = engine
    this.#room = new RoomyPool(engine.pool, engine.warn ?? (() => {}))
    // A connection that fails while idle, or between two statements of a transaction, must not end the process.
    engine.pool.on('error', () => {})
    engine.pool.on('connect', (client) => {
      client.on('error', () => {
        this.#losses++
        this.#dead.add(client)
      })
      client.on('end', () => this.#dead.add(client))
      client.on('notice', (notice) => isUnconfirmed(notice) && this.#unconfirmed.add(client))
    })
    const spread = <R>(statement: Sql<R>, run: (one: Sql<R>) => Promise<R[]>) =>
      this.sharded ? inParts(statement, run) : run(statement)
    const query = <R>(statement: Sql<R>, how?: RunOptions) =>
      spread(statement, (one) => this.#query(one, how) as Promise<R[]>)
    const lookUp = <R>(statement: Sql<R>) => spread(statement, (one) => this.#lookUp(one) as Promise<R[]>)
    const isSharded = () => this.sharded
    this.db = {
      get sharded() {
        return isSharded()
      },
      query,
      lookUp: engine.lookUps ? lookUp : query,
    }
  }

  async transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work)
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
      await Promise.race([this.#askOnce(), late])
    } catch (error) {
      throw translate(error)
    } finally {
      timer.abort()
    }
  }

  async #askOnce(): Promise<void> {
    const client = await this.#room.connect()
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
    const turn = this.#walking.then(() => {
      this.#statements++
      return this.session((client) => {
        const walking = () => work(portionsOf<R>(client, statement))
        return this.#engine.pooler ? withoutLimit(client, walking) : walking()
      })
    })
    this.#walking = turn.catch(() => {})
    return turn
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
    this.#closing ??= Promise.all([this.#engine.pool.end(), this.#engine.lookUps?.close()]).then(() =>
      this.#engine.close(),
    )
    return this.#closing
  }

  async #attempt<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#acquire()
    keepPlans(client, false)
    const isDead = () => this.#dead.has(client)
    const isUnconfirmed = () => this.#unconfirmed.has(client)
    const counted = () => this.#statements++
    const { sharded } = this
    const trx = new OpenTransaction(client, { isDead, isUnconfirmed, counted, sharded })
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

  async #lookUp(statement: Sql): Promise<object[]> {
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

  async #query(statement: Sql, how?: RunOptions, again = true): Promise<object[]> {
    this.#statements++
    const client = await this.#acquire()
    let broken = false
    keepPlans(client, how?.plan === 'kept' && !this.sharded)
    try {
      const { rows } = await send(client, statement, how)
      broken = this.#unconfirmed.has(client)
      if (broken) throw new CommitUnknown('committed, and not confirmed by the standby')
      return rows
    } catch (error) {
      if (error instanceof CommitUnknown) throw error
      broken = isLost(error)
      if (isStalePlan(error)) forgetPlans()
      else if (!broken || !isRead(statement) || isOutOfTime(error)) throw translate(error)
      if (!again) throw translate(error)
    } finally {
      // The connection is given back before the second try, since the pool may have no room for another.
      client.release(broken || this.#dead.has(client))
    }
    this.#statements--
    return await this.#query(statement, how, false)
  }

  async #acquire(): Promise<pg.PoolClient> {
    try {
      return await this.#room.connect()
    } catch (error) {
      throw translate(error)
    }
  }
}
