import { buildPath } from '../api-client.ts'
import { buildGet } from '../client/connection.ts'
import { buildWorkload, FEW_CONNECTIONS } from '../client/measure.ts'
import { goals, orgId, projects } from '../data/organization.ts'
import type { CallerName } from '../data/tokens.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'

interface Overview {
  id: string
  name: string
  path: string
  callers: CallerName[]
}

const projectIds = projects.map((project) => project.project_id).join()

/** Responses that count all tasks that the caller can read. */
const overviews: Overview[] = [
  {
    id: 'goals',
    name: `${goals.length.toLocaleString('en')} goals of the organization`,
    path: buildPath('/v1/goals', { org_id: orgId }),
    callers: ['admin', 'member', 'guest'],
  },
  {
    id: 'sections',
    name: `sections of ${projects.length} projects`,
    path: buildPath('/v1/sections', { org_id: orgId, scope_type: 'project', scope_ids: projectIds }),
    callers: ['member'],
  },
  {
    id: 'stats',
    name: 'statistics of a project with one task in nine',
    path: `/v1/project-stats/${projects[1]!.project_id}/stats`,
    callers: ['member'],
  },
]

const rareSorts = ['start_date', 'task_type', 'project_id']

export async function* overviewCases(setup: Setup): AsyncGenerator<Case[]> {
  const build = (id: string, name: string, path: string, caller: CallerName): Case[] => {
    const requests = [buildGet(path, setup.api[caller].headers)]
    return [{ id, name, service: buildWorkload(setup.service, requests, { connections: FEW_CONNECTIONS }) }]
  }
  for (const { id, name, path, callers } of overviews)
    for (const caller of callers) yield build(`overview-${id}-${caller}`, `${name}, as ${caller}`, path, caller)
  for (const sort_by of rareSorts)
    yield build(`sort-${sort_by}`, `list 100 by ${sort_by}`, buildPath('/v1/tasks', { sort_by }), 'member')
}
