/**
 * Dates and times of day in a time zone of the IANA database, as the runtime knows it. Everything else in the service is an
 * instant or a date without a zone; what is due in somebody's morning needs both.
 */

const dayMillis = 24 * 3600 * 1000
/** Zones whose formatter is kept. Making one takes a hundred times as long as using it. */
const mostKept = 100
const kept = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = kept.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
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
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(zone, made)
  return made
}

/** What clocks and calendars show in a zone, written as if it were UTC, to the second. */
function shownAt(millis: number, zone: string): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(millis)) shown[type] = Number(value)
  // Unlike Date.UTC this takes the years before 100 for what they are.
  const date = new Date(0)
  date.setUTCFullYear(shown.year!, shown.month! - 1, shown.day)
  return date.setUTCHours(shown.hour!, shown.minute, shown.second)
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds, in whole seconds. */
function offsetAt(millis: number, zone: string): number {
  const second = Math.floor(millis / 1000) * 1000
  return shownAt(second, zone) - second
}

/** Whether this is a name of the time zone database, such as `Europe/Berlin` or `UTC`, in any case. */
export function isTimeZone(name: string): boolean {
  // Newer runtimes take offsets such as `+01:00` too, which know no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** The calendar date `YYYY-MM-DD` in a zone at an instant. */
export const localDate = (millis: number, zone: string): string =>
  new Date(shownAt(millis, zone)).toISOString().slice(0, 10)

/** The time of day `HH:MM` in a zone at an instant. */
export const localTime = (millis: number, zone: string): string =>
  new Date(shownAt(millis, zone)).toISOString().slice(11, 16)

/** The hour of the day in a zone at an instant, 0 to 23. */
export const hourOf = (millis: number, zone: string): number => new Date(shownAt(millis, zone)).getUTCHours()

/**
 * When the clocks of a zone show this time of that day, in milliseconds since the epoch.
 *
 * Where they are set back and show it twice, it is the first of the two. Where they are put forward and never show it, it is
 * as much later as they are put forward: 02:30 of a night without the hour from two to three is 03:30. The same holds for
 * a day that a zone left out.
 */
export function instantOf(date: string, time: string, zone: string): number {
  const shown = Date.parse(`${date}T${time}Z`)
  // No zone is further than 15 hours from UTC, and none sets its clocks twice within two days.
  const before = offsetAt(shown - dayMillis, zone)
  const after = offsetAt(shown + dayMillis, zone)
  const shows = [before, after].map((offset) => shown - offset).filter((at) => shownAt(at, zone) === shown)
  return shows.length > 0 ? Math.min(...shows) : shown - before
}

/** The calendar date that many days later; earlier when they are negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10)

/** What a time of day looks like, `00:00` to `23:59`, as a regular expression. */
export const timeOfDayPattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const timeOfDay = new RegExp(timeOfDayPattern)
/** Whether this is a time of day, `00:00` to `23:59`. */
export const isTimeOfDay = (text: string): boolean => timeOfDay.test(text)
