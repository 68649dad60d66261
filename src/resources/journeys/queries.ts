import { timeAfter } from '../../kernel/sql.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { ProjectSeen } from '../projects/access.ts'

/** A line of a project's roadmap as stored. */
export interface JourneyRow {
  org_id: string
  journey_id: string
  project_id: string
  name: string
  color: string
  position: number
  version: number
  updated_at: string
}

type Project = Pick<ProjectSeen, 'org_id' | 'project_id'>

/** The lines of a project in their order. They change under the lock of the project. */
export const listJourneys = (ctx: Context, { org_id, project_id }: Project): Promise<JourneyRow[]> =>
  ctx.db.query(sql<JourneyRow>`
    select org_id, journey_id, project_id, name, color, position, version, updated_at from journeys
    where org_id = ${org_id} and project_id = ${project_id} order by position, journey_id`)

/** Stores a new line, which has no place until `placeJourneys` gives it one. */
export async function insertJourney(
  ctx: Context,
  row: Omit<JourneyRow, 'version' | 'position' | 'updated_at'>,
): Promise<void> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into journeys (org_id, journey_id, project_id, name, color, position, created_by, updated_by, created_at,
      updated_at)
    values (${row.org_id}, ${row.journey_id}, ${row.project_id}, ${row.name}, ${row.color}, 0, ${username}, ${username},
      ${ctx.now}, ${ctx.now})`)
}

/** Changes name and colour of a line; its version rises. */
export async function updateJourney(
  ctx: Context,
  { org_id, journey_id }: JourneyRow,
  { name, color }: Pick<JourneyRow, 'name' | 'color'>,
): Promise<void> {
  await ctx.db.query(sql`
    update journeys set name = ${name}, color = ${color}, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 'updated_at')},
      version = version + 1
    where org_id = ${org_id} and journey_id = ${journey_id}`)
}

/** Gives lines their places, from 1, in this order; the version of those that move rises, but not of a new one. */
export async function placeJourneys(
  ctx: Context,
  { org_id }: Project,
  ids: readonly string[],
): Promise<void> {
  await ctx.db.query(sql`
    update journeys j set position = o.place, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 'j.updated_at')},
      version = j.version + (j.position <> 0)::int
    from unnest(${ids}::text[]) with ordinality as o(id, place)
    where j.org_id = ${org_id} and j.journey_id = o.id and j.position <> o.place`)
}

/** The stops on these lines, in the order of each. */
export const listStopsOn = (ctx: Context, orgId: string, journeyIds: string[]) =>
  ctx.db.query(sql<{ journey_id: string; stop_id: string; position: number }>`
    select journey_id, stop_id, position from journey_stops
    where org_id = ${orgId} and journey_id = any(${journeyIds}::text[]) order by journey_id, position, stop_id`)

/** Gives the stops of a line their places, from 1, in this order, and puts on it those that are not; versions rise. */
export async function placeStops(
  ctx: Context,
  { org_id, journey_id }: Pick<JourneyRow, 'org_id' | 'journey_id'>,
  ids: readonly string[],
): Promise<void> {
  await ctx.db.query(sql`
    with placed as (
      insert into journey_stops as l (org_id, journey_id, stop_id, position)
      select ${org_id}, ${journey_id}, o.id, o.place from unnest(${ids}::text[]) with ordinality as o(id, place)
      on conflict (org_id, journey_id, stop_id) do update set position = excluded.position
        where l.position <> excluded.position
      returning stop_id)
    update stops s set version = s.version + 1, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 's.updated_at')} from placed
    where s.org_id = ${org_id} and s.stop_id = placed.stop_id`)
}

/** Deletes a line, and the stops that are on no other; gives how many went with it. */
export async function deleteJourney(ctx: Context, { org_id, journey_id }: JourneyRow): Promise<number> {
  const gone = await ctx.db.query(sql<{ stop_id: string }>`
    select l.stop_id from journey_stops l where l.org_id = ${org_id} and l.journey_id = ${journey_id} and not exists (
      select from journey_stops o
      where o.org_id = ${org_id} and o.stop_id = l.stop_id and o.journey_id <> ${journey_id})`)
  const stopIds = gone.map((row) => row.stop_id)
  await ctx.db.query(sql`
    with left_line as (
      delete from journey_stops where org_id = ${org_id} and journey_id = ${journey_id} returning stop_id)
    update stops s set version = s.version + 1, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 's.updated_at')} from left_line
    where s.org_id = ${org_id} and s.stop_id = left_line.stop_id`)
  await deleteStops(ctx, org_id, stopIds)
  await ctx.db.query(sql`delete from journeys where org_id = ${org_id} and journey_id = ${journey_id}`)
  return gone.length
}

/** Deletes stops; what was filed or pinned there is so no longer, and changes otherwise in nothing. */
export async function deleteStops(ctx: Context, orgId: string, stopIds: string[]): Promise<void> {
  if (stopIds.length === 0) return
  await ctx.db.query(sql`
    update milestones set stop_id = null where org_id = ${orgId} and stop_id = any(${stopIds}::text[])`)
  await ctx.db.query(sql`delete from stops where org_id = ${orgId} and stop_id = any(${stopIds}::text[])`)
}
