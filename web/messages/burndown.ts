import { defineMessages } from './define-messages.ts'
import { count, formatNumber } from './plural.ts'

export const burndownTexts = defineMessages('burndownTexts', {
  open: (sprint: string) => `Burndown of ${sprint}:`,
  summary: (remaining: number, completed: number) =>
    `${count(remaining, 'open task')} and ${count(completed, 'completed task')}`,
  none: 'The sprint has not begun yet.',
  asTable: 'As a table',
  day: 'Day',
  remaining: 'Open',
  completed: 'Completed',
  added: 'Added',
  removed: 'Removed',
  change: (added: number, removed: number) =>
    [added && `+${formatNumber(added)}`, removed && `−${formatNumber(removed)}`].filter(Boolean).join(' '),
})
