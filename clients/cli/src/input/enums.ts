import {
  eventResourceValues,
  priorityValues,
  scopeValues,
  taskStatusValues,
  tasksListSortValues,
  taskTypeValues,
} from '@svc/sdk/enums'

// Enum values for help and completion only: a newer server may accept more, so the server validates.
export const statuses = taskStatusValues
export const taskTypes = taskTypeValues
export const scopes = scopeValues
/** Event type patterns, one per resource. */
export const eventTypes = eventResourceValues.map((resource) => `${resource}.*`)

export const openStatuses = statuses.filter((status) => status !== 'completed' && status !== 'archived')

const urgencyOrder: readonly string[] = ['critical', 'high', 'medium', 'low', 'none']
export const priorities = priorityValues.toSorted((a, b) => urgencyOrder.indexOf(a) - urgencyOrder.indexOf(b))

const shortNames: Partial<Record<(typeof tasksListSortValues)[number], string>> = {
  task_id: 'id',
  due_date: 'due',
  priority_rank: 'priority',
  status_rank: 'status',
  created_at: 'created',
  start_date: 'start',
  project_id: 'project',
  task_type: 'type',
}
/** Not offered: they sort as `priority_rank` and `status_rank` do, which are offered under these names. */
const duplicateSorts: readonly string[] = ['priority', 'status']

export const sortFields: Readonly<Record<string, (typeof tasksListSortValues)[number]>> = Object.fromEntries(
  tasksListSortValues.filter((word) => !duplicateSorts.includes(word)).map((word) => [shortNames[word] ?? word, word]),
)

export const dateFormatHelp = 'today, tomorrow, fri, 24 dec, 3d, 2w, 1m, 2027-01-15'
