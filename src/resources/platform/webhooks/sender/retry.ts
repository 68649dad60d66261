const MAX_RETRY_AFTER_SECONDS = 6 * 3600

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)'
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`
const month = `(?<month>${MONTHS.join('|')})`

const DATE_FORMATS = [
  String.raw`${DAYS}, (?<day>\d\d) ${month} (?<year>\d{4}) ${TIME} GMT`,
  String.raw`(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${TIME} GMT`,
  String.raw`${DAYS} ${month} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** Parses `Retry-After` into seconds from `now`, between 0 and six hours. Returns null if it is missing or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS)
  const instant = parseHttpDate(text, now)
  if (instant === null) return null
  return Math.min(Math.max(Math.ceil((instant - now) / 1000), 0), MAX_RETRY_AFTER_SECONDS)
}

function parseHttpDate(text: string, now: number): number | null {
  const parts = DATE_FORMATS.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!parts) return null
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const toUtc = (year: number) => Date.UTC(year, MONTHS.indexOf(parts.month!), day, hour, minute, second)
  const instant = parts.year!.length === 4 ? toUtc(Number(parts.year)) : expandYear(Number(parts.year), now, toUtc)
  const exists = new Date(instant - second * 1000).getUTCDate() === day && hour < 24 && minute < 60 && second <= 60
  return exists ? instant : null
}

/** Treats a two-digit year that is more than 50 years ahead as a past year. */
function expandYear(year: number, now: number, at: (year: number) => number): number {
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100
  const limit = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 50)
  return at(century + year) > limit ? at(century + year - 100) : at(century + year)
}

/**
 * Returns the time of the next attempt after attempt `attempt` (from 1) failed at `at`, or null after the last one.
 * `retryAfter` in seconds only delays it. If the schedule is now shorter than `maxAttempts`, its last delay repeats.
 */
export function computeNextAttempt(
  delays: number[],
  failed: { attempt: number; maxAttempts: number; at: number; retryAfter: number | null },
): number | null {
  const delay = delays[failed.attempt - 1] ?? delays.at(-1)
  if (delay === undefined || failed.attempt >= failed.maxAttempts) return null
  return failed.at + Math.max(delay, failed.retryAfter ?? 0) * 1000
}
