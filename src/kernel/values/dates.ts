/** Dates and instants as they may be sent: what PostgreSQL can store, and nothing else. */

/** A calendar date `YYYY-MM-DD` from the year 1 on (PostgreSQL has no year 0). */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** An RFC 3339 date-time with its offset, of the years 1 to 9999 in UTC too. */
export function isDateTime(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)) return false
  const time = Date.parse(text.toUpperCase())
  if (Number.isNaN(time)) return false
  const year = new Date(time).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A date-time from a query string, where the `+` of an offset often arrives as a space. */
export const restorePlus = (text: string): string => text.replace(' ', '+')
