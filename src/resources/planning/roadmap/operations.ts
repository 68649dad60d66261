import { sql } from '../../../db/sql.ts'
import { membershipFromQuery } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respondWithPage, selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import {
  loadOrgVisibility,
  loadProjectVisibility,
  loadTeamVisibility,
  type OrgVisibility,
} from '../../work/projects/policy.ts'
import { buildReadableProjectsCondition } from '../../people/organizations/readable-projects.ts'
import { loadReadableTask } from '../../work/tasks/policy.ts'
import type { TaskWithAccess } from '../../work/tasks/queries/rows.ts'
import { presentJourneys } from './presenter.ts'
import { findRoadmaps, type RoadmapFilter } from './queries.ts'
import { roadmapSchema, taskRoadmapStop } from './schema.ts'

const counting =
  'Includes only projects that the caller can read. Counts include only tasks that the caller can read, and count a ' +
  'task once that was added to a stop and also belongs to a milestone pinned to it.'

async function respondWithRoadmap(ctx: Context, visibility: OrgVisibility, part: RoadmapFilter) {
  const maps = await findRoadmaps(ctx, visibility, part)
  const presentProject = ({ project_id, name }: { project_id: string; name: string }) => ({
    project_id,
    name,
    can_edit: visibility.isOrgAdmin || visibility.editableProjectIds.includes(project_id),
  })
  return respond({
    projects: maps
      .filter((map) => map.lines.length > 0)
      .map((map) => ({ ...presentProject(map), team_id: map.team_id, journeys: presentJourneys(map) })),
    projects_without_roadmap: maps.filter((map) => map.lines.length === 0).map(presentProject),
  })
}

export const getOrganizationRoadmapOperation = defineOperation({
  id: 'roadmap.org',
  method: 'GET',
  path: '/v1/roadmap',
  summary: "Get an organization's roadmap",
  description: `Returns the journeys and stops of all projects of an organization. ${counting}`,
  scope: 'projects:read',
  query: s.object({ org_id: s.orgIdParam }),
  reply: { status: 200, schema: roadmapSchema },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id),
  handle: ({ ctx, target }) => respondWithRoadmap(ctx, target, {}),
})

export const getTeamRoadmapOperation = defineOperation({
  id: 'roadmap.team',
  method: 'GET',
  path: '/v1/teams/{team_id}/roadmap',
  summary: "Get a team's roadmap",
  description: `Returns the journeys and stops of all projects of a team. ${counting}`,
  scope: 'projects:read',
  reply: { status: 200, schema: roadmapSchema },
  authorize: ({ ctx, params }) => loadTeamVisibility(ctx, params.team_id),
  handle: ({ ctx, target, params }) => respondWithRoadmap(ctx, target, { team: params.team_id }),
})

export const getProjectRoadmapOperation = defineOperation({
  id: 'roadmap.project',
  method: 'GET',
  path: '/v1/projects/{project_id}/roadmap',
  summary: "Get a project's roadmap",
  description: `Returns the journeys and stops of a project. ${counting}`,
  scope: 'projects:read',
  reply: { status: 200, schema: roadmapSchema },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  handle: ({ ctx, target, params }) => respondWithRoadmap(ctx, target, { project: params.project_id }),
})

const stopSorts: ListSpec = {
  sorts: { title: [{ sql: 's.title_key', type: 'text' }] },
  defaultOrder: [{ sql: 's.title_key', type: 'text' }],
  id: { sql: 's.stop_id', type: 'text' },
}

type TaskStop = s.Static<typeof taskRoadmapStop>

/** Lists the stops that the task was added to and the stop that its milestone is pinned to. */
function findTaskStops(ctx: Context, task: TaskWithAccess, list: PageRequest): Promise<TaskStop[]> {
  const direct = sql`exists (select from stop_tasks f where f.org_id = ${task.org_id} and f.stop_id = s.stop_id
    and f.task_id = ${task.task_id} and s.project_id = ${task.project_id})`
  const pinned = sql`exists (select from milestones m where m.org_id = ${task.org_id} and m.stop_id = s.stop_id
    and m.milestone_id = ${task.milestone_id} and m.is_active and m.team_id = p.team_id)`
  return selectPage<TaskStop>(
    ctx,
    list,
    ({ where, order, limit, columns }) => sql<TaskStop>`
      select s.stop_id, s.project_id, s.title, case when ${direct} then 'direct' else 'milestone' end as via,
        (select coalesce(jsonb_agg(jsonb_build_object('journey_id', j.journey_id, 'name', j.name, 'color', j.color,
            'position', j.position) order by j.position, j.journey_id), '[]')
          from journey_stops l join journeys j on j.org_id = l.org_id and j.journey_id = l.journey_id
          where l.org_id = ${task.org_id} and l.stop_id = s.stop_id) as journeys, ${columns}
      from stops s join projects p on p.org_id = s.org_id and p.project_id = s.project_id
      where s.org_id = ${task.org_id} and ${buildReadableProjectsCondition(ctx, sql`${task.org_id}::uuid`)} and s.stop_id in (
          select f.stop_id from stop_tasks f where f.org_id = ${task.org_id} and f.task_id = ${task.task_id}
          union select m.stop_id from milestones m
            where m.org_id = ${task.org_id} and m.milestone_id = ${task.milestone_id} and m.stop_id is not null)
        and (${direct} or ${pinned}) and ${where} ${order} ${limit}`,
  )
}

export const listTaskStopsOperation = defineOperation({
  id: 'roadmap.task_stops',
  method: 'GET',
  path: '/v1/tasks/{task_id}/roadmap',
  summary: 'List roadmap stops of a task',
  description:
    'Returns the stops that a task was added to and the stop that its milestone is pinned to, each once, by title ' +
    'unless sorted otherwise. Includes only projects that the caller can read.',
  scope: 'projects:read',
  list: stopSorts,
  reply: { status: 200, schema: s.pageSchema(taskRoadmapStop) },
  authorize: loadReadableTask,
  handle: async ({ ctx, target: task, list }) =>
    respondWithPage(ctx, list, await findTaskStops(ctx, task, list), (row) => pickProperties(taskRoadmapStop, row)),
})
