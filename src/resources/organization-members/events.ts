export const taskRestricted = { 'task.restricted': 'Who may see a task was restricted, or no longer is.' }
