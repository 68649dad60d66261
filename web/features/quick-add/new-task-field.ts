/** Fields of a new task that have a button. */
export type NewTaskField =
  'status' | 'assignee' | 'priority' | 'due' | 'start' | 'project' | 'section' | 'tags' | 'parent' | 'more'
