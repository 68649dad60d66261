import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  beginning,
  comparePlaces,
  inOrder,
  isAfter,
  placedColumns,
  type Place,
  type PlacedEvent,
} from '../../kernel/tail/place.ts'
import type { Horizon } from '../../kernel/tail/settled.ts'

/**
 * At most `limit` settled events of an organization after a place, and whether the place is one of the ledger still: as
 * `findPlace` and `readBetween` say, in one statement.
 */
export async function readAfter(
  db: Db,
  orgId: string,
  after: Place,
  { lineage, tx }: Horizon,
  limit: number,
): Promise<{ known: boolean; events: PlacedEvent[] }> {
  const { event_id } = after
  const rows = await db.query(sql<PlacedEvent & { known: boolean }>`
    select k.known, e.* from (
      select exists (select from events p where p.lineage > 0 and p.lineage = ${after.lineage}::smallint
        and p.tx = ${after.tx}::xid8 and p.ord = ${after.ord}::integer and p.event_id = ${event_id}) as known) k
    left join lateral (
      select ${placedColumns} from events e
      where e.org_id = ${orgId} and ${isAfter(after)} and (e.lineage, e.tx) < (${lineage}::smallint, ${tx}::xid8)
      order by ${inOrder} limit ${limit}) e on true
    order by ${inOrder}`)
  const known = comparePlaces(after, beginning) === 0 || (rows[0]?.known ?? false)
  // Where there is no event, its columns are null.
  return { known, events: rows.filter((row) => row.event_id !== null) }
}
