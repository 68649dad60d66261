import type { Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'

/** Queries separately, since sharded tables do not allow a subquery in VALUES. Returns 1 without rows. */
export async function findEndPosition(db: Db, rows: Sql): Promise<number> {
  const [end] = await db.query(
    sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from ${rows}`,
  )
  return end!.position
}
