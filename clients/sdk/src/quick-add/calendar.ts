/** Returns the date a number of days after another. */
export function addDays(date: string, days: number): string {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10)
}

/** Returns the date a number of months after another, at most the last day of that month. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month! + months, 0)).getUTCDate()
  return new Date(Date.UTC(year!, month! - 1 + months, Math.min(day!, last))).toISOString().slice(0, 10)
}

/** Returns the day of the week: 0 is Sunday. */
export const getWeekday = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()

/** Returns a date by its numbers; undefined for an invalid one, such as 31 June. */
export function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : undefined
}

/** Returns the next date with a day and month, not before `from`. */
export function findNextDate(from: string, month: number, day: number): string | undefined {
  const first = Number(from.slice(0, 4))
  // A leap day is eight years away at most.
  for (let year = first; year <= first + 8; year++) {
    const date = toDate(year, month, day)
    if (date && date >= from) return date
  }
  return undefined
}
