import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { comparePlaces, inOrder, isAfter, type Place } from '../../../kernel/tail/place.ts'
import { findPlace, readHorizon, readLast } from '../../../kernel/tail/settled.ts'

const name = 'notifications'

/** How far people were told of what happened. It is written down with what they are told, in one transaction. */
export async function findCome(db: Db): Promise<Place> {
  const [row] = await db.query(
    sql<Place>`select lineage, tx, ord, event_id from event_followers where name = ${name}`,
  )
  return row ?? beginAtPresent(db)
}

/** Goes on from one place to another; false where another process has done so. */
export async function goOn(db: Db, from: Place, to: Place, now: string): Promise<boolean> {
  const moved = await db.query(sql`
    update event_followers set lineage = ${to.lineage}, tx = ${to.tx}::xid8, ord = ${to.ord}, event_id = ${to.event_id},
      updated_at = ${now}
    where name = ${name} and lineage = ${from.lineage} and tx = ${from.tx}::xid8 and ord = ${from.ord}
      and event_id = ${from.event_id}
    returning name`)
  return moved.length > 0
}

/** A place that was lost: what happened until now is not told. */
async function beginAtPresent(db: Db): Promise<Place> {
  const { lineage, tx, ord, event_id } = await readLast(db, await readHorizon(db))
  await db.query(sql`
    insert into event_followers (name, lineage, tx, ord, event_id, updated_at)
    values (${name}, ${lineage}, ${tx}::xid8, ${ord}, ${event_id}, now()) on conflict (name) do nothing`)
  return findCome(db)
}

/**
 * Steps back to the last event there is from a place that lies beyond it, where nothing would ever be found: the ledger
 * was put back to an earlier time without what lies beside it. What comes after is told; nothing is told twice, since
 * there is nothing between the two.
 */
export async function stepBack(db: Db, now: string): Promise<void> {
  const come = await findCome(db)
  const last = await readLast(db, await readHorizon(db))
  if (comparePlaces(come, last) <= 0 || (await findPlace(db, come))) return
  await goOn(db, come, last, now)
}

/** For how many seconds the oldest event that is not taken in has been waiting; 0 when there is none. */
export async function lagOf(db: Db, millis: number): Promise<number> {
  const come = await findCome(db)
  const [next] = await db.query(
    sql<{ created_at: string }>`
      select e.created_at from events e where ${isAfter(come)} order by ${inOrder} limit 1`,
    { plan: 'kept' },
  )
  return next ? Math.max(0, millis - Date.parse(next.created_at)) / 1000 : 0
}
