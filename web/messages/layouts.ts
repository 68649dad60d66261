export const layoutTexts = {
  layout: 'Layout',
  switchLayout: 'Switch the layout',
  list: 'List',
  board: 'Board',
  calendar: 'Calendar',
  timeline: 'Timeline',
  today: 'Today',
  undo: 'Undo',
} as const
