import { sql, type Sql } from './sql.ts'

export interface QueryOptions {
  /** `custom` plans each execution with its values, `generic` never; by default PostgreSQL chooses. */
  plan?: 'custom' | 'generic' | undefined
}

/** Runs statements: the pool (each on any connection) or one open transaction. */
export interface Db {
  /** True if tables are sharded (Citus): a statement without an organization goes to all servers. */
  readonly sharded: boolean
  query<R>(statement: Sql<R>, options?: QueryOptions): Promise<R[]>
  /** Returns the first row, if there is one. */
  queryRow<R>(statement: Sql<R>, options?: QueryOptions): Promise<R | undefined>
  /** Runs a read by key on a few shared connections, within a millisecond; in a transaction, like `query`. */
  queryByKey<R>(statement: Sql<R>): Promise<R[]>
  queryRowByKey<R>(statement: Sql<R>): Promise<R | undefined>
  /** Serializes `work` among the writes that share the transaction. Undefined if there are none. */
  serializeInGroup?<T>(work: () => Promise<T>): Promise<T>
}

export interface Transaction extends Db {
  /** Position of the first event of this write in the transaction. */
  readonly firstEventPosition: number
  /** Number of statements sent so far that may wait for row locks. */
  readonly lockingStatements: number
  /** Runs the last statement with COMMIT. To prevent the commit, it must fail, not return fewer rows. */
  queryAndCommit(statement: Sql): Promise<void>
  /** Calls `work` after the commit; never after a rollback or a commit with unknown outcome. */
  afterCommit(work: () => void): void
}

/** Allows a write to share its transaction with others of the organization. */
export interface WriteGroup {
  orgId: string
  /** Resource of which a transaction contains only one write. */
  resourceId?: string | undefined
  /** Limits how many writes of failed transactions run at the same time in transactions of their own. */
  limitRerun?: <T>(run: () => Promise<T>) => Promise<T>
}

export interface Database {
  readonly engine: 'postgres' | 'embedded'
  readonly sharded: boolean
  /** Runs each statement on any free connection (autocommit). */
  readonly db: Db
  /**
   * Retries 40001 and 40P01 up to 5 times, so `work` must not change state outside of the database. With `group`, it may
   * share the transaction: row locks then exclude only writes of other transactions (docs/decisions/0026).
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>, group?: WriteGroup): Promise<T>
  /** Streams one large read from one snapshot, on its own connection. Times out after a minute. */
  stream<R, T>(statement: Sql<R>, work: (batches: AsyncIterable<R[]>) => Promise<T>): Promise<T>
  /** Resolves if the database responds within 2 seconds, else rejects. */
  ping(): Promise<void>
  connectionStats(): { open: number; busy: number; waiting: number }
  /** Rows cached before a loss may be newer than the database, which may have been restored from a backup. */
  connectionLosses(): number
  /** Returns the number of statements sent so far, without BEGIN, COMMIT and ROLLBACK. For tests. */
  statementCount(): number
  close(): Promise<void>
}

/** Nothing was written: there was no connection, or it broke before COMMIT. Results in a 503 response. */
export class DatabaseUnavailable extends Error {}
/** The connection broke after COMMIT was sent: the transaction may have been committed. */
export class CommitUnknown extends Error {}

/**
 * Lets a transaction that works on files wait longer between two statements than 30 s, after which PostgreSQL ends others.
 * Zero minutes are no limit, for a transaction without row locks until its files are stored.
 */
export async function setIdleTimeout(trx: Transaction, minutes: 0 | 10): Promise<void> {
  await trx.query(sql`set local idle_in_transaction_session_timeout = ${sql.raw(`'${minutes}min'`)}`)
}
