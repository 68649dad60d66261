import type { Task, TaskSectionSet, TaskSummary, TaskUpdate } from '@svc/sdk'

/** What a command did to a task, and what undoing it takes. */
export interface Change {
  task_id: string
  title: string
  did: 'added' | 'changed' | 'deleted' | 'restored' | 'commented' | 'attached'
  /** The comment or attachment that was made. */
  made?: string
  /** The fields that have another value now, with the one that they had. */
  before?: TaskUpdate
  /** The sections that it was in and has left. */
  sections?: TaskSectionSet[]
  /** Its version before. */
  from?: number
  /** Its version after; a deleted task has none. */
  version?: number
}

type Row = Task | TaskSummary

/** The fields that an update can put back. */
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

/** Returns the fields in which two states of a task differ, as the first has them: also those that nobody named. */
export function differing(before: Row, after: Row): TaskUpdate {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name]])) as TaskUpdate
}

/** Describes the change of a task for the journal. */
export function toChange(before: Row, after: Row, sections: TaskSectionSet[] = []): Change {
  const { task_id, title, version } = after
  const hasMoved = before.project_id !== after.project_id || before.team_id !== after.team_id
  return {
    task_id,
    title,
    did: 'changed',
    before: differing(before, after),
    ...(hasMoved && sections.length > 0 && { sections }),
    from: before.version,
    version,
  }
}
