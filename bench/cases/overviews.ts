import { pathOf } from '../api.ts'
import { goals, orgId, projects } from '../organization.ts'
import type { Site } from '../site.ts'
import type { CallerName } from '../tokens.ts'
import { fewConnections, get, sideOf, type Case } from './case.ts'

interface Overview {
  id: string
  name: string
  path: string
  callers: CallerName[]
}

const projectIds = projects.map((one) => one.project_id).join()

/** One answer for all of an organization, team or project, in which every task that the caller reads is counted. */
export const overviews: Overview[] = [
  {
    id: 'goals',
    name: `${goals.length.toLocaleString('en')} goals of the organization`,
    path: pathOf('/v1/goals', { org_id: orgId }),
    callers: ['admin', 'member', 'guest'],
  },
  {
    id: 'sections',
    name: `sections of ${projects.length} projects`,
    path: pathOf('/v1/sections', { org_id: orgId, scope_type: 'project', scope_ids: projectIds }),
    callers: ['member'],
  },
  {
    id: 'stats',
    name: 'statistics of a project with one task in nine',
    path: `/v1/project-stats/${projects[1]!.project_id}/stats`,
    callers: ['member'],
  },
]

/** Lists in an order that only a part of those who ask want. */
const sorts = ['start_date', 'task_type', 'project_id']

/** Each overview, as those who see different parts of it, and the seldom sorts. */
export async function* overviewCases(site: Site): AsyncGenerator<Case[]> {
  const one = (id: string, name: string, path: string, caller: CallerName): Case[] => {
    const requests = [get(path, site.api[caller].headers)]
    return [{ id, name, service: sideOf(site.service, requests, { connections: fewConnections }) }]
  }
  for (const { id, name, path, callers } of overviews)
    for (const caller of callers) yield one(`overview-${id}-${caller}`, `${name}, as ${caller}`, path, caller)
  for (const sort_by of sorts)
    yield one(`sort-${sort_by}`, `list 100 by ${sort_by}`, pathOf('/v1/tasks', { sort_by }), 'member')
}
