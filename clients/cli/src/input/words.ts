import {
  eventResourceWords,
  priorityWords,
  scopeWords,
  taskStatusWords,
  tasksListSortWords,
  taskTypeWords,
} from '@svc/sdk/words'

// What the service has words for, for help and completion; the server judges what newer ones there are.
export const statuses = taskStatusWords
export const taskTypes = taskTypeWords
export const scopes = scopeWords
/** Event types, grouped by resource. */
export const eventTypes = eventResourceWords.map((resource) => `${resource}.*`)

/** Those of tasks that are still to be done. */
export const openStatuses = statuses.filter((status) => status !== 'completed' && status !== 'archived')

const mostUrgent: readonly string[] = ['critical', 'high', 'medium', 'low', 'none']
/** From the most urgent on. */
export const priorities = priorityWords.toSorted((a, b) => mostUrgent.indexOf(a) - mostUrgent.indexOf(b))

/** What tasks are sorted by, as people say it where that is shorter than the API does. */
const said: Partial<Record<(typeof tasksListSortWords)[number], string>> = {
  task_id: 'id',
  due_date: 'due',
  priority_rank: 'priority',
  status_rank: 'status',
  created_at: 'created',
  start_date: 'start',
  project_id: 'project',
  task_type: 'type',
}
/** By the alphabet; nobody wants to see blocked tasks before those of the backlog for their letters. */
const alphabetical: readonly string[] = ['priority', 'status']

export const sorts: Readonly<Record<string, (typeof tasksListSortWords)[number]>> = Object.fromEntries(
  tasksListSortWords.filter((word) => !alphabetical.includes(word)).map((word) => [said[word] ?? word, word]),
)

/** Help text for the syntax of days. */
export const daysHelp = 'today, tomorrow, fri, 24 dec, 3d, 2w, 1m, 2027-01-15'
