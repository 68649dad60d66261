import type { Task, TaskSectionSet, TaskSummary, TaskUpdate } from '@svc/sdk'

/** Change of a task by a command, with the data needed to undo it. */
export interface Change {
  task_id: string
  title: string
  did: 'added' | 'changed' | 'deleted' | 'restored' | 'commented' | 'attached'
  /** Comment or attachment that was created. */
  made?: string
  /** Changed fields with their previous values. */
  before?: TaskUpdate
  /** Sections from which the change removed the task. */
  sections?: TaskSectionSet[]
  from?: number
  /** Version after the change; undefined for a deleted task. */
  version?: number
}

type Row = Task | TaskSummary

/** Fields that an update can restore. */
const fields = [
  'title',
  'description',
  'status',
  'priority',
  'task_type',
  'assignee',
  'start_date',
  'due_date',
  'tags',
  'project_id',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'restricted_to',
  'bug_id',
  'type_data',
  'metadata',
  'custom',
] as const satisfies readonly (keyof TaskUpdate & keyof Task)[]

/** Returns the fields that differ between two states of a task, with their earlier values. */
export function diffTask(before: Row, after: Row): TaskUpdate {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const previous = Object.fromEntries(changed.map((name) => [name, before[name]])) as TaskUpdate
  return changed.includes('custom')
    ? { ...previous, custom: diffCustom(before.custom ?? {}, after.custom ?? {}) }
    : previous
}

/** Returns the earlier values of the custom fields that differ; null for none. */
function diffCustom(before: Row['custom'] & object, after: Row['custom'] & object): NonNullable<TaskUpdate['custom']> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differing = keys.filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
  return Object.fromEntries(differing.map((key) => [key, before[key] ?? null]))
}

export function toChange(before: Row, after: Row, sections: TaskSectionSet[] = []): Change {
  const { task_id, title, version } = after
  const hasMoved = before.project_id !== after.project_id || before.team_id !== after.team_id
  return {
    task_id,
    title,
    did: 'changed',
    before: diffTask(before, after),
    ...(hasMoved && sections.length > 0 && { sections }),
    from: before.version,
    version,
  }
}
