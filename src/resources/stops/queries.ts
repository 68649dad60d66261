import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { sortKey } from '../../kernel/text.ts'
import type { ProjectSeen } from '../projects/access.ts'

export interface StopRow {
  org_id: string
  stop_id: string
  project_id: string
  title: string
  target_date: string | null
  description: string | null
  version: number
  /** The lines it is on, by their order. */
  journey_ids: string[]
}
export type StopValues = Pick<StopRow, 'title' | 'target_date' | 'description'>

type Project = Pick<ProjectSeen, 'org_id' | 'project_id'>

/** A stop of a project. Stops change under the lock of the project. */
export async function findStop(
  ctx: Context,
  { org_id, project_id }: Project,
  stopId: string,
): Promise<StopRow | undefined> {
  const [row] = await query<StopRow>(
    ctx.db,
    `SELECT s.org_id, s.stop_id, s.project_id, s.title, s.target_date, s.description, s.version, ARRAY(
       SELECT l.journey_id FROM journey_stops l JOIN journeys j ON j.org_id = l.org_id AND j.journey_id = l.journey_id
       WHERE l.org_id = s.org_id AND l.stop_id = s.stop_id ORDER BY j.position, j.journey_id) AS journey_ids
     FROM stops s WHERE s.org_id = $1 AND s.project_id = $2 AND s.stop_id = $3`,
    [org_id, project_id, stopId],
  )
  return row
}

/** Stores a stop, on no line yet. Putting it on one raises its version to 1. */
export async function insertStop(
  ctx: Context,
  { org_id, project_id }: Project,
  stopId: string,
  { title, target_date, description }: StopValues,
): Promise<void> {
  await query(
    ctx.db,
    `INSERT INTO stops (org_id, stop_id, project_id, title, title_key, target_date, description, version, created_by,
       updated_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8, $9, $9)`,
    [org_id, stopId, project_id, title, sortKey(title), target_date, description, ctx.user.username, ctx.now],
  )
}

/** Changes what a stop says, or on which lines it is; its version rises. */
export async function updateStop(ctx: Context, row: StopRow, values: StopValues): Promise<void> {
  const { title, target_date, description } = values
  await query(
    ctx.db,
    `UPDATE stops SET title = $3, title_key = $4, target_date = $5, description = $6, updated_by = $7, updated_at = $8,
       version = version + 1
     WHERE org_id = $1 AND stop_id = $2`,
    [row.org_id, row.stop_id, title, sortKey(title), target_date, description, ctx.user.username, ctx.now],
  )
}

/** Takes a stop off these lines. */
export const leaveLines = (ctx: Context, { org_id, stop_id }: StopRow, journeyIds: string[]) =>
  query(
    ctx.db,
    'DELETE FROM journey_stops WHERE org_id = $1 AND stop_id = $2 AND journey_id = ANY($3::text[])',
    [org_id, stop_id, journeyIds],
  )

/** Files tasks to a stop; gives those that were not yet. */
export async function fileTasks(
  ctx: Context,
  { org_id, stop_id }: StopRow,
  taskIds: string[],
): Promise<string[]> {
  const filed = await query<{ task_id: string }>(
    ctx.db,
    `INSERT INTO stop_tasks (org_id, stop_id, task_id) SELECT $1, $2, id FROM unnest($3::text[]) AS f(id)
     ON CONFLICT DO NOTHING RETURNING task_id`,
    [org_id, stop_id, taskIds],
  )
  return filed.map((row) => row.task_id)
}

/** Takes a task away from a stop; whether it was filed there. */
export async function unfileTask(
  ctx: Context,
  { org_id, stop_id }: StopRow,
  taskId: string,
): Promise<boolean> {
  const gone = await query(
    ctx.db,
    'DELETE FROM stop_tasks WHERE org_id = $1 AND stop_id = $2 AND task_id = $3 RETURNING 1',
    [org_id, stop_id, taskId],
  )
  return gone.length > 0
}

/** A milestone as far as pinning it is concerned. */
export interface Pinnable {
  team_id: string
  stop_id: string | null
  version: number
  /** Whether the caller is in its team. */
  joined: boolean
}

/** A live milestone of a live team, locked. */
export async function findPinnable(
  ctx: Context,
  orgId: string,
  milestoneId: string,
): Promise<Pinnable | undefined> {
  const [row] = await query<Pinnable>(
    ctx.db,
    `SELECT m.team_id, m.stop_id, m.version, EXISTS (SELECT FROM team_members tm WHERE tm.org_id = m.org_id
       AND tm.team_id = m.team_id AND tm.user_id = $3 AND tm.is_active) AS joined
     FROM milestones m JOIN teams t ON t.org_id = m.org_id AND t.team_id = m.team_id AND t.is_active
     WHERE m.org_id = $1 AND m.milestone_id = $2 AND m.is_active FOR NO KEY UPDATE OF m`,
    [orgId, milestoneId, ctx.user.user_id],
  )
  return row
}

/**
 * Pins a milestone to a stop, or to none. Not everybody who reads the one reads the other: neither its version nor its
 * time changes by that.
 */
export const pinMilestone = (ctx: Context, orgId: string, milestoneId: string, stopId: string | null) =>
  query(ctx.db, 'UPDATE milestones SET stop_id = $3 WHERE org_id = $1 AND milestone_id = $2', [
    orgId,
    milestoneId,
    stopId,
  ])
