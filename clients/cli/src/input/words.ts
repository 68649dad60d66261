// What the service has words for, here for help and completion; the server judges what newer ones there are.
export const statuses = [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'on_hold',
  'completed',
  'archived',
] as const
/** Those of tasks that are still to be done. */
export const openStatuses = ['backlog', 'not_started', 'in_progress', 'blocked', 'on_hold'] as const
/** From the most urgent on. */
export const priorities = ['critical', 'high', 'medium', 'low', 'none'] as const
export const taskTypes = ['task', 'bug', 'agent'] as const

/** What tasks are sorted by, as people say it and as the API does. */
export const sorts = {
  due: 'due_date',
  priority: 'priority_rank',
  status: 'status_rank',
  created: 'created_at',
  start: 'start_date',
  title: 'title',
  assignee: 'assignee',
  project: 'project_id',
  type: 'task_type',
} as const
