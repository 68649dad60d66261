import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  beginning,
  comparePlaces,
  inOrderWithin,
  isBetween,
  placedColumns,
  type Place,
  type PlacedEvent,
} from '../../kernel/tail/place.ts'
import { byLineage, findPlace, placeBefore, type Horizon } from '../../kernel/tail/settled.ts'

/**
 * Returns the next stable events of an organization after a position, and whether the position is still in the log, in
 * one statement.
 */
export async function readAfter(
  db: Db,
  orgId: string,
  after: Place,
  horizon: Horizon,
  limit: number,
): Promise<{ known: boolean; events: PlacedEvent[] }> {
  const { lineage, tx, ord, event_id } = after
  const selectBetween = (from: Place, upTo: Place, most: number) => sql`
    select ${placedColumns} from events e where e.org_id = ${orgId} and ${isBetween(from, upTo)}
    order by ${inOrderWithin} limit ${most}`
  let known = comparePlaces(after, beginning) === 0
  if (db.sharded && !known) known = await findPlace(db, after)
  const events = await byLineage(after, placeBefore(horizon), limit, async (from, upTo, most) => {
    if (db.sharded) return db.query(sql<PlacedEvent>`${selectBetween(from, upTo, most)}`)
    const rows = await db.query(sql<PlacedEvent & { known: boolean }>`
      select k.known, e.* from (
        select exists (select from events p where p.lineage > 0 and p.lineage = ${lineage}::smallint
          and p.tx = ${tx}::xid8 and p.ord = ${ord}::integer and p.event_id = ${event_id}) as known) k
      left join lateral (${selectBetween(from, upTo, most)}) e on true
      order by ${inOrderWithin}`)
    known ||= rows[0]!.known
    // Where there is no event, its columns are null.
    return rows.filter((row) => row.event_id !== null)
  })
  return { known, events }
}
