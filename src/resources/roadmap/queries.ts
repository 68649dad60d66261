import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { namesCaller, readsRestricted } from '../projects/roll-ups.ts'
import { visibleProjects, visibleTasks } from '../projects/task-visibility.ts'

/** A line of a roadmap: its stops by their place on it. */
export interface Line {
  journey_id: string
  name: string
  color: string
  position: number
  version: number
  stops: { stop_id: string; position: number }[]
}

/** A stop with what is counted of it for its reader. */
export interface StopCounted {
  stop_id: string
  title: string
  target_date: string | null
  description: string | null
  version: number
  milestone_ids: string[]
  done: number
  total: number
}

/** A project with its lines, in their order, and all stops on them. */
export interface ProjectMap {
  project_id: string
  name: string
  team_id: string | null
  lines: Line[]
  stops: StopCounted[]
}

/** Which part of what the caller reaches is asked for. */
export interface Part {
  team?: string
  project?: string
  /** The one stop that is filled and counted; without it all are. */
  stop?: string
}

/** The chosen projects, by the order of projects. */
const chosen = (reach: Reach, { team, project }: Part): Sql => sql`
  select p.org_id, p.project_id, p.name, p.team_id, p.position, p.name_key from projects p
  where p.org_id = ${reach.org_id} and p.deleted_at is null and ${visibleProjects(reach)}
    ${team === undefined ? sql`` : sql`and p.team_id = ${team}`}
    ${project === undefined ? sql`` : sql`and p.project_id = ${project}`}`

/**
 * How many tasks count at the chosen stops: those that are filed there and still in the stop's project, of which is kept
 * at the stop whether they count, and of those under a milestone pinned there the ones that are not filed there. So each
 * task counts once, without comparing all of them. Subtasks count too, like everything that is filed.
 */
const counted = (ctx: Context, reach: Reach): Sql => sql`
  select s.stop_id, n.total, n.done from s cross join lateral (
    select count(*) as total, count(*) filter (where f.completed) as done from stop_tasks f
    where f.org_id = ${reach.org_id} and f.stop_id = s.stop_id and f.counts) n
  union all
  select s.stop_id, 1, f.completed::int from s
    join stop_tasks f on f.org_id = ${reach.org_id} and f.stop_id = s.stop_id
    where f.counts is null and (${readsRestricted(reach, sql`s.project_id`)}
      or f.task_id in (select t.task_id from tasks t where t.org_id = ${reach.org_id} and ${namesCaller(ctx)}))
  union all
  select s.stop_id, 1, (t.status = 'completed')::int from pinned m join s on s.stop_id = m.stop_id
    join tasks t on t.org_id = ${reach.org_id} and t.milestone_id = m.milestone_id
    where t.deleted_at is null and ${visibleTasks(ctx, reach)}
      and (t.project_id is distinct from s.project_id or ${filedAlready(reach)} is null)`

/** A value when the task is filed to the stop. As an EXISTS it would be planned as a look at all that is filed. */
const filedAlready = (reach: Reach): Sql => sql`
  (select true from stop_tasks f
    where f.org_id = ${reach.org_id} and f.stop_id = s.stop_id and f.task_id = t.task_id)`

