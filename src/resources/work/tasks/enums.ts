import * as s from '../../../core/schema.ts'
import type { priorities } from '../projects/schema.ts'

export const taskStatuses = s.namedEnum('TaskStatus', [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'completed',
  'archived',
  'on_hold',
])
export type TaskStatus = (typeof taskStatuses)[number]

export const taskTypes = s.namedEnum('TaskType', ['task', 'bug', 'agent'])

/** Order of lists sorted by status; the index is stored as `status_rank`. */
export const statusSortOrder: readonly TaskStatus[] = [
  'backlog',
  'in_progress',
  'not_started',
  'blocked',
  'completed',
  'on_hold',
  'archived',
]
/** Order of lists sorted by priority; the index is stored as `priority_rank`. */
export const priorityOrder: readonly (typeof priorities)[number][] = ['critical', 'high', 'medium', 'low', 'none']
