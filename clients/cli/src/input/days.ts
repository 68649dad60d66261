import { usageError } from '../errors.ts'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const names: Record<string, number> = { today: 0, tod: 0, tomorrow: 1, tom: 1, yesterday: -1 }

/** How days are written, as the help says. */
export const daysHelp = 'today, tomorrow, fri, 3d, 2w, 1m, 2027-01-15'

/** A day of the calendar where the person is, as `2027-01-15`. */
export function isoDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/**
 * The day that a word means: `today`, `fri` (the coming one, never today), `3d`, `2w`, `1m` from today on, or a date.
 * Undefined when it means none.
 */
export function dayOf(text: string, now = new Date()): string | undefined {
  const word = text.trim().toLowerCase()
  if (Object.hasOwn(names, word)) return later(now, names[word]!)
  const weekday = weekdays.findIndex(
    (day) => word === day || (word.length > 3 && `${fullName(day)}` === word),
  )
  if (weekday >= 0) return later(now, ((weekday - now.getDay() + 6) % 7) + 1)
  const [, sign = '+', count, unit] = /^([+-]?)(\d{1,4})([dwm])$/.exec(word) ?? []
  if (count) return ahead(now, Number(count) * (sign === '-' ? -1 : 1), unit!)
  return isDate(word) ? word : undefined
}

/** The same; throws what is allowed instead. */
export function requireDay(text: string, what: string, now = new Date()): string {
  const day = dayOf(text, now)
  if (day === undefined) throw usageError(`${what}: ${JSON.stringify(text)} is no day. Write ${daysHelp}.`)
  return day
}

const fullName = (day: string): string =>
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][weekdays.indexOf(day)]!

const later = (now: Date, days: number): string =>
  isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))

function ahead(now: Date, count: number, unit: string): string {
  if (unit !== 'm') return later(now, unit === 'w' ? count * 7 : count)
  const month = new Date(now.getFullYear(), now.getMonth() + count, 1)
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate()
  return isoDay(new Date(month.getFullYear(), month.getMonth(), Math.min(now.getDate(), last)))
}

function isDate(word: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return false
  const date = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(word)
}

/** A span of due dates, both ends inclusive. */
export interface Span {
  due_after?: string
  due_before?: string
  overdue?: 'true'
}

/**
 * What `--due` says: `overdue`, one day (`today`), until a time from now (`7d`), `<7d`, `<=fri`, `>today`, or
 * `mon..fri`.
 */
export function spanOf(text: string, now = new Date()): Span {
  const word = text.trim()
  if (word.toLowerCase() === 'overdue') return { overdue: 'true' }
  const day = (one: string) => requireDay(one, 'due', now)
  const [, from, to] = /^(.*)\.\.(.*)$/.exec(word) ?? []
  if (from !== undefined && to !== undefined && (from || to))
    return { ...(from && { due_after: day(from) }), ...(to && { due_before: day(to) }) }
  const [, sign, bound] = /^(<=|>=|<|>)(.+)$/.exec(word) ?? []
  if (bound) {
    const limit = day(bound)
    if (sign === '<=') return { due_before: limit }
    if (sign === '>=') return { due_after: limit }
    return sign === '<' ? { due_before: beside(limit, -1) } : { due_after: beside(limit, 1) }
  }
  if (/^\+?\d+[dwm]$/i.test(word)) return { due_before: day(word) }
  return { due_after: day(word), due_before: day(word) }
}

function beside(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return isoDay(new Date(year!, month! - 1, date! + days))
}
