import type { Task } from '@svc/sdk'
import { isApiError } from '../errors.ts'
import { isReadableTask } from '../output/tasks.ts'
import type { Session } from './session.ts'

type Labels = ReadonlyMap<string, string>

/** Maximum number of linked tasks that are looked up. */
const MAX_LINKED = 100

/** Looks up the names that a task refers to; hidden objects have none. */
export async function findLabels({ svc }: Session, task: Task, signal: AbortSignal): Promise<Labels> {
  const { project_id, team_id, sprint_id, milestone_id, goal_id, sub_tasks, dependencies } = task
  const options = { signal }
  const project = project_id ? await ignoreHidden(svc.projects.read(project_id, options)) : undefined
  const team = team_id ?? project?.team_id
  const linked = [...sub_tasks, ...dependencies].slice(0, MAX_LINKED)
  const found = await Promise.all([
    { id: project_id, name: project?.name },
    toLabel(team_id, (id) => svc.teams.read(id, options)),
    toLabel(team && sprint_id, (id) => svc.sprints.read(team!, id, options)),
    toLabel(team && milestone_id, (id) => svc.milestones.read(team!, id, options)),
    toLabel(project_id && goal_id, (id) => svc.goals.read(project_id!, id, options)),
    ...(linked.length > 0 ? await findTitles(svc, linked, signal) : []),
  ])
  return new Map(found.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])))
}

interface Label {
  id: string | null | undefined
  name: string | undefined
}

async function toLabel(
  id: string | null | undefined,
  find: (id: string) => PromiseLike<{ name?: string; title?: string }>,
): Promise<Label> {
  const found = id ? await ignoreHidden(find(id)) : undefined
  return { id, name: found?.name ?? found?.title }
}

async function findTitles(svc: Session['svc'], ids: string[], signal: AbortSignal): Promise<Label[]> {
  const rows = await svc.tasks.list({ filter: { id: ids }, limit: MAX_LINKED }, { signal }).toArray()
  return rows
    .filter(isReadableTask)
    .map(({ task_id, key, title }) => ({ id: task_id, name: key ? `${key} ${title}` : title }))
}

/** Awaits a response; undefined if it is 403 or 404. */
async function ignoreHidden<Found>(call: PromiseLike<Found>): Promise<Found | undefined> {
  try {
    return await call
  } catch (error) {
    if (isApiError(error) && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}
