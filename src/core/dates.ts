/** Returns whether it is a date `YYYY-MM-DD` from year 1 on (PostgreSQL has no year 0). */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt]([\d:]{8})(?:\.\d+)?(?:[Zz]|[+-](\d\d:\d\d))$/
const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** Returns whether a text is an RFC 3339 date-time that can be stored: no 24:00, no leap second. */
export function isDateTime(text: string): boolean {
  const [, day, time, offset = '00:00'] = DATE_TIME.exec(text) ?? []
  if (!day || !isDate(day) || !TIME_OF_DAY.test(time!) || !TIME_OF_DAY.test(offset)) return false
  const year = new Date(text.toUpperCase()).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Restores the `+` of a date-time from a query string, where it often arrives as a space. */
export const restorePlusSigns = (text: string): string => text.replace(' ', '+')
