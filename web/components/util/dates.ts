import { signal } from '@preact/signals'
import { browserTimeZone, locale, toTimeZone } from './intl.ts'

/** Time zone of the user: from their preferences, or that of the browser. */
export const userTimeZone = signal(browserTimeZone)

export function setUserTimeZone(name: string | null | undefined): void {
  userTimeZone.value = toTimeZone(name) ?? browserTimeZone
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format, since creating one takes 50 µs and a list needs thousands. */
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${options.timeZone}`
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(name === 'iso' ? iso : locale, options)))
  return found
}

const iso = 'en-US-u-ca-gregory-nu-latn'
const isValid = (instant: Date): boolean => !Number.isNaN(instant.getTime())

let cachedToday = { zone: '', second: 0, day: '' }

/** Returns today's date in the user's time zone, as `2027-01-15`. Cached for a second, since every row needs it. */
export function getToday(): string {
  const timeZone = userTimeZone.value
  const now = new Date()
  const second = Math.floor(now.getTime() / 1000)
  if (cachedToday.second !== second || cachedToday.zone !== timeZone)
    cachedToday = { zone: timeZone, second, day: toIsoDay(now) }
  return cachedToday.day
}

function toIsoDay(instant: Date): string {
  if (!isValid(instant)) return ''
  const parts: Record<string, string> = {}
  const numbers = format('iso', { timeZone: userTimeZone.value, year: 'numeric', month: '2-digit', day: '2-digit' })
  for (const { type, value } of numbers.formatToParts(instant)) parts[type] = value
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

export function addDays(date: string, days: number): string {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10)
}

/** Adds months to a date; the day is limited to the last one of the month. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month! + months, 0)).getUTCDate()
  return new Date(Date.UTC(year!, month! - 1 + months, Math.min(day!, last))).toISOString().slice(0, 10)
}

/** Returns the day of the week; 0 is Sunday. */
export const getWeekday = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()

export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Formats a day of this year as 24 Dec. */
export const formatDayAndMonth = (date: string): string =>
  format('day', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(`${date}T00:00:00Z`))

/** Formats a day: Today, Tomorrow, Fri, 24 Dec, 24 Dec 2028; returns an invalid day unchanged. */
export function formatDay(date: string): string {
  const now = getToday()
  const distance = countDaysBetween(now, date)
  if (Math.abs(distance) <= 1) return capitalize(relativeDay.format(distance, 'day'))
  const instant = new Date(`${date}T00:00:00Z`)
  if (!isValid(instant)) return date
  const timeZone = 'UTC'
  if (distance > 1 && distance < 7) return format('weekday', { timeZone, weekday: 'short' }).format(instant)
  if (date.slice(0, 4) === now.slice(0, 4)) return formatDayAndMonth(date)
  return format('date', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(instant)
}

export function formatFullDay(date: string): string {
  const instant = new Date(`${date}T00:00:00Z`)
  return isValid(instant) ? format('full', { timeZone: 'UTC', dateStyle: 'full' }).format(instant) : date
}

export function formatDateTime(iso: string): string {
  const at = new Date(iso)
  const options = { timeZone: userTimeZone.value, dateStyle: 'medium', timeStyle: 'short' } as const
  return isValid(at) ? format('moment', options).format(at) : iso
}

// The narrow forms of other languages are ambiguous: `vor 9 m`.
const relativeTimeStyle = (locale ?? 'en').startsWith('en') ? 'narrow' : 'short'
const relativeTime = new Intl.RelativeTimeFormat(locale, { style: relativeTimeStyle, numeric: 'auto' })

/** Formats a time of today as `14:30`, and one of another day with the day. */
export function formatClockTime(iso: string): string {
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: userTimeZone.value,
  }).format(new Date(iso))
  const day = toIsoDay(new Date(iso))
  return day === getToday() ? time : `${formatDay(day)}, ${time}`
}

/** Formats a relative time: now, 5m ago, 3h ago, Yesterday, 24 Dec. */
export function formatRelativeTime(iso: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.now()) / 1000)
  if (Number.isNaN(seconds)) return iso
  if (Math.abs(seconds) < 60) return relativeTime.format(0, 'second')
  if (Math.abs(seconds) < 3600) return relativeTime.format(Math.trunc(seconds / 60), 'minute')
  if (Math.abs(seconds) < 12 * 3600) return relativeTime.format(Math.trunc(seconds / 3600), 'hour')
  const date = toIsoDay(new Date(iso))
  return date === getToday() ? relativeTime.format(Math.trunc(seconds / 3600), 'hour') : formatDay(date)
}
