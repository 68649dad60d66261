import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { ProjectSeen } from '../projects/access.ts'

export interface JourneyRow {
  org_id: string
  journey_id: string
  project_id: string
  name: string
  color: string
  position: number
  version: number
}

type Project = Pick<ProjectSeen, 'org_id' | 'project_id'>

const columns = 'org_id, journey_id, project_id, name, color, position, version'

/** The lines of a project in their order. They change under the lock of the project. */
export const listJourneys = (ctx: Context, { org_id, project_id }: Project): Promise<JourneyRow[]> =>
  query<JourneyRow>(
    ctx.db,
    `SELECT ${columns} FROM journeys WHERE org_id = $1 AND project_id = $2 ORDER BY position, journey_id`,
    [org_id, project_id],
  )

export async function insertJourney(
  ctx: Context,
  row: Omit<JourneyRow, 'version' | 'position'>,
): Promise<void> {
  await query(
    ctx.db,
    `INSERT INTO journeys (org_id, journey_id, project_id, name, color, position, created_by, updated_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $6, $7, $7)`,
    [row.org_id, row.journey_id, row.project_id, row.name, row.color, ctx.user.username, ctx.now],
  )
}

/** Changes name and colour of a line; its version rises. */
export async function updateJourney(
  ctx: Context,
  { org_id, journey_id }: JourneyRow,
  { name, color }: Pick<JourneyRow, 'name' | 'color'>,
): Promise<void> {
  await query(
    ctx.db,
    `UPDATE journeys SET name = $3, color = $4, updated_by = $5, updated_at = $6, version = version + 1
     WHERE org_id = $1 AND journey_id = $2`,
    [org_id, journey_id, name, color, ctx.user.username, ctx.now],
  )
}

/** Gives lines their places, from 1, in this order; the version of those that move rises. */
export async function placeJourneys(
  ctx: Context,
  { org_id }: Project,
  ids: readonly string[],
): Promise<void> {
  await query(
    ctx.db,
    `UPDATE journeys j SET position = o.place, updated_by = $3, updated_at = $4,
       version = j.version + (j.position <> 0)::int
     FROM unnest($2::text[]) WITH ORDINALITY AS o(id, place)
     WHERE j.org_id = $1 AND j.journey_id = o.id AND j.position <> o.place`,
    [org_id, ids, ctx.user.username, ctx.now],
  )
}

/** The stops on a line, in their order. */
export const listStopsOn = (ctx: Context, orgId: string, journeyIds: string[]) =>
  query<{ journey_id: string; stop_id: string; position: number }>(
    ctx.db,
    `SELECT journey_id, stop_id, position FROM journey_stops WHERE org_id = $1 AND journey_id = ANY($2::text[])
     ORDER BY journey_id, position, stop_id`,
    [orgId, journeyIds],
  )

/** Gives the stops of a line their places, from 1, in this order, and puts on it those that are not; versions rise. */
export async function placeStops(
  ctx: Context,
  { org_id, journey_id }: Pick<JourneyRow, 'org_id' | 'journey_id'>,
  ids: readonly string[],
): Promise<void> {
  await query(
    ctx.db,
    `WITH placed AS (
       INSERT INTO journey_stops AS l (org_id, journey_id, stop_id, position)
       SELECT $1, $2, o.id, o.place FROM unnest($3::text[]) WITH ORDINALITY AS o(id, place)
       ON CONFLICT (org_id, journey_id, stop_id) DO UPDATE SET position = excluded.position
         WHERE l.position <> excluded.position
       RETURNING stop_id)
     UPDATE stops s SET version = s.version + 1, updated_by = $4, updated_at = $5 FROM placed
     WHERE s.org_id = $1 AND s.stop_id = placed.stop_id`,
    [org_id, journey_id, ids, ctx.user.username, ctx.now],
  )
}

/** Deletes a line, and the stops that are on no other; gives how many went with it. */
export async function deleteJourney(ctx: Context, { org_id, journey_id }: JourneyRow): Promise<number> {
  const gone = await query<{ stop_id: string }>(
    ctx.db,
    `SELECT l.stop_id FROM journey_stops l WHERE l.org_id = $1 AND l.journey_id = $2 AND NOT EXISTS (
       SELECT FROM journey_stops o WHERE o.org_id = $1 AND o.stop_id = l.stop_id AND o.journey_id <> $2)`,
    [org_id, journey_id],
  )
  await query(
    ctx.db,
    `WITH left_line AS (DELETE FROM journey_stops WHERE org_id = $1 AND journey_id = $2 RETURNING stop_id)
     UPDATE stops s SET version = s.version + 1, updated_by = $3, updated_at = $4 FROM left_line
     WHERE s.org_id = $1 AND s.stop_id = left_line.stop_id`,
    [org_id, journey_id, ctx.user.username, ctx.now],
  )
  await deleteStops(
    ctx,
    org_id,
    gone.map((row) => row.stop_id),
  )
  await query(ctx.db, 'DELETE FROM journeys WHERE org_id = $1 AND journey_id = $2', [org_id, journey_id])
  return gone.length
}

/** Deletes stops; what was filed or pinned there is so no longer, and changes otherwise in nothing. */
export async function deleteStops(ctx: Context, orgId: string, stopIds: string[]): Promise<void> {
  if (stopIds.length === 0) return
  const values = [orgId, stopIds]
  await query(
    ctx.db,
    'UPDATE milestones SET stop_id = NULL WHERE org_id = $1 AND stop_id = ANY($2::text[])',
    values,
  )
  await query(ctx.db, 'DELETE FROM stops WHERE org_id = $1 AND stop_id = ANY($2::text[])', values)
}
