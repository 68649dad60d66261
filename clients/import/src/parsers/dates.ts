const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first'

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  hasTime: boolean
}

const toYear = (text: string) => (text.length <= 2 ? 2000 + Number(text) : Number(text))
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i
const NUMERIC = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i
const NAMED =
  /^(\d{1,2})[\s/.-]+([a-z]{3})[a-z]*[\s/.,-]+(\d{4}|\d{2})(?:[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i
const ENGLISH =
  /^(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:\s+(\d{2}):(\d{2}):(\d{2})\s+GMT([+-]\d{4})?.*)?$/i

/** Tells the order of numeric dates from all values of a column; nothing if none of them decides. */
export function detectDateOrder(values: Iterable<string>): DateOrder | undefined {
  for (const value of values) {
    const [, first, second] = NUMERIC.exec(value.trim()) ?? []
    if (first === undefined || value.includes('.')) continue
    if (Number(first) > 12) return 'day_first'
    if (Number(second) > 12) return 'month_first'
  }
  return undefined
}

const toHour = (hour: string | undefined, half: string | undefined) =>
  half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)

type ZonedParts = Parts & { zone?: string | undefined }

const toClock = (hour?: string, minute?: string, second?: string, half?: string) => ({
  hour: toHour(hour, half),
  minute: Number(minute ?? 0),
  second: Number(second ?? 0),
  hasTime: hour !== undefined,
})

const toMonth = (name: string) => months.indexOf(name.toLowerCase()) + 1

/** The forms of dates, each with the parts of a match. */
const forms: readonly (readonly [RegExp, (match: string[], dayFirst: boolean) => ZonedParts])[] = [
  [
    ISO,
    ([, year, month, day, hour, minute, second, zone]) => ({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      ...toClock(hour, minute, second),
      zone,
    }),
  ],
  [
    NUMERIC,
    ([, first, other, year, ...clock], dayFirst) => ({
      year: toYear(year!),
      month: Number(dayFirst ? other : first),
      day: Number(dayFirst ? first : other),
      ...toClock(...clock),
    }),
  ],
  [
    NAMED,
    ([, day, month, year, ...clock]) => ({
      year: toYear(year!),
      month: toMonth(month!),
      day: Number(day),
      ...toClock(...clock),
    }),
  ],
  [
    ENGLISH,
    ([, month, day, year, hour, minute, second, zone = 'Z']) => ({
      year: Number(year),
      month: toMonth(month!),
      day: Number(day),
      ...toClock(hour, minute, second),
      zone,
    }),
  ],
]

function parseParts(text: string, order: DateOrder): ZonedParts | undefined {
  for (const [pattern, read] of forms) {
    const match = pattern.exec(text)
    // Points are used only where the day comes first.
    if (match) return read(match, order === 'day_first' || text.includes('.'))
  }
  return undefined
}

/** Parses a date or a time as exports write them; times without a zone are in `timeZone`. */
export function parseTime(
  text: string,
  { order = 'month_first', timeZone = 'UTC' }: { order?: DateOrder | undefined; timeZone?: string } = {},
): Date | undefined {
  const parts = parseParts(text.trim(), order)
  if (!parts) return undefined
  const { year, month, day, hour, minute, second, zone } = parts
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(utc)
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1 || hour > 23 || minute > 59) return undefined
  if (zone !== undefined) return new Date(utc - toOffset(zone))
  return parts.hasTime ? new Date(utc - findOffset(utc, timeZone)) : date
}

/** Parses the day of a date or time, YYYY-MM-DD. */
export function parseDay(text: string, order?: DateOrder): string | undefined {
  const parts = parseParts(text.trim(), order ?? 'month_first')
  if (!parts || !parseTime(text, { order })) return undefined
  const { year, month, day } = parts
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function toOffset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Returns the offset of a time zone from UTC at a local time, in milliseconds. */
function findOffset(local: number, timeZone: string): number {
  const offsetAt = (time: number) => {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']) - time
  }
  return offsetAt(local - offsetAt(local))
}
