import { signal } from '@preact/signals'
import { browserZone, locale, toZone } from './intl.ts'

/** The person's zone: from their preferences, or the browser's. */
export const zone = signal(browserZone)

/** Takes the zone of the preferences; one that this browser does not know counts as none. */
export function liveIn(name: string | null | undefined): void {
  zone.value = toZone(name) ?? browserZone
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs 50 µs, and a list of rows asks for thousands. */
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${options.timeZone}`
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(name === 'iso' ? iso : locale, options)))
  return found
}

const iso = 'en-US-u-ca-gregory-nu-latn'
const isReal = (moment: Date): boolean => !Number.isNaN(moment.getTime())

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
  if (!isReal(moment)) return ''
  const parts: Record<string, string> = {}
  const numbers = format('iso', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  for (const { type, value } of numbers.formatToParts(moment)) parts[type] = value
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

/** A day so many days after another. */
export function daysAfter(date: string, days: number): string {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10)
}

/** Days from one to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Formats a day: Today, Tomorrow, Fri, 24 Dec, 24 Dec 2028; returns an invalid day unchanged. */
export function day(date: string): string {
  const now = today()
  const away = daysBetween(now, date)
  if (Math.abs(away) <= 1) return capital(near.format(away, 'day'))
  const moment = new Date(`${date}T00:00:00Z`)
  if (!isReal(moment)) return date
  const timeZone = 'UTC'
  if (away > 1 && away < 7) return format('weekday', { timeZone, weekday: 'short' }).format(moment)
  if (date.slice(0, 4) === now.slice(0, 4))
    return format('day', { timeZone, day: 'numeric', month: 'short' }).format(moment)
  return format('date', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(moment)
}

/** A day in full, for titles: Friday, 24 December 2027. */
export function fullDay(date: string): string {
  const moment = new Date(`${date}T00:00:00Z`)
  return isReal(moment) ? format('full', { timeZone: 'UTC', dateStyle: 'full' }).format(moment) : date
}

/** A moment in full, in the person's zone. */
export function moment(iso: string): string {
  const at = new Date(iso)
  const options = { timeZone: zone.value, dateStyle: 'medium', timeStyle: 'short' } as const
  return isReal(at) ? format('moment', options).format(at) : iso
}

const short = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' })

/** How long ago: now, 5 min. ago, 3 hr. ago, Yesterday, 24 Dec. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000)
  if (Number.isNaN(seconds)) return iso
  if (Math.abs(seconds) < 60) return short.format(0, 'second')
  if (Math.abs(seconds) < 3600) return short.format(Math.trunc(seconds / 60), 'minute')
  if (Math.abs(seconds) < 12 * 3600) return short.format(Math.trunc(seconds / 3600), 'hour')
  const date = dayIn(new Date(iso))
  return date === today() ? short.format(Math.trunc(seconds / 3600), 'hour') : day(date)
}
