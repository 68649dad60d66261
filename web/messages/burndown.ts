const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const burndownTexts = {
  open: (sprint: string) => `Burndown of ${sprint}`,
  summary: (remaining: number, completed: number) =>
    `${count(remaining, 'open task')} and ${count(completed, 'completed task')} at the end`,
  none: 'The sprint has not begun yet.',
  asTable: 'As a table',
  day: 'Day',
  remaining: 'Open',
  completed: 'Completed',
  added: 'Added',
  removed: 'Removed',
  ideal: 'Even pace',
  change: (added: number, removed: number) =>
    [added && `+${added}`, removed && `−${removed}`].filter(Boolean).join(' '),
} as const
