import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { comparePlaces, inOrder, isAfter, type Place } from '../../../kernel/tail/place.ts'
import { findPlace, readHorizon, readLast } from '../../../kernel/tail/settled.ts'

const FOLLOWER_NAME = 'notifications'

/**
 * Returns the position up to which events were processed. It is stored in the transaction that stores the
 * notifications.
 */
export async function findCome(db: Db): Promise<Place> {
  const [row] = await db.query(
    sql<Place>`select lineage, tx, ord, event_id from event_followers where name = ${FOLLOWER_NAME}`,
  )
  return row ?? startAtHead(db)
}

/** Advances the position; returns false if another process has advanced it. */
export async function goOn(db: Db, from: Place, to: Place, now: string): Promise<boolean> {
  const updated = await db.query(sql`
    update event_followers set lineage = ${to.lineage}, tx = ${to.tx}::xid8, ord = ${to.ord}, event_id = ${to.event_id},
      updated_at = ${now}
    where name = ${FOLLOWER_NAME} and lineage = ${from.lineage} and tx = ${from.tx}::xid8 and ord = ${from.ord}
      and event_id = ${from.event_id}
    returning name`)
  return updated.length > 0
}

/** Restores a lost position at the head of the log: earlier events cause no notifications. */
async function startAtHead(db: Db): Promise<Place> {
  const { lineage, tx, ord, event_id } = await readLast(db, await readHorizon(db))
  await db.query(sql`
    insert into event_followers (name, lineage, tx, ord, event_id, updated_at)
    values (${FOLLOWER_NAME}, ${lineage}, ${tx}::xid8, ${ord}, ${event_id}, now()) on conflict (name) do nothing`)
  return findCome(db)
}

/**
 * Rewinds a position beyond the last event, which happens if only the event log was restored to an earlier time.
 * Nothing is processed twice, since no event exists in between.
 */
export async function stepBack(db: Db, now: string): Promise<void> {
  const position = await findCome(db)
  const last = await readLast(db, await readHorizon(db))
  if (comparePlaces(position, last) <= 0 || (await findPlace(db, position))) return
  await goOn(db, position, last, now)
}

export async function lagOf(db: Db, millis: number): Promise<number> {
  const position = await findCome(db)
  const [next] = await db.query(
    sql<{ created_at: string }>`
      select e.created_at from events e where ${isAfter(position)} order by ${inOrder} limit 1`,
    { plan: 'kept' },
  )
  return next ? Math.max(0, millis - Date.parse(next.created_at)) / 1000 : 0
}
