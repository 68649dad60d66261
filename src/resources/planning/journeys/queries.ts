import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { ProjectWithRole } from '../../work/projects/policy.ts'

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

type Project = Pick<ProjectWithRole, 'org_id' | 'project_id'>

/** Returns the journeys of a project in order. They change only under the lock of the project. */
export const listJourneys = (ctx: Context, { org_id, project_id }: Project) =>
  ctx.db.query(sql<JourneyRow>`
    select org_id, journey_id, project_id, name, color, position, version, updated_at from journeys
    where org_id = ${org_id} and project_id = ${project_id} order by position, journey_id`)

/** Inserts a journey; `saveJourneyOrder` sets its position. */
export async function insertJourney(ctx: Context, row: Omit<JourneyRow, 'version' | 'position' | 'updated_at'>) {
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into journeys (org_id, journey_id, project_id, name, color, position, created_by, updated_by, created_at,
      updated_at)
    values (${row.org_id}, ${row.journey_id}, ${row.project_id}, ${row.name}, ${row.color}, 0, ${username}, ${username},
      ${ctx.now}, ${ctx.now})`)
}

export const saveJourney = (
  ctx: Context,
  { org_id, journey_id }: JourneyRow,
  { name, color }: Pick<JourneyRow, 'name' | 'color'>,
) =>
  ctx.db.query(sql`
    update journeys set name = ${name}, color = ${color}, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')},
      version = version + 1
    where org_id = ${org_id} and journey_id = ${journey_id}`)

/** Saves the order of journeys; raises the version of those that move, but not of a new one. */
export const saveJourneyOrder = (ctx: Context, { org_id }: Project, ids: readonly string[]) =>
  ctx.db.query(sql`
    update journeys j set position = o.place, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 'j.updated_at')},
      version = j.version + (j.position <> 0)::int
    from unnest(${ids}::text[]) with ordinality as o(id, place)
    where j.org_id = ${org_id} and j.journey_id = o.id and j.position <> o.place`)

export const listJourneyStops = (ctx: Context, orgId: string, journeyIds: string[]) =>
  ctx.db.query(sql<{ journey_id: string; stop_id: string; position: number }>`
    select journey_id, stop_id, position from journey_stops
    where org_id = ${orgId} and journey_id = any(${journeyIds}::text[]) order by journey_id, position, stop_id`)

/** Saves the order of the stops of a journey and adds missing ones; raises the version of stops that move. */
export const saveStopOrder = (
  ctx: Context,
  { org_id, journey_id }: Pick<JourneyRow, 'org_id' | 'journey_id'>,
  ids: readonly string[],
) =>
  ctx.db.query(sql`
    with placed as (
      insert into journey_stops as l (org_id, journey_id, stop_id, position)
      select ${org_id}, ${journey_id}, o.id, o.place from unnest(${ids}::text[]) with ordinality as o(id, place)
      on conflict (org_id, journey_id, stop_id) do update set position = excluded.position
        where l.position <> excluded.position
      returning stop_id)
    update stops s set version = s.version + 1, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 's.updated_at')} from placed
    where s.org_id = ${org_id} and s.stop_id = placed.stop_id`)

/** Deletes a journey and its stops that are on no other one; returns the number of deleted stops. */
export async function deleteJourneyWithStops(ctx: Context, { org_id, journey_id }: JourneyRow): Promise<number> {
  const orphaned = await ctx.db.query(sql<{ stop_id: string }>`
    select l.stop_id from journey_stops l where l.org_id = ${org_id} and l.journey_id = ${journey_id} and not exists (
      select from journey_stops o
      where o.org_id = ${org_id} and o.stop_id = l.stop_id and o.journey_id <> ${journey_id})`)
  const stopIds = orphaned.map((row) => row.stop_id)
  await ctx.db.query(sql`
    with left_line as (
      delete from journey_stops where org_id = ${org_id} and journey_id = ${journey_id} returning stop_id)
    update stops s set version = s.version + 1, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 's.updated_at')} from left_line
    where s.org_id = ${org_id} and s.stop_id = left_line.stop_id`)
  await deleteStops(ctx, org_id, stopIds)
  await ctx.db.query(sql`delete from journeys where org_id = ${org_id} and journey_id = ${journey_id}`)
  return orphaned.length
}

/** Deletes stops; their milestones and tasks are detached without a new version. */
export async function deleteStops(ctx: Context, orgId: string, stopIds: string[]): Promise<void> {
  if (stopIds.length === 0) return
  await ctx.db.query(sql`
    update milestones set stop_id = null where org_id = ${orgId} and stop_id = any(${stopIds}::text[])`)
  await ctx.db.query(sql`delete from stops where org_id = ${orgId} and stop_id = any(${stopIds}::text[])`)
}
