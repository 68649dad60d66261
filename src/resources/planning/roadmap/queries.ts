import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import { buildNamesCallerCondition, buildReadsRestrictedCondition } from '../../work/projects/queries/task-counts.ts'
import { buildVisibleProjectsCondition, buildVisibleTasksCondition } from '../../work/projects/queries/visibility.ts'
import type { journeySchema, stopSchema } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export type RoadmapJourney = Omit<Static<typeof journeySchema>, 'project_id' | 'stops'> & {
  stops: { stop_id: string; position: number }[]
}

export type StopWithCounts = Omit<Static<typeof stopSchema>, 'project_id' | 'position' | 'journey_ids'>

export interface ProjectRoadmap {
  project_id: string
  name: string
  team_id: string | null
  lines: RoadmapJourney[]
  stops: StopWithCounts[]
}

/** Limits a roadmap to a team, project or stop. */
export interface RoadmapFilter {
  team?: string
  project?: string
  /** Counts only this stop. */
  stop?: string
}

const selectProjects = (visibility: OrgVisibility, { team, project }: RoadmapFilter): Sql => sql`
  select p.org_id, p.project_id, p.name, p.team_id, p.position, p.name_key from projects p
  where p.org_id = ${visibility.org_id} and p.deleted_at is null and ${buildVisibleProjectsCondition(visibility)}
    ${team === undefined ? sql`` : sql`and p.team_id = ${team}`}
    ${project === undefined ? sql`` : sql`and p.project_id = ${project}`}`

/**
 * Counts tasks, including subtasks, by stop: `stop_tasks` first (`counts` is null when it depends on the caller), then
 * tasks of pinned milestones that are not in `stop_tasks`. So no task is counted twice, without a DISTINCT.
 */
const countTasks = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  select s.stop_id, n.total, n.done from s cross join lateral (
    select count(*) as total, count(*) filter (where f.completed) as done from stop_tasks f
    where f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id and f.counts) n
  union all
  select s.stop_id, 1, f.completed::int from s
    join stop_tasks f on f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id
    where f.counts is null and (${buildReadsRestrictedCondition(visibility, sql`s.project_id`)}
      or f.task_id in (select t.task_id from tasks t where t.org_id = ${visibility.org_id} and ${buildNamesCallerCondition(ctx)}))
  union all
  select s.stop_id, 1, (t.status = 'completed')::int from pinned m join s on s.stop_id = m.stop_id
    join tasks t on t.org_id = ${visibility.org_id} and t.milestone_id = m.milestone_id
    where t.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility)}
      and (t.project_id is distinct from s.project_id or ${isInStop(visibility)} is null)`

/** Selects true if the task was added to the stop. PostgreSQL would plan an EXISTS as a scan of all `stop_tasks`. */
const isInStop = (visibility: OrgVisibility): Sql => sql`
  (select true from stop_tasks f
    where f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id and f.task_id = t.task_id)`

export function findRoadmaps(ctx: Context, visibility: OrgVisibility, part: RoadmapFilter): Promise<ProjectRoadmap[]> {
  const orgId = visibility.org_id
  const one = part.stop === undefined ? sql`` : sql`and s.stop_id = ${part.stop}`
  return ctx.db.query(sql<ProjectRoadmap>`
    with p as (${selectProjects(visibility, part)}),
    s as (select s.* from stops s join p on p.project_id = s.project_id where s.org_id = ${orgId} ${one}),
    pinned as (select m.milestone_id, m.stop_id from milestones m join s on s.stop_id = m.stop_id
      join p on p.project_id = s.project_id and p.team_id = m.team_id where m.org_id = ${orgId} and m.is_active),
    pins as (select stop_id, json_agg(milestone_id order by milestone_id) as ids from pinned group by stop_id),
    counts as (select stop_id, sum(total)::int as total, sum(done)::int as done
      from (${countTasks(ctx, visibility)}) c group by stop_id),
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

export async function findStopWithRoadmap(
  ctx: Context,
  visibility: OrgVisibility,
  at: { project_id: string; stop_id: string },
): Promise<{ map: ProjectRoadmap; stop: StopWithCounts } | undefined> {
  const [map] = await findRoadmaps(ctx, visibility, { project: at.project_id, stop: at.stop_id })
  const stop = map?.stops[0]
  return stop && { map: map!, stop }
}
