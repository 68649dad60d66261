import type { TaskSectionSet, TaskSummary, Task } from '@svc/sdk'
import { isApiError } from '../errors.ts'
import { isReadableTask } from '../output/tasks.ts'
import { mapConcurrently } from '../parallel.ts'
import type { Session } from './session.ts'

/** Maximum number of ids in a filter. */
const MAX_IDS = 100

/** Finds the project and team sections of tasks, since a move removes them and no response lists them. */
export async function findSections(
  session: Session,
  tasks: readonly (Task | TaskSummary)[],
  signal: AbortSignal,
): Promise<Map<string, TaskSectionSet[]>> {
  const found = new Map<string, TaskSectionSet[]>()
  const parts = [...(await toScopes(session, tasks, signal))].flatMap(([scope, ids]) =>
    Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) => ({
      scope,
      ids: ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
    })),
  )
  const lists = await mapConcurrently(parts, ({ scope, ids }) => findInScope(session, scope, ids, signal))
  for (const [task_id, section] of lists.flat()) found.set(task_id, [...(found.get(task_id) ?? []), section])
  return found
}

/** Finds the sections of one project or team; none if the caller may not read them. */
async function findInScope({ svc }: Session, scope: string, ids: string[], signal: AbortSignal) {
  const [scope_type, scope_id] = scope.split(':') as ['project' | 'team', string]
  const query = { filter: { id: ids }, section_scope: scope, limit: MAX_IDS }
  const rows = (await ignoreRefused(svc.tasks.list(query, { signal }).toArray())) ?? []
  return rows
    .filter(isReadableTask)
    .flatMap(({ task_id, section_id, section_position: position }): [string, TaskSectionSet][] =>
      section_id ? [[task_id, { scope_type, scope_id, section_id, ...(position != null && { position }) }]] : [],
    )
}

/** Groups tasks by the projects and teams whose sections they can be in. */
async function toScopes({ svc }: Session, tasks: readonly (Task | TaskSummary)[], signal: AbortSignal) {
  const scopes = new Map<string, string[]>()
  const add = (scope: string, id: string) => scopes.set(scope, [...(scopes.get(scope) ?? []), id])
  const projects = [...new Set(tasks.flatMap(({ project_id }) => project_id ?? []))]
  const read = await mapConcurrently(projects, (id) => ignoreRefused(svc.projects.read(id, { signal })))
  const teams = new Map(projects.map((id, at) => [id, read[at]?.team_id]))
  for (const { task_id, project_id, team_id } of tasks) {
    if (project_id) add(`project:${project_id}`, task_id)
    for (const team of new Set([team_id, project_id && teams.get(project_id)])) if (team) add(`team:${team}`, task_id)
  }
  return scopes
}

async function ignoreRefused<Found>(call: PromiseLike<Found>): Promise<Found | undefined> {
  try {
    return await call
  } catch (error) {
    if (isApiError(error)) return undefined
    throw error
  }
}
