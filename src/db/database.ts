import type { Sql } from './sql.ts'

/** How a statement is run. */
export interface RunOptions {
  /**
   * `custom` has it planned each time with its values. That is for what is best done in a way that depends on them, and
   * for texts of which there are more than plans worth keeping. `kept` has it planned once, whatever the values are: that
   * is for what is best done in one way, such as walking an index. Else PostgreSQL decides for each text by what it takes
   * either to cost, and most often keeps a plan.
   */
  plan?: 'custom' | 'kept' | undefined
}

/**
 * What every statement runs on: the pool (each by itself) or one open transaction. Statements are written with the tag
 * `sql` and name the row they give.
 */
export interface Db {
  /**
   * Whether the tables are spread over several servers (Citus), by organization. What one server does in one statement
   * may have to be done otherwise then: a statement that names no organization is sent to all of them.
   */
  readonly sharded: boolean
  /** Runs one statement; gives its rows. */
  query<R>(statement: Sql<R>, how?: RunOptions): Promise<R[]>
  /** Runs a read by a key, which is answered within a millisecond: such reads share a few connections. */
  lookUp<R>(statement: Sql<R>): Promise<R[]>
}

/** An open transaction. */
export interface Transaction extends Db {
  /**
   * Runs the last statement, with which COMMIT goes out. It must fail, not give fewer rows, where nothing may be
   * committed.
   */
  last<R>(statement: Sql<R>): Promise<R[]>
  /** Has something done once this transaction is committed, and never when it is rolled back or its end is unknown. */
  afterCommit(work: () => void): void
}

/** One database, embedded or PostgreSQL. Opened by `openDatabase`. */
export interface Database {
  readonly engine: 'postgres' | 'embedded'
  /** The same as of its `db`. */
  readonly sharded: boolean
  /** Autocommit: every statement takes any free connection. */
  readonly db: Db
  /**
   * Runs `work` in one READ COMMITTED transaction and commits it, unless `last` has done so.
   * A serialization failure or deadlock (SQLSTATE 40001, 40P01) rolls back and runs `work` again, up to
   * 5 times in all, so `work` must keep no state of an earlier run. Any other error rolls back and is thrown.
   * A connection lost while COMMIT was under way throws `CommitUnknown`; one that could not be had or was lost
   * earlier throws `DatabaseUnavailable`.
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs one read whose rows are too many to hold, on a connection of its own and one at a time: gives `work` some of
   * them at a time, and reads on when it asks for more. All are of one moment. It ends after a minute.
   */
  walk<R, T>(statement: Sql<R>, work: (portions: AsyncIterable<R[]>) => Promise<T>): Promise<T>
  /** Resolves when the database answers, rejects otherwise (within 2 s). */
  ping(): Promise<void>
  /** Connections that are open, of these in use, and how many wait for one. */
  connections(): { open: number; busy: number; waiting: number }
  /**
   * Number of connections lost since the database was opened. What is remembered of rows from before a loss may be of
   * another state than the database has now: it may have been put back to an older one.
   */
  losses(): number
  /** Number of statements sent since the database was opened, BEGIN/COMMIT/ROLLBACK left out. For tests. */
  statements(): number
  close(): Promise<void>
}

/** Nothing is known to have been written: no connection, or it broke before COMMIT. Answered as 503. */
export class DatabaseUnavailable extends Error {}
/** The connection broke after COMMIT was sent: the transaction may have been committed. */
export class CommitUnknown extends Error {}
