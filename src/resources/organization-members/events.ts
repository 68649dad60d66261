export const taskRestricted = {
  'task.restricted': 'The visibility of a task was restricted, or is no longer.',
}
