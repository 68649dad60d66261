import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { inOrder, isAfter, isUpTo, placedColumns, type Place, type PlacedEvent } from './place.ts'

/**
 * The horizon: the id of the oldest transaction that still runs, in the cluster. All before it are over, and what they
 * wrote is seen by every statement that is sent after this one.
 */
export async function readHorizon(db: Db): Promise<string> {
  const [row] = await db.query(
    sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot()) as horizon`,
  )
  return row!.horizon
}

/**
 * At most `limit` events of all organizations after a place and below a horizon that was read before, in order. Nothing
 * will appear before any of them.
 */
export const readSettled = (db: Db, after: Place, horizon: string, limit: number): Promise<PlacedEvent[]> =>
  db.query(sql<PlacedEvent>`
    select ${placedColumns} from events e where ${isAfter(after)} and e.tx < ${horizon}::xid8
    order by ${inOrder} limit ${limit}`)

/** At most `limit` events of an organization after a place and up to another, which is known to be settled, in order. */
export const readBetween = (
  db: Db,
  orgId: string,
  after: Place,
  upTo: Place,
  limit: number,
): Promise<PlacedEvent[]> =>
  db.query(sql<PlacedEvent>`
    select ${placedColumns} from events e
    where e.org_id = ${orgId} and ${isAfter(after)} and ${isUpTo(upTo)}
    order by ${inOrder} limit ${limit}`)
