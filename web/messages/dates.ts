import { defineMessages } from './define-messages.ts'

export const dateTexts = defineMessages('dateTexts', {
  today: 'Today',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  none: 'No date',
  earlier: 'Previous month',
  later: 'Next month',
  write: 'A date: fri, in 2 weeks, 24 dec',
  means: (day: string) => `Press Enter for ${day}`,
  unknown: 'Not a valid date',
})
