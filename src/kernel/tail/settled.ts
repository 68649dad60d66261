import { DatabaseUnavailable, type Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  beginning,
  comparePlaces,
  inOrderWithin,
  isBetween,
  placedColumns,
  type Place,
  type PlacedEvent,
} from './place.ts'

/** Up to where the ledger is settled: nothing will appear in it before this. */
export interface Horizon {
  /** The lineage that events are written in now. Those of lineages before are all settled. */
  lineage: number
  /** The id of the oldest transaction that still runs, in the cluster. All before it are over. */
  tx: string
  /** The id that no transaction has had yet: what is committed by now is settled once `tx` has come to it. */
  next: string
}

/**
 * Reads the horizon. What transactions before it wrote is seen by every statement that is sent after this one. The
 * lineage is the default of its column, which changes under a lock that no writer of events holds.
 */
export async function readHorizon(db: Db): Promise<Horizon> {
  const horizon = await readOwnHorizon(db)
  return db.sharded ? { ...horizon, tx: lesser(horizon.tx, await readPrepared(db)) } : horizon
}

/**
 * The oldest transaction that is over here and not yet on every server that it wrote to; undefined where there is none. One
 * that wrote to several servers is prepared on each, ends here, and is then committed there, which after a crash takes a
 * while. Asked after the horizon: what has been committed there meanwhile is seen by every later statement.
 */
async function readPrepared(db: Db): Promise<string | undefined> {
  const servers = await db.query(sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(
      $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where gid like 'citus_0_%'$$)`)
  const away = servers.find(({ success }) => !success)
  if (away) throw new DatabaseUnavailable(`database unavailable: a server does not answer: ${away.result}`)
  const prepared = servers.flatMap(({ result }) => result.split(' ').filter((gid) => gid !== ''))
  if (prepared.length === 0) return undefined
  const [row] = await db.query(sql<{ tx: string | null }>`
    select min(coalesce(outer_xid::text::numeric, 0))::text as tx from pg_dist_transaction
    where gid = any(${prepared}::text[])`)
  return row!.tx ?? undefined
}

const lesser = (a: string, b: string | undefined): string =>
  b !== undefined && BigInt(b) < BigInt(a) ? b : a

async function readOwnHorizon(db: Db): Promise<Horizon> {
  const [row] = await db.query(
    sql<Horizon>`
      select pg_snapshot_xmin(s.now) as tx, pg_snapshot_xmax(s.now) as next,
        substring(pg_get_expr(d.adbin, d.adrelid) from '[0-9]+')::smallint as lineage
      from (select pg_current_snapshot() as now offset 0) s, pg_attribute a
      join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'events'::regclass and a.attname = 'lineage'`,
    { plan: 'kept' },
  )
  return row!
}

/**
 * At most `limit` events of all organizations after a place and before a horizon that was read earlier, in order. Nothing
 * will appear before any of them.
 */
export function readSettled(
  db: Db,
  after: Place,
  { lineage, tx }: Horizon,
  limit: number,
): Promise<PlacedEvent[]> {
  return byLineage(after, { ...beginning, lineage, tx }, limit, (from, { tx: end }, most) =>
    readWithin(db, from, end, most),
  )
}

/**
 * What lies between two places, lineage by lineage, each with its part of the way. There are several only where a dump was
 * restored: one statement is the rule.
 */
export async function byLineage(
  after: Place,
  upTo: Place,
  limit: number,
  read: (from: Place, upTo: Place, limit: number) => Promise<PlacedEvent[]>,
): Promise<PlacedEvent[]> {
  const events: PlacedEvent[] = []
  for (let from = after.lineage > 0 ? after : startOf(1); from.lineage <= upTo.lineage;) {
    const end = from.lineage < upTo.lineage ? { ...from, tx: endless } : upTo
    events.push(...(await read(from, end, limit - events.length)))
    if (events.length === limit) break
    from = startOf(from.lineage + 1)
  }
  return events
}

/** The place right before the events that are not settled yet. */
export const placeBefore = ({ lineage, tx }: Horizon): Place => ({ lineage, tx, ord: -1, event_id: '' })

const startOf = (lineage: number): Place => ({ ...beginning, lineage })
/** The greatest id of a transaction (xid8). */
const endless = '18446744073709551615'

/**
 * At most `limit` events of the lineage of a place, after it and of transactions before `end`. Written so that the walk
 * along the index ends there: compared as a row, lineage and transaction would have it go on to the end of the index.
 */
const readWithin = (
  db: Db,
  { lineage, tx, ord, event_id }: Place,
  end: string,
  limit: number,
): Promise<PlacedEvent[]> =>
  db.query(
    sql<PlacedEvent>`
      select ${placedColumns} from events e
      where e.lineage > 0 and e.lineage = ${lineage}::smallint and e.tx < ${end}::xid8
        and (e.tx, e.ord, e.event_id) > (${tx}::xid8, ${ord}::integer, ${event_id})
      order by ${inOrderWithin} limit ${limit}`,
    { plan: 'kept' },
  )

/** The place of the last event before a horizon that was read earlier; `beginning` where there is none. */
export async function readLast(db: Db, { lineage, tx }: Horizon): Promise<Place> {
  const [row] = await db.query(
    sql<Place>`
      select e.lineage, e.tx, e.ord, e.event_id from events e
      where e.lineage > 0 and (e.lineage, e.tx) < (${lineage}::smallint, ${tx}::xid8)
      order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1`,
    { plan: 'kept' },
  )
  return row ?? beginning
}

/**
 * Whether a place is one of this ledger still: the very event must be there. It is not when the database was put back to
 * a time before it, or when the organization's retention has had it deleted.
 */
export async function findPlace(db: Db, place: Place): Promise<boolean> {
  if (comparePlaces(place, beginning) === 0) return true
  const { lineage, tx, ord, event_id } = place
  const rows = await db.query(
    sql`
      select from events e where e.lineage > 0 and e.lineage = ${lineage}::smallint and e.tx = ${tx}::xid8
        and e.ord = ${ord}::integer and e.event_id = ${event_id}`,
    { plan: 'kept' },
  )
  return rows.length > 0
}

/** At most `limit` events of an organization after a place and up to another, which is known to be settled, in order. */
export const readBetween = (
  db: Db,
  orgId: string,
  after: Place,
  upTo: Place,
  limit: number,
): Promise<PlacedEvent[]> =>
  byLineage(after, upTo, limit, (from, end, most) =>
    db.query(sql<PlacedEvent>`
      select ${placedColumns} from events e where e.org_id = ${orgId} and ${isBetween(from, end)}
      order by ${inOrderWithin} limit ${most}`),
  )
