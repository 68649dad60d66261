import {
  DatabaseUnavailable,
  type Database,
  type Db,
  type WriteGroup,
  type QueryOptions,
  type Transaction,
} from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'

/** Maximum of concurrent statements per user, and minimum of concurrent transactions. */
export const MAX_CONCURRENT_STATEMENTS = 4
/** Maximum of concurrent writes per user that can share transactions. */
const MAX_GROUPED_WRITES = 32
/** Connections that the transactions of one user leave free. */
const RESERVED_CONNECTIONS = 2
const TIMEOUT_MS = 5_000

/** The request waited too long for earlier requests of its user; nothing was started. */
export class ConcurrencyTimeout extends DatabaseUnavailable {}

interface Queue {
  running: number
  waiting: Waiter[]
}

interface Waiter {
  max: number
  start: () => void
  reject: (error: Error) => void
}

export interface ConcurrencyLimiter {
  /**
   * Returns the database with a user's limits: four concurrent statements, transactions on all connections but two, five
   * seconds of waiting. Statements use CPU; transactions mostly wait for the disk, where one flush serves several. Writes
   * that can share a transaction have a limit of their own.
   */
  forUser(userId: string): Database
}

export function createConcurrencyLimiter(database: Database, connections: number): ConcurrencyLimiter {
  const queues = new Map<string, Queue>()
  // The embedded database has a single connection.
  const maxTransactions =
    database.engine === 'postgres'
      ? Math.max(MAX_CONCURRENT_STATEMENTS, connections - RESERVED_CONNECTIONS)
      : MAX_CONCURRENT_STATEMENTS
  return { forUser: (userId) => new LimitedDatabase(database, queues, userId, maxTransactions) }
}

/**
 * A database limited to one user. A transaction takes one slot for its connection, and statements in it wait for none,
 * which rules out a deadlock. Lookups by key are exempt, since they take under a millisecond and are batched.
 * It is a class because closures, created for every request, would cost an eighth of a read.
 */
class LimitedDatabase implements Database, Db {
  readonly engine: Database['engine']
  readonly sharded: boolean
  readonly #database: Database
  readonly #queues: Map<string, Queue>
  readonly #userId: string
  readonly #maxTransactions: number

  constructor(database: Database, queues: Map<string, Queue>, userId: string, maxTransactions: number) {
    this.engine = database.engine
    this.sharded = database.sharded
    this.#database = database
    this.#queues = queues
    this.#userId = userId
    this.#maxTransactions = maxTransactions
  }

  get db(): Db {
    return this
  }

  query<R>(statement: Sql<R>, options?: QueryOptions): Promise<R[]> {
    return this.#runLimited(() => this.#database.db.query(statement, options))
  }

  async queryRow<R>(statement: Sql<R>, options?: QueryOptions): Promise<R | undefined> {
    return (await this.query(statement, options))[0]
  }

  queryByKey<R>(statement: Sql<R>): Promise<R[]> {
    return this.#database.db.queryByKey(statement)
  }

  queryRowByKey<R>(statement: Sql<R>): Promise<R | undefined> {
    return this.#database.db.queryRowByKey(statement)
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>, group?: WriteGroup): Promise<T> {
    const runLimited = <R>(run: () => Promise<R>) => this.#runLimited(run, this.#maxTransactions)
    if (!group || this.sharded) return runLimited(() => this.#database.transaction(work))
    // Writes that share a transaction share its connection, so they are counted apart.
    const limitedGroup = { ...group, limitRerun: runLimited }
    return this.#runLimited(() => this.#database.transaction(work, limitedGroup), MAX_GROUPED_WRITES, 'grouped')
  }

  stream<R, T>(statement: Sql<R>, work: (portions: AsyncIterable<R[]>) => Promise<T>): Promise<T> {
    return this.#runLimited(() => this.#database.stream(statement, work))
  }

  ping(): Promise<void> {
    return this.#database.ping()
  }

  connectionStats(): ReturnType<Database['connectionStats']> {
    return this.#database.connectionStats()
  }

  connectionLosses(): number {
    return this.#database.connectionLosses()
  }

  statementCount(): number {
    return this.#database.statementCount()
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #runLimited<T>(work: () => Promise<T>, max = MAX_CONCURRENT_STATEMENTS, suffix = ''): Promise<T> {
    const queues = this.#queues
    const key = this.#userId + suffix
    let queue = queues.get(key)
    if (!queue) queues.set(key, (queue = { running: 0, waiting: [] }))
    if (queue.running < max && queue.waiting.length === 0) queue.running++
    else await waitForSlot(queue, max)
    try {
      return await work()
    } finally {
      queue.running--
      startWaiting(queue)
      if (queue.running === 0) queues.delete(key)
    }
  }
}

function startWaiting(queue: Queue): void {
  while (queue.waiting.length > 0 && queue.running < queue.waiting[0]!.max) {
    queue.running++
    queue.waiting.shift()!.start()
  }
}

function waitForSlot(queue: Queue, max: number): Promise<void> {
  const { waiting } = queue
  return new Promise((resolve, reject) => {
    // All wait equally long, so the first to time out is the first in the queue.
    const timer = setTimeout(() => {
      waiting.shift()!.reject(new ConcurrencyTimeout('no free slot'))
      startWaiting(queue)
    }, TIMEOUT_MS)
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push({ max, start, reject })
  })
}
