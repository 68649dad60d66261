import type { EventRow } from '../../../kernel/events.ts'
import type { TaskJudged } from '../../tasks/rows.ts'
import type { Hearer } from '../access.ts'
import { wants } from '../catalogue.ts'
import type { Facts } from '../rows.ts'

/** What a reader asks for. */
export interface Asked {
  types?: string[] | undefined
  project_id?: string | undefined
  task_id?: string | undefined
  mine?: boolean | undefined
}

/**
 * Whether an event lies where the reader looks: in the project, of the task. An order that names the project may be told
 * without it, which `isToldWhere` judges.
 */
export function isWhere({ project_id, task_id }: Asked, event: EventRow): boolean {
  const { resource_type, resource_id } = event
  if (task_id !== undefined && !(resource_type === 'task' && resource_id === task_id)) return false
  if (project_id === undefined) return true
  if (event.type === 'project.reordered') return listsProject(event, project_id)
  return [event.project_id, event.from_project_id].includes(project_id)
}

/** Whether what is told of a new order of projects names the project that the reader looks at. */
export const isToldWhere = (
  { project_id }: Asked,
  { type }: Pick<EventRow, 'type'>,
  { after }: Pick<EventRow, 'after'>,
): boolean => project_id === undefined || type !== 'project.reordered' || listsProject({ after }, project_id)

const listsProject = ({ after }: Pick<EventRow, 'after'>, projectId: string): boolean =>
  Array.isArray(after?.project_ids) && after.project_ids.includes(projectId)

/** Whether an event is of a type that the reader asks for. */
export const isWanted = ({ types }: Asked, { type }: EventRow): boolean => !types || wants(types, type)

/**
 * Whether an event is of a task that the person made, has been given or had before this, or watches; or about the person
 * themselves.
 */
export function isMine(
  hearer: Hearer,
  event: EventRow,
  { tasks }: Facts,
  watched: ReadonlySet<string>,
): boolean {
  const { before, after, resource_type, resource_id, part_id } = event
  const { user_id, username } = hearer
  if (resource_id === user_id || part_id === user_id) return true
  if ([before?.user_id, after?.user_id].includes(user_id)) return true
  if (resource_type !== 'task') return false
  if (before?.assignee === username || watched.has(resource_id)) return true
  return isOwn(hearer, tasks.get(resource_id))
}

const isOwn = ({ username }: Hearer, task: TaskJudged | undefined): boolean =>
  task !== undefined && (task.created_by === username || task.assignee === username)