/** The roadmaps of a part of what the caller reaches, whatever its size, in one statement. */
export function findRoadmaps(ctx: Context, reach: Reach, part: Part): Promise<ProjectMap[]> {
  const orgId = reach.org_id
  const one = part.stop === undefined ? sql`` : sql`and s.stop_id = ${part.stop}`
  return ctx.db.query(sql<ProjectMap>`
    with p as (${chosen(reach, part)}),
    s as (select s.* from stops s join p on p.project_id = s.project_id where s.org_id = ${orgId} ${one}),
    pinned as (select m.milestone_id, m.stop_id from milestones m join s on s.stop_id = m.stop_id
      join p on p.project_id = s.project_id and p.team_id = m.team_id where m.org_id = ${orgId} and m.is_active),
    pins as (select stop_id, json_agg(milestone_id order by milestone_id) as ids from pinned group by stop_id),
    counts as (select stop_id, sum(total)::int as total, sum(done)::int as done
      from (${counted(ctx, reach)}) c group by stop_id),
    places as (select l.journey_id, json_agg(json_build_object('stop_id', l.stop_id, 'position', l.position)
        order by l.position, l.stop_id) as stops
      from journey_stops l join s on s.stop_id = l.stop_id where l.org_id = ${orgId} group by l.journey_id),
    lines as (select j.project_id, json_agg(json_build_object('journey_id', j.journey_id, 'name', j.name, 'color', j.color,
        'position', j.position, 'version', j.version, 'stops', coalesce(places.stops, '[]')) order by j.position, j.journey_id) as lines
      from journeys j join p on p.project_id = j.project_id left join places on places.journey_id = j.journey_id
      where j.org_id = ${orgId} group by j.project_id),
    filled as (select s.project_id, json_agg(json_build_object('stop_id', s.stop_id, 'title', s.title,
        'target_date', s.target_date, 'description', s.description, 'version', s.version,
        'done', coalesce(c.done, 0), 'total', coalesce(c.total, 0), 'milestone_ids', coalesce(pins.ids, '[]'))) as stops
      from s left join counts c on c.stop_id = s.stop_id left join pins on pins.stop_id = s.stop_id group by s.project_id)
    select p.project_id, p.name, p.team_id, coalesce(lines.lines, '[]') as lines, coalesce(filled.stops, '[]') as stops
    from p left join lines on lines.project_id = p.project_id left join filled on filled.project_id = p.project_id
    order by p.position, p.name_key, p.project_id`)
}

/** One stop as its reader sees it; the caller reaches its project. */
export async function findStopMap(
  ctx: Context,
  reach: Reach,
  at: { project_id: string; stop_id: string },
): Promise<{ map: ProjectMap; stop: StopCounted } | undefined> {
  const [map] = await findRoadmaps(ctx, reach, { project: at.project_id, stop: at.stop_id })
  const stop = map?.stops[0]
  return stop && { map: map!, stop }
}

/** On which lines each stop is, and at which place there. */
export function placesOf({ lines }: ProjectMap): Map<string, { journey_id: string; position: number }[]> {
  const places = new Map<string, { journey_id: string; position: number }[]>()
  for (const { journey_id, stops } of lines)
    for (const { stop_id, position } of stops)
      places.set(stop_id, [...(places.get(stop_id) ?? []), { journey_id, position }])
  return places
}

/**
 * A stop as the schema `Stop` says. Its position is that on the line with which it is shown, else that on its first
 * line.
 */
export function presentStop(
  map: ProjectMap,
  stop: StopCounted,
  places: { journey_id: string; position: number }[],
  position = places[0]?.position ?? 1,
) {
  return {
    stop_id: stop.stop_id,
    project_id: map.project_id,
    title: stop.title,
    target_date: stop.target_date,
    description: stop.description,
    position,
    done: stop.done,
    total: stop.total,
    journey_ids: places.map((place) => place.journey_id),
    milestone_ids: stop.milestone_ids,
    version: stop.version,
  }
}

/** The lines of a project, each as the schema `Journey` says, with its stops. */
export function presentLines(map: ProjectMap) {
  const places = placesOf(map)
  const stops = new Map(map.stops.map((stop) => [stop.stop_id, stop]))
  return map.lines.map((line) => ({
    journey_id: line.journey_id,
    project_id: map.project_id,
    name: line.name,
    color: line.color,
    position: line.position,
    version: line.version,
    stops: line.stops.map(({ stop_id, position }) =>
      presentStop(map, stops.get(stop_id)!, places.get(stop_id)!, position),
    ),
  }))
}
