/** The longest `Retry-After` that is honoured. */
export const longestRetryAfterSeconds = 6 * 3600

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)'
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`
const month = `(?<month>${months.join('|')})`

/** The three forms of a date in RFC 9110, section 5.6.7. */
const dateForms = [
  String.raw`${days}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`${days} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/**
 * How many seconds a `Retry-After` asks to wait, from `now` in milliseconds: at least 0, at most six hours. Null when the
 * header is missing or can't be understood.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), longestRetryAfterSeconds)
  const instant = parseHttpDate(text, now)
  if (instant === null) return null
  return Math.min(Math.max(Math.ceil((instant - now) / 1000), 0), longestRetryAfterSeconds)
}

/** An HTTP date in milliseconds; null when it is none. */
function parseHttpDate(text: string, now: number): number | null {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!parts) return null
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const at = (year: number) => Date.UTC(year, months.indexOf(parts.month!), day, hour, minute, second)
  const instant = parts.year!.length === 4 ? at(Number(parts.year)) : inCentury(Number(parts.year), now, at)
  const exists =
    new Date(instant - second * 1000).getUTCDate() === day && hour < 24 && minute < 60 && second <= 60
  return exists ? instant : null
}

/** A year of two digits that seems to be more than 50 years ahead is one of the past. */
function inCentury(year: number, now: number, at: (year: number) => number): number {
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100
  const limit = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 50)
  return at(century + year) > limit ? at(century + year - 100) : at(century + year)
}

/**
 * When a delivery is tried again after its attempt number `attempt` (from 1) failed at `at`, in milliseconds; null when
 * that was the last. `retryAfter` (seconds, of a 429 or 503) can only delay it, and adds no attempt.
 */
export function nextAttemptAt(
  delays: number[],
  failed: { attempt: number; at: number; retryAfter: number | null },
): number | null {
  const delay = delays[failed.attempt - 1]
  if (delay === undefined) return null
  return failed.at + Math.max(delay, failed.retryAfter ?? 0) * 1000
}
