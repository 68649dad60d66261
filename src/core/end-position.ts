import type { Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'

/**
 * Returns the position after the last row of `rows` (a FROM clause), 1 if there is none. It is a statement of its own,
 * since sharded tables do not allow a subquery in VALUES.
 */
export async function findEndPosition(db: Db, rows: Sql): Promise<number> {
  const [end] = await db.query(
    sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from ${rows}`,
  )
  return end!.position
}
