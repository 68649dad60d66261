import { locale } from '../../components/util/intl.ts'
import { addDays, addMonths, countDaysBetween, getToday } from '../../components/util/dates.ts'
import type { Scale } from '../views/view-query.ts'
import { findWeekStart } from '../calendar/calendar-dates.ts'

export const dayWidths: Record<Scale, number> = { day: 36, week: 12, month: 4 }
/** Days by which one key press or button pans. */
export const panSteps: Record<Scale, number> = { day: 7, week: 28, month: 91 }

/** Part of the time that is shown: the first day, and the number of days that fit. */
export interface TimeWindow {
  from: string
  days: number
  dayWidth: number
}

export const toX = ({ from, dayWidth }: TimeWindow, day: string): number => countDaysBetween(from, day) * dayWidth

/** Returns the first day of a window in which today is at a quarter. */
export const findWindowStart = (days: number): string => addDays(getToday(), -Math.floor(days / 4))

export interface Tick {
  day: string
  x: number
  width: number
  label: string
}

const shared = { calendar: 'gregory', timeZone: 'UTC' } as const
const formats = {
  month: new Intl.DateTimeFormat(locale, { ...shared, month: 'long', year: 'numeric' }),
  shortMonth: new Intl.DateTimeFormat(locale, { ...shared, month: 'short' }),
  year: new Intl.DateTimeFormat(locale, { ...shared, year: 'numeric' }),
  day: new Intl.DateTimeFormat(locale, { ...shared, day: 'numeric' }),
}
type Unit = 'day' | 'week' | 'month' | 'year'

const findUnitStart: Record<Unit, (day: string) => string> = {
  day: (day) => day,
  week: findWeekStart,
  month: (day) => `${day.slice(0, 8)}01`,
  year: (day) => `${day.slice(0, 5)}01-01`,
}
const findNextUnit: Record<Unit, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7),
  month: (day) => addMonths(day, 1),
  year: (day) => addMonths(day, 12),
}

function listTicks(window: TimeWindow, unit: Unit, format: Intl.DateTimeFormat): Tick[] {
  const end = addDays(window.from, window.days)
  const ticks: Tick[] = []
  for (let day = findUnitStart[unit](window.from); day < end; day = findNextUnit[unit](day)) {
    const x = toX(window, day)
    const width = toX(window, findNextUnit[unit](day)) - x
    ticks.push({ day, x, width, label: format.format(new Date(`${day}T00:00:00Z`)) })
  }
  return ticks
}

/** Returns the two lines of the axis. */
export const listAxis = (window: TimeWindow, scale: Scale): [upper: Tick[], lower: Tick[]] =>
  scale === 'month'
    ? [listTicks(window, 'year', formats.year), listTicks(window, 'month', formats.shortMonth)]
    : [listTicks(window, 'month', formats.month), listTicks(window, scale, formats.day)]
