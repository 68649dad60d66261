import { getFirstDayOfWeek, locale } from '../../components/util/intl.ts'
import { addDays, addMonths, countDaysBetween, getWeekday } from '../../components/util/dates.ts'

export type Period = 'week' | 'month'

const WEEK_DAYS = 7

export const findWeekStart = (day: string): string =>
  addDays(day, -((getWeekday(day) - getFirstDayOfWeek() + WEEK_DAYS) % WEEK_DAYS))

/** Returns the days of whole weeks that show the week or the month of a day. */
export function listPeriodDays(day: string, period: Period): string[] {
  const first = period === 'month' ? `${day.slice(0, 8)}01` : day
  const start = findWeekStart(first)
  const weeks = period === 'month' ? Math.ceil(countDaysBetween(start, addMonths(first, 1)) / WEEK_DAYS) : 1
  return Array.from({ length: weeks * WEEK_DAYS }, (_, index) => addDays(start, index))
}

export const movePeriod = (day: string, period: Period, by: number): string =>
  period === 'month' ? addMonths(day, by) : addDays(day, by * WEEK_DAYS)

const shared = { calendar: 'gregory', timeZone: 'UTC' } as const
const monthFormat = new Intl.DateTimeFormat(locale, { ...shared, month: 'long', year: 'numeric' })
const rangeFormat = new Intl.DateTimeFormat(locale, { ...shared, day: 'numeric', month: 'short', year: 'numeric' })
const weekdayFormat = new Intl.DateTimeFormat(locale, { ...shared, weekday: 'short' })
const dayOfMonthFormat = new Intl.DateTimeFormat(locale, { ...shared, day: 'numeric' })
const firstDayFormat = new Intl.DateTimeFormat(locale, { ...shared, day: 'numeric', month: 'short' })

const toUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)

const formatMonth = (day: string): string => monthFormat.format(toUtc(day))
export const formatDayRange = (from: string, to: string): string => rangeFormat.formatRange(toUtc(from), toUtc(to))
export const formatPeriod = (day: string, days: readonly string[], period: Period): string =>
  period === 'month' ? formatMonth(day) : formatDayRange(days[0]!, days.at(-1)!)
export const formatWeekday = (day: string): string => weekdayFormat.format(toUtc(day))
/** Formats the number of a day; the first one of a month with its name. */
export const formatDayNumber = (day: string): string =>
  (day.endsWith('-01') ? firstDayFormat : dayOfMonthFormat).format(toUtc(day))
