import { sql, type Sql } from '../../db/sql.ts'
import type { EventRow } from '../events.ts'

/**
 * A place in the order of the ledger, which is that of the lineages, in them of the transactions, and in these of their
 * events. It is always that of an event: a number of a transaction alone could be given again after a crash.
 */
export interface Place {
  lineage: number
  /** The 64-bit id of the transaction (xid8), in decimal. */
  tx: string
  ord: number
  event_id: string
}

/** An event of the ledger with its place. */
export type PlacedEvent = EventRow & Place

/** Before every event that can be followed. */
export const beginning: Place = { lineage: 0, tx: '0', ord: 0, event_id: '' }

/** Negative when `a` comes before `b`, 0 when they are the same place. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.lineage !== b.lineage) return a.lineage - b.lineage
  // Decimal numbers without leading zeros: the longer is the greater.
  if (a.tx !== b.tx) return a.tx.length - b.tx.length || (a.tx < b.tx ? -1 : 1)
  if (a.ord !== b.ord) return a.ord - b.ord
  return a.event_id === b.event_id ? 0 : a.event_id < b.event_id ? -1 : 1
}

/** The place of a row that may hold more. */
export const placeOf = ({ lineage, tx, ord, event_id }: Place): Place => ({ lineage, tx, ord, event_id })

/** The condition that event `e` comes after a place. */
export const isAfter = ({ lineage, tx, ord, event_id }: Place): Sql =>
  sql`e.lineage > 0 and (e.lineage, e.tx, e.ord, e.event_id) > (${lineage}::smallint, ${tx}::xid8, ${ord}::integer, ${event_id})`

/**
 * The condition that event `e` comes after a place and no later than another of the same lineage. A row of lineage and
 * transaction would be taken to pass over all that there is, since all is of one lineage: the planner then takes one index
 * to be as good as the other, and looks through the events of all organizations for those of one.
 */
export const isBetween = (after: Place, upTo: Place): Sql =>
  sql`e.lineage > 0 and e.lineage = ${after.lineage}::smallint and e.tx <= ${upTo.tx}::xid8
    and (e.tx, e.ord, e.event_id) > (${after.tx}::xid8, ${after.ord}::integer, ${after.event_id})
    and (e.tx, e.ord, e.event_id) <= (${upTo.tx}::xid8, ${upTo.ord}::integer, ${upTo.event_id})`

/**
 * The columns of a `PlacedEvent`, of table `e`. `tx` stays what it is: as a text of the same name it would be what
 * ORDER BY sorts.
 */
export const placedColumns: Sql = sql`e.org_id, e.event_id, e.type, e.resource_type, e.resource_id, e.part_id, e.project_id,
  e.from_project_id, e.actor_kind, e.actor_user_id, e.actor_username, e.token_id, e.before, e.after, e.ip, e.user_agent,
  e.request_id, e.created_at, e.cause, e.lineage, e.tx, e.ord`

/** The order of the ledger, of table `e`. */
export const inOrder: Sql = sql`e.lineage, e.tx, e.ord, e.event_id`
/** The same within a lineage. */
export const inOrderWithin: Sql = sql`e.tx, e.ord, e.event_id`
