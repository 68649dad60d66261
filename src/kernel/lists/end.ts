import type { Db } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'

/**
 * The position behind the last of some rows, 1 where there are none; `rows` are what stands behind FROM. It is asked for
 * before they are written, since an INSERT with a subquery among its values is refused where the tables are spread over
 * several servers.
 */
export async function endOf(db: Db, rows: Sql): Promise<number> {
  const [end] = await db.query(
    sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from ${rows}`,
  )
  return end!.position
}
