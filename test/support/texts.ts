import type { Db } from '../../src/db/database.ts'
import { Sql } from '../../src/db/sql.ts'

/** A statement of a text with `$1…` parameters, as tests write those whose text is made up. */
export const numbered = <R>(text: string, parameters: readonly unknown[]): Sql<R> =>
  new Sql<R>([text], parameters, { text, value: undefined, pieces: undefined })

/** Runs such a text; gives its rows. */
export const query = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.query(numbered<R>(text, parameters))

/** The same for a read by a key. */
export const lookUp = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  db.lookup(numbered<R>(text, parameters))
