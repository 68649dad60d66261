import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

export const myWorkTexts = defineMessages('myWorkTexts', {
  title: 'My work',
  section: 'My work',
  overdue: 'Overdue',
  overdueHint: 'Past due and not planned yet.',
  today: 'Today',
  todayHint: 'Due today and not planned yet.',
  empty: 'Nothing is assigned to you.',
  newTask: 'New task',
  emptyLane: 'No tasks. Drop a task here, or press Alt with an arrow key.',
  emptyLaneOnPhone: 'No tasks.',
  count: (count: number) => `${formatNumber(count)} ${count === 1 ? 'task' : 'tasks'}`,
  moveTo: 'Move to…',
  moveToOf: (title: string) => `Move “${title}” to…`,
  out: 'Remove from My work',
  moved: (title: string, section: string) => `Moved “${title}” to ${section}`,
  movedOut: (title: string) => `Removed “${title}” from My work`,
  placed: (title: string, place: number, count: number) =>
    `“${title}” is ${formatNumber(place)} of ${formatNumber(count)}`,
  due: (day: string) => `Due ${day}`,
  next: 'Next task',
  previous: 'Previous task',
  laneAfter: 'Next section',
  laneBefore: 'Previous section',
  moveAfter: 'Move to the next section',
  moveBefore: 'Move to the previous section',
  moveUp: 'Move up',
  moveDown: 'Move down',
  open: 'Open the task',
  status: 'Set the status',
  priority: 'Set the priority',
  dueKey: 'Set the due date',
  noDragging: 'Drag and drop is not available now. Use the keyboard or “Move to…” instead.',
})

/** Names of the sections that every user begins with. */
export const laneNames = defineMessages<Record<string, string>>('laneNames', {
  Assigned: 'Assigned',
  Doing: 'Doing',
  Later: 'Later',
})
