const DAY_MS = 24 * 3600 * 1000
/** Maximum number of cached formatters. Creating one takes a hundred times as long as using it. */
const MAX_FORMATTERS = 100
const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    // A stored zone may be unknown to another runtime.
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formatters.size >= MAX_FORMATTERS) formatters.delete(formatters.keys().next().value!)
  formatters.set(zone, formatter)
  return formatter
}

/** Returns local date and time as if they were UTC, to the second. */
function toLocalMillis(millis: number, zone: string): number {
  const local: Record<string, number> = {}
  for (const { type, value } of getFormatter(zone).formatToParts(millis)) local[type] = Number(value)
  // Unlike Date.UTC, setUTCFullYear accepts years before 100.
  const date = new Date(0)
  date.setUTCFullYear(local.year!, local.month! - 1, local.day)
  return date.setUTCHours(local.hour!, local.minute, local.second)
}

function getOffset(millis: number, zone: string): number {
  const second = Math.floor(millis / 1000) * 1000
  return toLocalMillis(second, zone) - second
}

export function isTimeZone(name: string): boolean {
  // Newer runtimes accept offsets such as `+01:00`, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export const toLocalDate = (millis: number, zone: string): string =>
  new Date(toLocalMillis(millis, zone)).toISOString().slice(0, 10)

export const toLocalTime = (millis: number, zone: string): string =>
  new Date(toLocalMillis(millis, zone)).toISOString().slice(11, 16)

/** Returns the first of two instants if clocks are set back; moves a skipped time on: 02:30 becomes 03:30. */
export function toInstant(date: string, time: string, zone: string): number {
  const local = Date.parse(`${date}T${time}Z`)
  // Offsets are at most 15 hours, and no zone changes its offset twice within two days.
  const before = getOffset(local - DAY_MS, zone)
  const after = getOffset(local + DAY_MS, zone)
  const matches = [before, after].map((offset) => local - offset).filter((at) => toLocalMillis(at, zone) === local)
  return matches.length > 0 ? Math.min(...matches) : local - before
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const TIME_OF_DAY_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
