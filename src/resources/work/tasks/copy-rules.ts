import { writableAttributes } from './attributes.ts'
import type { TaskRow } from './queries/rows.ts'
import { bugKeys } from './rules.ts'

/** Facts that decide which values of tasks their copies have. */
export interface CopyContext {
  /** Active members among the assignees. */
  usernames: ReadonlySet<string>
  /** Sprints that are not completed. */
  sprintIds: ReadonlySet<string>
  /** Active custom fields of the project. */
  fieldKeys: ReadonlySet<string>
  /** Name of the section of each task in its project. */
  sections: ReadonlyMap<string, string>
}

/** Links, and IDs in other systems, which identify one task. */
const notCopied: readonly string[] = ['sub_tasks', 'dependencies', 'bug_id', 'tracker_id']

/** Returns the values of a copy of a task. */
export function pickCopiedValues<T extends TaskRow>(task: T, context: CopyContext): Partial<TaskRow> {
  const { status, assignee, sprint_id, type_data, restricted, restricted_to_user_ids } = task
  const names = writableAttributes.map(({ name }) => name).filter((name) => !notCopied.includes(name))
  const custom = Object.entries(task.custom).filter(([key]) => context.fieldKeys.has(key))
  const isClosed = status === 'completed' || status === 'archived'
  const data = Object.entries(type_data ?? {}).filter(([key]) => task.task_type !== 'bug' || bugKeys.includes(key))
  return {
    ...Object.fromEntries(names.map((name) => [name, task[name]])),
    restricted,
    restricted_to_user_ids,
    status: isClosed ? 'not_started' : status,
    assignee: assignee !== null && context.usernames.has(assignee) ? assignee : null,
    sprint_id: sprint_id !== null && context.sprintIds.has(sprint_id) ? sprint_id : null,
    custom: Object.fromEntries(custom),
    type_data: data.length === 0 ? null : Object.fromEntries(data),
  }
}
