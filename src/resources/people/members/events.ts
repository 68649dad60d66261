export const taskRestrictedEvent = {
  'task.restricted': 'The users that a task is restricted to changed, or its restriction was added or removed.',
}
