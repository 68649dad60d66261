import type { Db } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'
import { comparePositions, logOrder, isAfterPosition, type EventPosition } from '../../events/reader/position.ts'
import { positionExists, readWatermark, readLastPosition } from '../../events/reader/queries.ts'

const FOLLOWER_NAME = 'notifications'

/** Stored in the transaction that stores the notifications. */
export async function loadPosition(db: Db): Promise<EventPosition> {
  const [row] = await db.query(
    sql<EventPosition>`select lineage, tx, ord, event_id from event_followers where name = ${FOLLOWER_NAME}`,
  )
  return row ?? startAtHead(db)
}

export async function advancePosition(db: Db, from: EventPosition, to: EventPosition, now: string): Promise<boolean> {
  const updated = await db.query(sql`
    update event_followers set lineage = ${to.lineage}, tx = ${to.tx}::xid8, ord = ${to.ord}, event_id = ${to.event_id},
      updated_at = ${now}
    where name = ${FOLLOWER_NAME} and lineage = ${from.lineage} and tx = ${from.tx}::xid8 and ord = ${from.ord}
      and event_id = ${from.event_id}
    returning name`)
  return updated.length > 0
}

/** Restores a lost position at the head of the log: earlier events cause no notifications. */
async function startAtHead(db: Db): Promise<EventPosition> {
  const { lineage, tx, ord, event_id } = await readLastPosition(db, await readWatermark(db))
  await db.query(sql`
    insert into event_followers (name, lineage, tx, ord, event_id, updated_at)
    values (${FOLLOWER_NAME}, ${lineage}, ${tx}::xid8, ${ord}, ${event_id}, now()) on conflict (name) do nothing`)
  return loadPosition(db)
}

/**
 * Rewinds a position beyond the last event, which happens if only the event log was restored to an earlier time.
 * Nothing is processed twice, since no event exists in between.
 */
export async function rewindPosition(db: Db, now: string): Promise<void> {
  const position = await loadPosition(db)
  const last = await readLastPosition(db, await readWatermark(db))
  if (comparePositions(position, last) <= 0 || (await positionExists(db, position))) return
  await advancePosition(db, position, last, now)
}

export async function measureNotificationLag(db: Db, millis: number): Promise<number> {
  const position = await loadPosition(db)
  const [next] = await db.query(
    sql<{ created_at: string }>`
      select e.created_at from events e where ${isAfterPosition(position)} order by ${logOrder} limit 1`,
    { plan: 'generic' },
  )
  return next ? Math.max(0, millis - Date.parse(next.created_at)) / 1000 : 0
}

/** Selects the time of the oldest event not yet processed for notifications, as part of a larger statement. */
export const selectOldestPendingEvent: Sql<{ created_at: string }> = sql`
    select e.created_at from events e
    where e.lineage > 0 and (e.lineage, e.tx, e.ord, e.event_id) > (
      select f.lineage, f.tx, f.ord, f.event_id from event_followers f where f.name = ${FOLLOWER_NAME})
    order by ${logOrder} limit 1`
