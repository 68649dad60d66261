import { useCommands } from '../../commands/commands.ts'
import { calendarTexts as messages } from '../../messages/calendar.ts'
import { buildCurrentTaskRows, toKeyCommands, type CommandRow } from '../tasks/layout-commands.ts'
import { buildSelectionCommands } from '../tasks/selection-commands.ts'
import { addDays, getToday } from '../../components/util/dates.ts'
import { getCalendarTaskId, TRAY, type CalendarCursor } from './calendar-cursor.ts'
import { shiftDueDates } from './move-dates.ts'

const WEEK_DAYS = 7

const toReadingDirection = (by: number): number => (document.documentElement.dir === 'rtl' ? -by : by)

/** Returns the day where keys start: the focused one, or the first one shown with tasks, or today. */
function getStartDay({ day, days, listIds }: CalendarCursor): string {
  const today = getToday()
  return day.peek() || (days.find((one) => listIds(one).length > 0) ?? (days.includes(today) ? today : days[0]!))
}

function moveByDays(cursor: CalendarCursor, days: number): void {
  const isNew = cursor.day.peek() === TRAY
  cursor.focusDay(isNew ? getStartDay(cursor) : addDays(cursor.day.peek(), toReadingDirection(days)))
}

/** Moves within a day, and from its end to the day a week away. */
function moveInColumn(cursor: CalendarCursor, by: number): void {
  const day = cursor.day.peek()
  const id = cursor.selection.current.peek()
  if (day === TRAY && id === undefined) return cursor.focusDay(getStartDay(cursor))
  const ids = cursor.listIds(day)
  const next = id === undefined ? undefined : ids[ids.indexOf(id) + by]
  if (next !== undefined) return cursor.focus(day, next)
  if (day !== TRAY) cursor.focusDay(addDays(day, by * WEEK_DAYS), by < 0)
}

function moveInOrder(cursor: CalendarCursor, by: number): void {
  const ids = cursor.listAllIds()
  const id = cursor.selection.current.peek()
  const next = id === undefined ? cursor.listIds(getStartDay(cursor))[0] : ids[ids.indexOf(id) + by]
  if (next !== undefined) cursor.focus(cursor.findDay(next)!, next)
}

function moveDates(cursor: CalendarCursor, days: number): void {
  const id = cursor.selection.current.peek()
  const label = shiftDueDates(cursor.selection.targets.peek(), days, getToday())
  if (label === undefined || id === undefined) return
  const day = cursor.day.peek()
  cursor.focus(day === TRAY ? getToday() : addDays(day, days), id)
}

function listCommandRows(cursor: CalendarCursor): CommandRow[] {
  const { selection, period } = cursor
  const hasTargets = () => selection.targets.peek().length > 0
  const shift = (days: number) => () => moveDates(cursor, days)
  const sideways = (by: number) => () => moveDates(cursor, toReadingDirection(by))
  return [
    ['right', messages.nextDay, 'ArrowRight', () => moveByDays(cursor, 1)],
    ['left', messages.previousDay, 'ArrowLeft', () => moveByDays(cursor, -1)],
    ['down', messages.down, 'ArrowDown', () => moveInColumn(cursor, 1)],
    ['up', messages.up, 'ArrowUp', () => moveInColumn(cursor, -1)],
    ['next', messages.nextTask, 'j', () => moveInOrder(cursor, 1)],
    ['before', messages.previousTask, 'k', () => moveInOrder(cursor, -1)],
    ['later', messages.later[period], 'PageDown', () => cursor.showPeriod(1)],
    ['earlier', messages.earlier[period], 'PageUp', () => cursor.showPeriod(-1)],
    ['today', messages.today, 'Home', () => cursor.focusDay(getToday())],
    ['day-later', messages.dayLater, 'Alt+ArrowRight', sideways(1), hasTargets],
    ['day-earlier', messages.dayEarlier, 'Alt+ArrowLeft', sideways(-1), hasTargets],
    ['week-later', messages.weekLater, 'Alt+ArrowDown', shift(WEEK_DAYS), hasTargets],
    ['week-earlier', messages.weekEarlier, 'Alt+ArrowUp', shift(-WEEK_DAYS), hasTargets],
    ...buildCurrentTaskRows(selection),
  ]
}

export function useCalendarKeys(cursor: CalendarCursor, box: { current: HTMLElement | null }): void {
  const { selection } = cursor
  const anchor = () => document.getElementById(getCalendarTaskId(selection.current.peek() ?? '')) ?? box.current!
  const own = toKeyCommands('calendar', messages.section, listCommandRows(cursor))
  useCommands([...own, ...buildSelectionCommands(selection, anchor)], 'list')
}
