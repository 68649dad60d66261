/**
 * What every query runs on: the pool (each statement by itself) or one open transaction.
 * Queries are written as SQL; each names the row it gives.
 */
export interface Db {
  /** Sends one statement with its `$1…` parameters; gives its rows. */
  run<R>(text: string, parameters: readonly unknown[]): Promise<R[]>
  /** The same for a read that is answered within a millisecond; such reads share connections. */
  lookUp<R>(text: string, parameters: readonly unknown[]): Promise<R[]>
}

/** An open transaction. */
export interface Transaction extends Db {
  /** The last statement: COMMIT goes out with it. It must fail, not give fewer rows, where nothing may be committed. */
  last<R>(text: string, parameters: readonly unknown[]): Promise<R[]>
}

/** One database, embedded or PostgreSQL. Opened by `openDatabase`. */
export interface Database {
  readonly engine: 'postgres' | 'embedded'
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
   * Runs one read whose rows are too many to hold, on a connection of its own and one at a time: gives them to `work` some
   * at a time, and reads on when it asks for more. All are of one moment. Ends after a minute.
   */
  walk<R, T>(
    text: string,
    parameters: readonly unknown[],
    work: (portions: AsyncIterable<R[]>) => Promise<T>,
  ): Promise<T>
  /** Resolves when the database answers, rejects otherwise (within 2 s). */
  ping(): Promise<void>
  /** Connections that are open, of these in use, and how many wait for one. */
  connections(): { open: number; busy: number; waiting: number }
  /** Number of statements sent since the database was opened, BEGIN/COMMIT/ROLLBACK left out. For tests. */
  statements(): number
  close(): Promise<void>
}

/** Nothing is known to have been written: no connection, or it broke before COMMIT. Answered as 503. */
export class DatabaseUnavailable extends Error {}
/** The connection broke after COMMIT was sent: the transaction may have been committed. */
export class CommitUnknown extends Error {}

/**
 * Runs hand-written SQL with `$1…` parameters on the pool or a transaction; gives the rows.
 * The text is the statement's identity: PostgreSQL keeps a named plan for each, so build it from constants only.
 */
export const query = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.run<R>(text, parameters)

/** The same for a read by a key, which is answered within a millisecond: such reads follow one another closely. */
export const lookUp = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.lookUp<R>(text, parameters)
