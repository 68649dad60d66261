import { setIdleTimeout, type Database } from '../../../../db/database.ts'
import { sql, type Sql } from '../../../../db/sql.ts'

/** Reads slices of rows, one after the other. */
export interface SliceReader {
  read<R>(statement: Sql<R>): Promise<R[]>
}

/**
 * Calls `work` with a reader. On PostgreSQL all slices are of one snapshot. The embedded database has one connection, so
 * writes run between slices, and rows may refer to others that are created or deleted in between.
 */
export async function withSnapshot<T>(database: Database, work: (reader: SliceReader) => Promise<T>): Promise<T> {
  if (database.engine === 'embedded') return await work({ read: (statement) => database.db.query(statement) })
  return await database.transaction(async (trx) => {
    await trx.query(sql`set transaction isolation level repeatable read, read only`)
    await setIdleTimeout(trx, 10)
    return await work({ read: (statement) => trx.query(statement) })
  })
}
