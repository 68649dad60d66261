import { isDate } from '../../kernel/values/dates.ts'
import { invalid, invalidParameter } from '../../kernel/problem.ts'

/** The most days that the end of a window lies after its start: a quarter. */
const longest = 93
const day = 86_400_000

/** The days asked for, both included. 400 when one is missing or no date, or when there are none or too many between. */
export function readWindow(query: { from?: string; to?: string }): { from: string; to: string } {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const value = query[name]
    if (value === undefined || !isDate(value))
      throw invalidParameter(name, `${name} is needed: a date, YYYY-MM-DD.`)
    return value
  }) as [string, string]
  if (to < from) throw invalidParameter('to', 'to lies before from.')
  if ((Date.parse(to) - Date.parse(from)) / day > longest)
    throw invalidParameter('to', `to lies at most ${longest} days after from.`)
  return { from, to }
}

/** 422 for an entry that would end before it begins. */
export function requireOrder({ start_date, end_date }: { start_date: string; end_date: string }): void {
  if (end_date < start_date) throw invalid(['body', 'end_date'], 'lies before start_date')
}
