/** Dates and instants as they may be sent: what PostgreSQL can store, and nothing else. */

/** A calendar date `YYYY-MM-DD` from the year 1 on (PostgreSQL has no year 0). */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const dateTime = /^(\d{4}-\d\d-\d\d)[Tt]([\d:]{8})(?:\.\d+)?(?:[Zz]|[+-](\d\d:\d\d))$/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/**
 * An RFC 3339 date-time with its offset, of the years 1 to 9999 in UTC too. Hours end at 23 and seconds at 59: 24:00 is
 * the next day's 00:00, and no leap second can be stored.
 */
export function isDateTime(text: string): boolean {
  const [, day, time, offset = '00:00'] = dateTime.exec(text) ?? []
  if (!day || !isDate(day) || !timeOfDay.test(time!) || !timeOfDay.test(offset)) return false
  const year = new Date(text.toUpperCase()).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A date-time from a query string, where the `+` of an offset often arrives as a space. */
export const restorePlus = (text: string): string => text.replace(' ', '+')
