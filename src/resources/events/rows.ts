import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { judgedColumns, placesFor, seenBy, type PlaceJudged, type TaskJudged } from '../tasks/rows.ts'

/** What a look-up found of the tasks and places that events name, with the rights of one person on them. */
export interface Facts {
  tasks: ReadonlyMap<string, TaskJudged>
  /** Projects, teams, and what lies in one. */
  places: ReadonlyMap<string, PlaceJudged>
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
        ${placesFor(sql`me.user_id`)}
        where h.org_id = ${orgId} and h.id = any(${ids}::text[])) l`),
  ])
  return (userId) => ({
    tasks: new Map(tasks.filter((row) => row.asker === userId).map((row) => [row.task_id, row])),
    places: new Map(places.filter((row) => row.asker === userId).map((row) => [row.id, row])),
  })
}
