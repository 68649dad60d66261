import type { ChangeEvent } from '../../../core/change-event.ts'
import { FORMER_READERS_KEY } from '../../work/tasks/policy.ts'
import type { ResourceAccess, TaskAccess } from '../../work/tasks/queries/rows.ts'

type LocatedProject = Pick<TaskAccess, 'project_id' | 'project_visibility' | 'project_deleted' | 'my_role'>
/** Project in which a reader can see an event; null for none. */
export interface EventLocation {
  project_id: string | null
  project?: LocatedProject
}

export const toLocatedProject = ({ project_id, visibility, my_role }: ResourceAccess): LocatedProject => ({
  project_id,
  project_visibility: visibility,
  project_deleted: false,
  my_role,
})

/** Returns a task with its former project and restriction. If the move lacks the restriction, no named user can read it. */
export function toFormerTask({ type, before }: ChangeEvent, task: TaskAccess, project: LocatedProject): TaskAccess {
  if (type !== 'task.moved') return { ...task, ...project }
  const userIds = (before ?? {})[FORMER_READERS_KEY] as string[] | null | undefined
  return { ...task, ...project, restricted: userIds !== null, restricted_to_user_ids: userIds ?? [] }
}

/** Returns a task as it was where the reader sees the event: before the move, or as it is now. */
export const locateTask = (event: ChangeEvent, task: TaskAccess, { project_id, project }: EventLocation): TaskAccess =>
  project && project_id === event.from_project_id && project_id !== event.project_id
    ? toFormerTask(event, task, project)
    : { ...task, ...project }

export function omitFormerRestriction(data: Record<string, unknown>): Record<string, unknown> {
  const { [FORMER_READERS_KEY]: _, ...rest } = data
  return rest
}
