import type { Db } from '../../src/db/database.ts'
import { Sql } from '../../src/db/sql.ts'

/** Builds a statement from a text with `$1…` parameters, for tests that generate their SQL. */
export const toSql = <R>(text: string, parameters: readonly unknown[]): Sql<R> =>
  new Sql<R>([text], parameters, { text, value: undefined, pieces: undefined })

export const query = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.query(toSql<R>(text, parameters))

/** Runs such a text as a lookup by key. */
export const lookUpText = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.queryByKey(toSql<R>(text, parameters))
