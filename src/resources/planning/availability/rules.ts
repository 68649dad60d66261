import { isDate } from '../../../core/dates.ts'
import { invalid, invalidParameter } from '../../../core/errors.ts'

/** Maximum number of days between `from` and `to`: a quarter. */
const MAX_RANGE_DAYS = 93
const DAY_MS = 86_400_000

/** Returns the requested range of days. Throws 400 when it is missing, invalid, empty or too long. */
export function parseAvailabilityRange(query: { from?: string; to?: string }): { from: string; to: string } {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const value = query[name]
    if (value === undefined || !isDate(value)) throw invalidParameter(name, `${name} must be a date (YYYY-MM-DD).`)
    return value
  }) as [string, string]
  if (to < from) throw invalidParameter('to', 'to must not be before from.')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS > MAX_RANGE_DAYS)
    throw invalidParameter('to', `to must be at most ${MAX_RANGE_DAYS} days after from.`)
  return { from, to }
}

export function requireDateOrder({ start_date, end_date }: { start_date: string; end_date: string }): void {
  if (end_date < start_date) throw invalid(['body', 'end_date'], 'must not be before start_date')
}
