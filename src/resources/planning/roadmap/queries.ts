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
 * Counts the tasks of stop `s`, including subtasks: `stop_tasks` first (`counts` is null when it depends on the caller),
 * then tasks of pinned milestones that are not in `stop_tasks`. So no task is counted twice, without a DISTINCT.
 */
const countTasks = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  select coalesce(sum(n.total), 0)::int as total, coalesce(sum(n.done), 0)::int as done from (
    select count(*) as total, count(*) filter (where f.completed) as done from stop_tasks f
    where f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id and f.counts
    union all
    select count(*), count(*) filter (where f.completed) from stop_tasks f
    where f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id and f.counts is null
      and (${buildReadsRestrictedCondition(visibility, sql`s.project_id`)}
        or f.task_id in (select t.task_id from tasks t where t.org_id = ${visibility.org_id} and ${buildNamesCallerCondition(ctx)}))
    union all
    select count(*), count(*) filter (where t.status = 'completed') from milestones m
      join tasks t on t.org_id = ${visibility.org_id} and t.milestone_id = m.milestone_id
    where ${isPinned(visibility)} and t.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility)}
      and (t.project_id is distinct from s.project_id or ${isInStop(visibility)} is null)) n`

/** Builds the condition "milestone `m` of the team is pinned to stop `s`". */
const isPinned = (visibility: OrgVisibility): Sql => sql`
  m.org_id = ${visibility.org_id} and m.stop_id = s.stop_id and m.team_id = s.team_id and m.is_active`

/** Selects true if the task was added to the stop. PostgreSQL would plan an EXISTS as a scan of all `stop_tasks`. */
const isInStop = (visibility: OrgVisibility): Sql => sql`
  (select true from stop_tasks f
    where f.org_id = ${visibility.org_id} and f.stop_id = s.stop_id and f.task_id = t.task_id)`

/** Finds roadmaps. Looks up what belongs to a line or stop by index for each, which stays fast with old statistics. */
export function findRoadmaps(ctx: Context, visibility: OrgVisibility, part: RoadmapFilter): Promise<ProjectRoadmap[]> {
  const orgId = visibility.org_id
  const isPart = (stopId: Sql): Sql => (part.stop === undefined ? sql`` : sql`and ${stopId} = ${part.stop}`)
  return ctx.db.query(sql<ProjectRoadmap>`
    with p as (${selectProjects(visibility, part)}),
    lines as (select j.project_id, json_agg(json_build_object('journey_id', j.journey_id, 'name', j.name, 'color', j.color,
        'position', j.position, 'version', j.version, 'stops', coalesce(places.stops, '[]')) order by j.position, j.journey_id) as lines
      from journeys j join p on p.project_id = j.project_id
      cross join lateral (select json_agg(json_build_object('stop_id', l.stop_id, 'position', l.position)
          order by l.position, l.stop_id) as stops
        from journey_stops l where l.org_id = ${orgId} and l.journey_id = j.journey_id ${isPart(sql`l.stop_id`)}) places
      where j.org_id = ${orgId} group by j.project_id),
    filled as (select s.project_id, json_agg(json_build_object('stop_id', s.stop_id, 'title', s.title,
        'target_date', s.target_date, 'description', s.description, 'version', s.version,
        'done', counts.done, 'total', counts.total, 'milestone_ids', coalesce(pins.ids, '[]'))) as stops
      from (select s.*, p.team_id from stops s join p on p.project_id = s.project_id
        where s.org_id = ${orgId} ${isPart(sql`s.stop_id`)}) s
      cross join lateral (${countTasks(ctx, visibility)}) counts
      cross join lateral (select json_agg(m.milestone_id order by m.milestone_id) as ids
        from milestones m where ${isPinned(visibility)}) pins
      group by s.project_id)
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
