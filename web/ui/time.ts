import { signal } from '@preact/signals'

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The person's zone: from their preferences, or the browser's. */
export const zone = signal(browserZone)

/** Takes the zone of the preferences; one that this browser does not know counts as none. */
export function liveIn(name: string | null | undefined): void {
  try {
    zone.value = name
      ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
      : browserZone
  } catch {
    zone.value = browserZone
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs 50 µs, and a list of rows asks for thousands. */
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${options.timeZone}`
  let found = formats.get(key)
  if (!found)
    formats.set(key, (found = new Intl.DateTimeFormat(name === 'iso' ? 'en-CA' : undefined, options)))
  return found
}

let lastDay = { zone: '', second: 0, day: '' }

/** The person's day now, as `2027-01-15`; found out once a second, since every row asks whether it is late. */
export function today(timeZone: string = zone.value): string {
  const now = new Date()
  const second = Math.floor(now.getTime() / 1000)
  if (lastDay.second !== second || lastDay.zone !== timeZone)
    lastDay = { zone: timeZone, second, day: dayIn(now, timeZone) }
  return lastDay.day
}

/** The day of a moment in a zone. */
export function dayIn(moment: Date, timeZone: string = zone.value): string {
  return format('iso', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
}

/** A day so many days after another. */
export function daysAfter(date: string, days: number): string {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10)
}

/** Days from one to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

const near = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** A day as it is said: Today, Tomorrow, Fri, 24 Dec, 24 Dec 2028. */
export function day(date: string): string {
  const now = today()
  const away = daysBetween(now, date)
  if (Math.abs(away) <= 1) return capital(near.format(away, 'day'))
  const moment = new Date(`${date}T00:00:00Z`)
  const timeZone = 'UTC'
  if (away > 1 && away < 7) return format('weekday', { timeZone, weekday: 'short' }).format(moment)
  if (date.slice(0, 4) === now.slice(0, 4))
    return format('day', { timeZone, day: 'numeric', month: 'short' }).format(moment)
  return format('date', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(moment)
}

/** A day in full, for titles: Friday, 24 December 2027. */
export const fullDay = (date: string): string =>
  format('full', { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(`${date}T00:00:00Z`))

/** A moment in full, in the person's zone. */
export const moment = (iso: string): string =>
  format('moment', { timeZone: zone.value, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

const short = new Intl.RelativeTimeFormat(undefined, { style: 'narrow', numeric: 'auto' })

/** How long ago: now, 5 min. ago, 3 hr. ago, Yesterday, 24 Dec. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000)
  if (Math.abs(seconds) < 60) return short.format(0, 'second')
  if (Math.abs(seconds) < 3600) return short.format(Math.trunc(seconds / 60), 'minute')
  if (Math.abs(seconds) < 12 * 3600) return short.format(Math.trunc(seconds / 3600), 'hour')
  const date = dayIn(new Date(iso))
  return date === today() ? short.format(Math.trunc(seconds / 3600), 'hour') : day(date)
}
