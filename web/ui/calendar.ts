/** Adds months to a date; the day is limited to the last one of the month. */
export function monthAfter(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month! + months, 0)).getUTCDate()
  return new Date(Date.UTC(year!, month! - 1 + months, Math.min(day!, last))).toISOString().slice(0, 10)
}

/** Returns the day of the week; 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()
