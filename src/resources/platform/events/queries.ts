import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import {
  LOG_START,
  comparePositions,
  lineageOrder,
  isBetweenPositions,
  positionedEventColumns,
  type EventPosition,
  type PositionedEvent,
} from '../../../events/reader/position.ts'
import { listByLineage, positionExists, positionBefore, type Watermark } from '../../../events/reader/queries.ts'
import {
  taskAccessColumns,
  selectResourceAccess,
  joinTasksWithAccess,
  type ResourceAccess,
  type TaskAccess,
} from '../../work/tasks/queries/rows.ts'

/**
 * Returns the next stable events of an organization after a position, and whether the position is still in the log, in
 * one statement.
 */
export async function listEventsAfter(
  db: Db,
  orgId: string,
  after: EventPosition,
  watermark: Watermark,
  limit: number,
): Promise<{ known: boolean; events: PositionedEvent[] }> {
  const { lineage, tx, ord, event_id } = after
  const selectBetween = (from: EventPosition, upTo: EventPosition, limit: number) => sql`
    select ${positionedEventColumns} from events e where e.org_id = ${orgId} and ${isBetweenPositions(from, upTo)}
    order by ${lineageOrder} limit ${limit}`
  let known = comparePositions(after, LOG_START) === 0
  if (db.sharded && !known) known = await positionExists(db, after)
  const events = await listByLineage(after, positionBefore(watermark), limit, async (from, upTo, count) => {
    if (db.sharded) return db.query(sql<PositionedEvent>`${selectBetween(from, upTo, count)}`)
    const rows = await db.query(sql<PositionedEvent & { known: boolean }>`
      select k.known, e.* from (
        select exists (select from events p where p.lineage > 0 and p.lineage = ${lineage}::smallint
          and p.tx = ${tx}::xid8 and p.ord = ${ord}::integer and p.event_id = ${event_id}) as known) k
      left join lateral (${selectBetween(from, upTo, count)}) e on true
      order by ${lineageOrder}`)
    known ||= rows[0]!.known
    // The columns of a missing event are null.
    return rows.filter((row) => row.event_id !== null)
  })
  return { known, events }
}

export const listEventsById = (db: Db, orgId: string, eventIds: string[]) =>
  db.query(sql<PositionedEvent>`
    select ${positionedEventColumns} from events e where e.org_id = ${orgId} and e.event_id = any(${eventIds}::text[])`)

/** Tasks and other resources that events name, with the access of one user to them. */
export interface ReaderAccess {
  tasks: ReadonlyMap<string, TaskAccess>
  resources: ReadonlyMap<string, ResourceAccess>
}

export async function findWatchedTasks(
  db: Db,
  orgId: string,
  userIds: string[],
  taskIds: string[],
): Promise<(userId: string) => ReadonlySet<string>> {
  const rows = await db.query(sql<{ user_id: string; task_id: string }>`
    select w.user_id, w.task_id from task_watchers w
    where w.org_id = ${orgId} and w.user_id = any(${userIds}::uuid[]) and w.task_id = any(${taskIds}::text[])
      and w.watching`)
  return (userId) => new Set(rows.filter((row) => row.user_id === userId).map((row) => row.task_id))
}

export const NO_READER_ACCESS: ReaderAccess = { tasks: new Map(), resources: new Map() }

/** Returns the access of users to tasks and other resources. Includes resources that the event itself deleted. */
export async function loadReaderAccess(
  db: Db,
  orgId: string,
  userIds: string[],
  ids: string[],
): Promise<(userId: string) => ReaderAccess> {
  const [tasks, resources] = await Promise.all([
    db.query(sql<TaskAccess & { reader_id: string }>`
      select me.user_id as reader_id, l.* from unnest(${userIds}::uuid[]) as me(user_id) cross join lateral (
        select ${taskAccessColumns} from ${joinTasksWithAccess(sql`me.user_id`)}
        where t.org_id = ${orgId} and t.task_id = any(${ids}::text[])) l`),
    db.query(sql<ResourceAccess & { reader_id: string }>`
      select me.user_id as reader_id, l.* from unnest(${userIds}::uuid[]) as me(user_id) cross join lateral (
        ${selectResourceAccess(sql`me.user_id`, sql`${orgId}::uuid`)}
        where h.org_id = ${orgId} and h.id = any(${ids}::text[])) l`),
  ])
  const [tasksByUser, resourcesByUser] = [groupByReader(tasks), groupByReader(resources)]
  return (userId) => ({
    tasks: new Map((tasksByUser.get(userId) ?? []).map((row) => [row.task_id, row])),
    resources: new Map((resourcesByUser.get(userId) ?? []).map((row) => [row.id, row])),
  })
}

function groupByReader<R extends { reader_id: string }>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(row.reader_id)
    if (group) group.push(row)
    else groups.set(row.reader_id, [row])
  }
  return groups
}
