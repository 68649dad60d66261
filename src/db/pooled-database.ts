import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  CommitUnknown,
  DatabaseUnavailable,
  type Database,
  type Db,
  type WriteGroup,
  type QueryOptions,
  type Transaction,
} from './database.ts'
import {
  isRetryableConflict,
  isConnectionLost,
  isTimeout,
  isStalePlan,
  isUnreplicatedCommit,
  toDatabaseError,
} from './errors.ts'
import type { Lookups } from './lookup-connections.ts'
import { runPerOrg } from './citus/per-org.ts'
import { OpenTransaction } from './open-transaction.ts'
import { invalidatePlans } from './driver/statement-names.ts'
import { withoutTimeouts, type PoolerMode } from './pooler.ts'
import { streamRows } from './driver/row-stream.ts'
import { ShrinkingPool } from './connection-limits.ts'
import type { Sql } from './sql.ts'
import { WriteGroups } from './write-groups.ts'
import { isSelect, setGenericPlans, sendStatement } from './driver/statement.ts'

const MAX_ATTEMPTS = 5
const PING_TIMEOUT_MS = 2_000
/** Maximum of concurrent groups of one organization: while one is committed, the next one runs. */
const MAX_GROUPS = { postgres: 2, embedded: 1 }

interface EngineOptions {
  readonly name: Database['engine']
  readonly pool: pg.Pool
  readonly lookups?: Lookups
  readonly pooler?: PoolerMode | undefined
  /** Runs `work` without timeouts; behind a pooler, it lifts the timeouts of the role itself. */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  readonly warn?: ((line: string) => void) | undefined
  close(): Promise<void>
}

export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  /** Set by `applyMigrations`, which every process runs before it serves. */
  sharded = false
  readonly db: Db
  readonly #engine: EngineOptions
  readonly #shrinkingPool: ShrinkingPool
  readonly #writeGroups: WriteGroups
  readonly #deadClients = new WeakSet<pg.ClientBase>()
  /** Connections whose last commit is on the primary only. */
  readonly #unreplicated = new WeakSet<pg.ClientBase>()
  #statements = 0
  #losses = 0
  #closing: Promise<void> | undefined
  #lastStream: Promise<unknown> = Promise.resolve()

  constructor(engine: EngineOptions) {
    this.engine = engine.name
    this.#engine = engine
    this.#shrinkingPool = new ShrinkingPool(engine.pool, engine.warn ?? (() => {}))
    this.#writeGroups = new WriteGroups({
      maxGroups: MAX_GROUPS[engine.name],
      transact: (work) => this.#attempt(work, engine.name === 'postgres'),
      runAlone: (work) => this.#runAlone(work),
    })
    // Without a listener, a connection that fails while idle would end the process.
    engine.pool.on('error', () => {})
    engine.pool.on('connect', (client) => {
      client.on('error', () => {
        this.#losses++
        this.#deadClients.add(client)
      })
      client.on('end', () => this.#deadClients.add(client))
      client.on('notice', (notice) => isUnreplicatedCommit(notice) && this.#unreplicated.add(client))
    })
    const runOnShards = <R>(statement: Sql<R>, run: (part: Sql<R>) => Promise<R[]>) =>
      this.sharded ? runPerOrg(statement, run) : run(statement)
    const query = <R>(statement: Sql<R>, options?: QueryOptions) =>
      runOnShards(statement, (part) => this.#query(part, options) as Promise<R[]>)
    const lookup = engine.lookups
      ? <R>(statement: Sql<R>) => runOnShards(statement, (part) => this.#lookup(part) as Promise<R[]>)
      : query
    const isSharded = () => this.sharded
    this.db = {
      get sharded() {
        return isSharded()
      },
      query,
      queryRow: async (statement, options) => (await query(statement, options))[0],
      queryByKey: lookup,
      queryRowByKey: async (statement) => (await lookup(statement))[0],
    }
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>, group?: WriteGroup): Promise<T> {
    return group && !this.sharded ? this.#writeGroups.run(group, work) : this.#runAlone(work)
  }

  async #runAlone<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(isRetryableConflict(error) || isStalePlan(error))) throw error
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
      throw toDatabaseError(error)
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

  statementCount(): number {
    return this.#statements
  }

  connectionLosses(): number {
    return this.#losses + (this.#engine.lookups?.losses ?? 0)
  }

  connectionStats(): { open: number; busy: number; waiting: number } {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#engine.pool
    return { open, busy: open - idleCount, waiting }
  }

  stream<R, T>(statement: Sql<R>, work: (portions: AsyncIterable<R[]>) => Promise<T>): Promise<T> {
    const turn = this.#lastStream.then(() => {
      this.#statements++
      return this.session((client) => {
        const streamBatches = () => work(streamRows<R>(client, statement))
        return this.#engine.pooler ? withoutTimeouts(client, streamBatches) : streamBatches()
      })
    })
    this.#lastStream = turn.catch(() => {})
    return turn
  }

  async session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    try {
      return await this.#engine.session(work)
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#engine.pool.end(), this.#engine.lookups?.close()]).then(() =>
      this.#engine.close(),
    )
    return this.#closing
  }

  async #attempt<T>(work: (trx: OpenTransaction) => Promise<T>, limitsLockWaits = false): Promise<T> {
    const client = await this.#connect()
    setGenericPlans(client, false)
    const isDead = () => this.#deadClients.has(client)
    const isUnconfirmed = () => this.#unreplicated.has(client)
    const onStatement = () => this.#statements++
    const { sharded } = this
    const trx = new OpenTransaction(client, { isDead, isUnconfirmed, onStatement, sharded, limitsLockWaits })
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
      return await this.#engine.lookups!.run(statement)
    } catch (error) {
      if (isStalePlan(error)) invalidatePlans()
      else if (!isConnectionLost(error) || isTimeout(error)) throw toDatabaseError(error)
      this.#statements--
      return await this.#query(statement)
    }
  }

  async #query(statement: Sql, options?: QueryOptions, mayRetry = true): Promise<object[]> {
    this.#statements++
    const client = await this.#connect()
    let broken = false
    setGenericPlans(client, options?.plan === 'generic' && !this.sharded)
    try {
      const { rows } = await sendStatement(client, statement, options)
      broken = this.#unreplicated.has(client)
      if (broken) throw new CommitUnknown('committed, and not confirmed by the standby')
      return rows
    } catch (error) {
      if (error instanceof CommitUnknown) throw error
      broken = isConnectionLost(error)
      if (isStalePlan(error)) invalidatePlans()
      else if (!broken || !isSelect(statement) || isTimeout(error)) throw toDatabaseError(error)
      if (!mayRetry) throw toDatabaseError(error)
    } finally {
      // Releases the connection before the retry, since the pool may have no other.
      client.release(broken || this.#deadClients.has(client))
    }
    this.#statements--
    return await this.#query(statement, options, false)
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#shrinkingPool.connect()
    } catch (error) {
      throw toDatabaseError(error)
    }
  }
}
