import { query, type Db } from '../../../db/database.ts'
import type { OrgRole } from '../../../kernel/caller.ts'
import { inOrganizations } from '../../../kernel/sql.ts'
import { judgedColumns, placesOf, seenFrom, type PlaceJudged, type TaskJudged } from '../../tasks/rows.ts'
import { mayOwn } from '../rows.ts'

/** An active webhook, as a change needs to know it. */
export interface Listener {
  org_id: string
  subscription_id: string
  events: string[]
  project_ids: string[] | null
  api_version: string
  owner_user_id: string
  username: string
  kind: 'user' | 'service_account'
  role: OrgRole
}

const findSql = inOrganizations(
  (match) => `
  SELECT s.org_id, s.subscription_id, s.events, s.project_ids, s.api_version, s.owner_user_id, m.username, m.kind,
    m.role
  FROM webhook_subscriptions s
  JOIN organization_members m ON m.org_id = s.org_id AND m.user_id = s.owner_user_id AND ${mayOwn('m')}
  WHERE ${match('s.org_id')} AND s.status = 'active' AND s.deleted_at IS NULL`,
)

/** The active webhooks of organizations. One whose owner is gone is told nothing more. */
export const findListeners = (db: Db, orgIds: readonly string[]): Promise<Listener[]> =>
  findSql<Listener>(db, orgIds)

/** What a look-up found of the tasks and places that events name, with the rights of one person on them. */
export interface Facts {
  tasks: ReadonlyMap<string, TaskJudged>
  /** Projects, teams, and what lies in one. */
  places: ReadonlyMap<string, PlaceJudged>
}

const judgedTasks = `
  SELECT me.user_id AS asker, l.* FROM unnest($2::uuid[]) AS me(user_id) CROSS JOIN LATERAL (
    SELECT ${judgedColumns} FROM ${seenFrom('me.user_id')}
    WHERE t.org_id = $1 AND t.task_id = ANY($3::text[])) l`

const judgedPlaces = `
  SELECT me.user_id AS asker, l.* FROM unnest($2::uuid[]) AS me(user_id) CROSS JOIN LATERAL (
    ${placesOf('me.user_id')}
    WHERE h.org_id = $1 AND h.id = ANY($3::text[])) l`

/**
 * What decides the rights of several people on tasks and places of an organization, by person. What the change itself
 * has just deleted is found too: that it is gone is what there is to tell.
 */
export async function findFacts(
  db: Db,
  orgId: string,
  userIds: string[],
  ids: string[],
): Promise<(userId: string) => Facts> {
  const [tasks, places] = await Promise.all([
    query<TaskJudged & { asker: string }>(db, judgedTasks, [orgId, userIds, ids]),
    query<PlaceJudged & { asker: string }>(db, judgedPlaces, [orgId, userIds, ids]),
  ])
  return (userId) => ({
    tasks: new Map(tasks.filter((row) => row.asker === userId).map((row) => [row.task_id, row])),
    places: new Map(places.filter((row) => row.asker === userId).map((row) => [row.id, row])),
  })
}
