import { defineMessages } from './define-messages.ts'

export const layoutTexts = defineMessages('layoutTexts', {
  layout: 'Layout',
  switchLayout: 'Switch the layout',
  list: 'List',
  board: 'Board',
  calendar: 'Calendar',
  timeline: 'Timeline',
  today: 'Today',
  undo: 'Undo',
})
