import type { CompiledQuery, Kysely } from 'kysely'
import { CompiledQuery as Compiled } from 'kysely'

/**
 * What every query runs on: the pool (each statement by itself) or one open transaction.
 * Queries are written as SQL, so the tables carry no types here; each query names the row it gives.
 */
export type Db = Kysely<unknown>

/** One database, embedded or PostgreSQL, behind one dialect. Opened by `openDatabase`. */
export interface Database {
  readonly engine: 'postgres' | 'embedded'
  /** Autocommit: every statement takes any free connection. */
  readonly db: Db
  /**
   * Runs `work` in one READ COMMITTED transaction and commits it.
   * A serialization failure or deadlock (SQLSTATE 40001, 40P01) rolls back and runs `work` again, up to
   * 5 times in all, so `work` must keep no state of an earlier run. Any other error rolls back and is thrown.
   * A connection lost while COMMIT was under way throws `CommitUnknown`; one that could not be had or was lost
   * earlier throws `DatabaseUnavailable`.
   */
  transaction<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /** Resolves when the database answers, rejects otherwise (within 2 s). */
  ping(): Promise<void>
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
export async function query<R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> {
  return (await db.executeQuery<R>(Compiled.raw(text, [...parameters]) as CompiledQuery<R>)).rows
}
