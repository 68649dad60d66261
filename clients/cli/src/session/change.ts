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
] as const satisfies readonly (keyof TaskUpdate & keyof Task)[]

/** Returns the fields that differ between two states of a task, with their earlier values. */
export function diffTask(before: Row, after: Row): TaskUpdate {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name]])) as TaskUpdate
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
