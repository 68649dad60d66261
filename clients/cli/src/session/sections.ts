import type { TaskSectionSet, TaskSummary, Task } from '@svc/sdk'
import { isRefusal } from '../errors.ts'
import { isWhole } from '../output/tasks.ts'
import type { Session } from './session.ts'

/** As many ids as a filter takes. */
const MAX_IDS = 100

/** Finds the sections of projects and teams that tasks are in: a move takes them out, and no answer names them. */
export async function findSections(
  session: Session,
  tasks: readonly (Task | TaskSummary)[],
  signal: AbortSignal,
): Promise<Map<string, TaskSectionSet[]>> {
  const found = new Map<string, TaskSectionSet[]>()
  for (const [scope, ids] of await toScopes(session, tasks, signal)) {
    const [scope_type, scope_id] = scope.split(':') as ['project' | 'team', string]
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const query = { filter: { id: ids.slice(at, at + MAX_IDS) }, section_scope: scope, limit: MAX_IDS }
      const rows = await session.svc.tasks.list(query, { signal }).toArray()
      for (const { task_id, section_id, section_position: position } of rows.filter(isWhole))
        if (section_id)
          found.set(task_id, [
            ...(found.get(task_id) ?? []),
            { scope_type, scope_id, section_id, ...(position != null && { position }) },
          ])
    }
  }
  return found
}

/** Groups tasks by the projects and teams whose sections they can be in. */
async function toScopes({ svc }: Session, tasks: readonly (Task | TaskSummary)[], signal: AbortSignal) {
  const scopes = new Map<string, string[]>()
  const add = (scope: string, id: string) => scopes.set(scope, [...(scopes.get(scope) ?? []), id])
  const projects = [...new Set(tasks.flatMap(({ project_id }) => project_id ?? []))]
  const teams = new Map<string, string | null>()
  for (const id of projects) teams.set(id, await teamOfProject(svc, id, signal))
  for (const { task_id, project_id, team_id } of tasks) {
    if (project_id) add(`project:${project_id}`, task_id)
    for (const team of new Set([team_id, project_id && teams.get(project_id)]))
      if (team) add(`team:${team}`, task_id)
  }
  return scopes
}

async function teamOfProject(svc: Session['svc'], id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await svc.projects.read(id, { signal })).team_id
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
