import { sql, type Sql } from '../../db/sql.ts'
import type { EventRow } from '../../core/change-event.ts'

/** Position of an event, by lineage, transaction and event: a transaction ID alone could be reused. */
export interface EventPosition {
  lineage: number
  tx: string
  ord: number
  event_id: string
}

export type PositionedEvent = EventRow & EventPosition

export const LOG_START: EventPosition = { lineage: 0, tx: '0', ord: 0, event_id: '' }

export function comparePositions(a: EventPosition, b: EventPosition): number {
  if (a.lineage !== b.lineage) return a.lineage - b.lineage
  // Decimal numbers without leading zeros: the longer one is greater.
  if (a.tx !== b.tx) return a.tx.length - b.tx.length || (a.tx < b.tx ? -1 : 1)
  if (a.ord !== b.ord) return a.ord - b.ord
  return a.event_id === b.event_id ? 0 : a.event_id < b.event_id ? -1 : 1
}

export const toPosition = ({ lineage, tx, ord, event_id }: EventPosition): EventPosition => ({
  lineage,
  tx,
  ord,
  event_id,
})

export const isAfterPosition = ({ lineage, tx, ord, event_id }: EventPosition): Sql =>
  sql`e.lineage > 0 and (e.lineage, e.tx, e.ord, e.event_id) > (${lineage}::smallint, ${tx}::xid8, ${ord}::integer, ${event_id})`

/** Compares the lineage separately: as a row, the planner would misjudge the index and scan all events. */
export const isBetweenPositions = (after: EventPosition, upTo: EventPosition): Sql =>
  sql`e.lineage > 0 and e.lineage = ${after.lineage}::smallint and e.tx <= ${upTo.tx}::xid8
    and (e.tx, e.ord, e.event_id) > (${after.tx}::xid8, ${after.ord}::integer, ${after.event_id})
    and (e.tx, e.ord, e.event_id) <= (${upTo.tx}::xid8, ${upTo.ord}::integer, ${upTo.event_id})`

/** Columns of table `e`. `tx` is not cast, because ORDER BY would sort by the text. */
export const positionedEventColumns: Sql = sql`e.org_id, e.event_id, e.type, e.resource_type, e.resource_id, e.part_id, e.project_id,
  e.from_project_id, e.actor_kind, e.actor_user_id, e.actor_username, e.token_id, e.before, e.after, e.ip, e.user_agent,
  e.request_id, e.created_at, e.cause, e.lineage, e.tx, e.ord`

export const logOrder: Sql = sql`e.lineage, e.tx, e.ord, e.event_id`
export const lineageOrder: Sql = sql`e.tx, e.ord, e.event_id`
