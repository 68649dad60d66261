import type { EventRow } from '../../../../core/change-event.ts'
import type { TaskAccess } from '../../../work/tasks/queries/rows.ts'
import type { EventSubscriber } from '../policy.ts'
import { matchesEventType } from '../catalog.ts'
import type { ReaderAccess } from '../queries.ts'

export interface EventFilter {
  types?: string[] | undefined
  project_id?: string | undefined
  task_id?: string | undefined
  mine?: boolean | undefined
}

/**
 * Returns whether an event is in the project and of the task. `project.reordered` is checked again by
 * `matchesReadableOrder`, since the project may be hidden.
 */
export function matchesResourceFilter({ project_id, task_id }: EventFilter, event: EventRow): boolean {
  const { resource_type, resource_id } = event
  if (task_id !== undefined && !(resource_type === 'task' && resource_id === task_id)) return false
  if (project_id === undefined) return true
  if (event.type === 'project.reordered') return listsProject(event, project_id)
  return [event.project_id, event.from_project_id].includes(project_id)
}

export const matchesReadableOrder = (
  { project_id }: EventFilter,
  { type }: Pick<EventRow, 'type'>,
  { after }: Pick<EventRow, 'after'>,
): boolean => project_id === undefined || type !== 'project.reordered' || listsProject({ after }, project_id)

const listsProject = ({ after }: Pick<EventRow, 'after'>, projectId: string): boolean =>
  Array.isArray(after?.project_ids) && after.project_ids.includes(projectId)

export const matchesTypeFilter = ({ types }: EventFilter, { type }: EventRow): boolean =>
  !types || matchesEventType(types, type)

/** Returns whether an event is about the user, or of a task that they created, watch, or are or were assigned to. */
export function isRelatedToUser(
  subscriber: EventSubscriber,
  event: EventRow,
  { tasks }: ReaderAccess,
  watched: ReadonlySet<string>,
): boolean {
  const { before, after, resource_type, resource_id, part_id } = event
  const { user_id, username } = subscriber
  if (resource_id === user_id || part_id === user_id) return true
  if ([before?.user_id, after?.user_id].includes(user_id)) return true
  if (resource_type !== 'task') return false
  if (before?.assignee === username || watched.has(resource_id)) return true
  return isCreatorOrAssignee(subscriber, tasks.get(resource_id))
}

const isCreatorOrAssignee = ({ username }: EventSubscriber, task: TaskAccess | undefined): boolean =>
  task !== undefined && (task.created_by === username || task.assignee === username)
