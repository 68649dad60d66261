import { parseDay } from '@svc/sdk/quick-add'
import { usageError } from '../errors.ts'
import { dateFormatHelp } from './enums.ts'

/** Formats the local calendar date as `2027-01-15`. */
export function toIsoDate(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Parses a day in the user's time zone: `today`, `fri`, `24 dec`, `3d`, `2w`, `1m`, or a date. */
export const parseLocalDay = (text: string, now = new Date()): string | undefined => parseDay(text, toIsoDate(now))

export function requireDay(text: string, what: string, now = new Date()): string {
  const day = parseLocalDay(text, now)
  if (day === undefined) throw usageError(`${what}: ${JSON.stringify(text)} is not a date. Use ${dateFormatHelp}.`)
  return day
}

/** Range of due dates, both ends inclusive. */
export interface DueRange {
  due_after?: string
  due_before?: string
  overdue?: 'true'
}

/** Parses the range of `--due`: `overdue`, `today`, `7d` (until then), `<7d`, `<=fri`, `>today` or `mon..fri`. */
export function parseDueRange(text: string, now = new Date()): DueRange {
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
    return sign === '<' ? { due_before: addDays(limit, -1) } : { due_after: addDays(limit, 1) }
  }
  if (/^\+?\d+[dwm]$/i.test(word)) return { due_before: day(word) }
  return { due_after: day(word), due_before: day(word) }
}

function addDays(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return toIsoDate(new Date(year!, month! - 1, date! + days))
}
