import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { judgedColumns, placesFor, seenBy, type PlaceJudged, type TaskJudged } from '../tasks/rows.ts'

/** What a look-up found of the tasks and places that events name, with the rights of one person on them. */
export interface Facts {
  tasks: ReadonlyMap<string, TaskJudged>
  /** Projects, teams, and what lies in one. */
  places: ReadonlyMap<string, PlaceJudged>
}

/** The tasks among these that people of an organization chose or came to watch, and have not muted, by person. */
export async function findWatched(
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

/**
 * What decides the rights of several people on tasks and places of an organization, by person. What the change itself
 * has just deleted is found too, since its deletion has to be told.
 */
export async function findFacts(
  db: Db,
  orgId: string,
  userIds: string[],
  ids: string[],
): Promise<(userId: string) => Facts> {
  const [tasks, places] = await Promise.all([
    db.query(sql<TaskJudged & { asker: string }>`
      select me.user_id as asker, l.* from unnest(${userIds}::uuid[]) as me(user_id) cross join lateral (
        select ${judgedColumns} from ${seenBy(sql`me.user_id`)}
        where t.org_id = ${orgId} and t.task_id = any(${ids}::text[])) l`),
    db.query(sql<PlaceJudged & { asker: string }>`
      select me.user_id as asker, l.* from unnest(${userIds}::uuid[]) as me(user_id) cross join lateral (
        ${placesFor(sql`me.user_id`, sql`${orgId}::uuid`)}
        where h.org_id = ${orgId} and h.id = any(${ids}::text[])) l`),
  ])
  const [tasksOf, placesOf] = [byAsker(tasks), byAsker(places)]
  return (userId) => ({
    tasks: new Map((tasksOf.get(userId) ?? []).map((row) => [row.task_id, row])),
    places: new Map((placesOf.get(userId) ?? []).map((row) => [row.id, row])),
  })
}

function byAsker<R extends { asker: string }>(rows: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>()
  for (const row of rows) {
    const own = found.get(row.asker)
    if (own) own.push(row)
    else found.set(row.asker, [row])
  }
  return found
}
