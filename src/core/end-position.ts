import type { Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'

/** Queries separately, since sharded tables do not allow a subquery in VALUES. Returns 1 without rows. */
export const findEndPosition = async (db: Db, rows: Sql) =>
  (await db.queryRow(sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from ${rows}`))!
    .position
