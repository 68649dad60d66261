import { DatabaseUnavailable, type Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  LOG_START,
  comparePositions,
  lineageOrder,
  isBetweenPositions,
  positionedEventColumns,
  type EventPosition,
  type PositionedEvent,
} from './position.ts'

/** Watermark of the event log: no event will appear before it. */
export interface Watermark {
  /** Current lineage. Earlier lineages are stable. */
  lineage: number
  /** ID of the oldest running transaction of the cluster. All before it have ended. */
  tx: string
  /** Next transaction ID: everything committed now is stable once `tx` reaches it. */
  next: string
}

/** Reads the lineage as the column's default, which changes under a lock that excludes writers. */
export async function readWatermark(db: Db): Promise<Watermark> {
  const watermark = await readLocalWatermark(db)
  return db.sharded ? { ...watermark, tx: minTx(watermark.tx, await readPrepared(db)) } : watermark
}

/** Returns the oldest transaction still prepared on another server. Read after the watermark. */
async function readPrepared(db: Db): Promise<string | undefined> {
  const servers = await db.query(sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(
      $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where gid like 'citus_0_%'$$)`)
  const unreachable = servers.find(({ success }) => !success)
  if (unreachable)
    throw new DatabaseUnavailable(`database unavailable: a server does not respond: ${unreachable.result}`)
  const prepared = servers.flatMap(({ result }) => result.split(' ').filter((gid) => gid !== ''))
  if (prepared.length === 0) return undefined
  const [row] = await db.query(sql<{ tx: string | null }>`
    select min(coalesce(outer_xid::text::numeric, 0))::text as tx from pg_dist_transaction
    where gid = any(${prepared}::text[])`)
  return row!.tx ?? undefined
}

const minTx = (a: string, b: string | undefined): string => (b !== undefined && BigInt(b) < BigInt(a) ? b : a)

const readLocalWatermark = async (db: Db) =>
  (await db.queryRow(
    sql<Watermark>`
      select pg_snapshot_xmin(s.now) as tx, pg_snapshot_xmax(s.now) as next,
        substring(pg_get_expr(d.adbin, d.adrelid) from '[0-9]+')::smallint as lineage
      from (select pg_current_snapshot() as now offset 0) s, pg_attribute a
      join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'events'::regclass and a.attname = 'lineage'`,
    { plan: 'generic' },
  ))!

export function listStableEvents(
  db: Db,
  after: EventPosition,
  { lineage, tx }: Watermark,
  limit: number,
): Promise<PositionedEvent[]> {
  return listByLineage(after, { ...LOG_START, lineage, tx }, limit, (from, { tx: end }, remaining) =>
    listWithinLineage(db, from, end, remaining),
  )
}

/** Reads events between two positions, one lineage at a time. There are several only after a restored dump. */
export async function listByLineage(
  after: EventPosition,
  upTo: EventPosition,
  limit: number,
  read: (from: EventPosition, upTo: EventPosition, limit: number) => Promise<PositionedEvent[]>,
): Promise<PositionedEvent[]> {
  const events: PositionedEvent[] = []
  for (let from = after.lineage > 0 ? after : startOfLineage(1); from.lineage <= upTo.lineage;) {
    const end = from.lineage < upTo.lineage ? { ...from, tx: MAX_TX } : upTo
    events.push(...(await read(from, end, limit - events.length)))
    if (events.length === limit) break
    from = startOfLineage(from.lineage + 1)
  }
  return events
}

export const positionBefore = ({ lineage, tx }: Watermark): EventPosition => ({
  lineage,
  tx,
  ord: -1,
  event_id: '',
})

const startOfLineage = (lineage: number): EventPosition => ({ ...LOG_START, lineage })
const MAX_TX = '18446744073709551615'

/** Compares the lineage alone: a row comparison of lineage and transaction would scan to the end of the index. */
const listWithinLineage = (db: Db, { lineage, tx, ord, event_id }: EventPosition, end: string, limit: number) =>
  db.query(
    sql<PositionedEvent>`
      select ${positionedEventColumns} from events e
      where e.lineage > 0 and e.lineage = ${lineage}::smallint and e.tx < ${end}::xid8
        and (e.tx, e.ord, e.event_id) > (${tx}::xid8, ${ord}::integer, ${event_id})
      order by ${lineageOrder} limit ${limit}`,
    { plan: 'generic' },
  )

/** Returns `LOG_START` for an empty log. */
export async function readLastPosition(db: Db, { lineage, tx }: Watermark): Promise<EventPosition> {
  const [row] = await db.query(
    sql<EventPosition>`
      select e.lineage, e.tx, e.ord, e.event_id from events e
      where e.lineage > 0 and (e.lineage, e.tx) < (${lineage}::smallint, ${tx}::xid8)
      order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1`,
    { plan: 'generic' },
  )
  return row ?? LOG_START
}

/** Returns false after a restored backup or the organization's retention. */
export async function positionExists(db: Db, position: EventPosition): Promise<boolean> {
  if (comparePositions(position, LOG_START) === 0) return true
  const { lineage, tx, ord, event_id } = position
  const rows = await db.query(
    sql`
      select from events e where e.lineage > 0 and e.lineage = ${lineage}::smallint and e.tx = ${tx}::xid8
        and e.ord = ${ord}::integer and e.event_id = ${event_id}`,
    { plan: 'generic' },
  )
  return rows.length > 0
}

export const listEventsBetween = (
  db: Db,
  orgId: string,
  after: EventPosition,
  upTo: EventPosition,
  limit: number,
): Promise<PositionedEvent[]> =>
  listByLineage(after, upTo, limit, (from, end, remaining) =>
    db.query(sql<PositionedEvent>`
      select ${positionedEventColumns} from events e where e.org_id = ${orgId} and ${isBetweenPositions(from, end)}
      order by ${lineageOrder} limit ${remaining}`),
  )
