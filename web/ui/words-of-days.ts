import { dayIn, daysAfter, today, zone } from './time.ts'

/** A day that a text names, and where in the text. */
export interface NamedDay {
  date: string
  from: number
  to: number
}

/**
 * The first day that a text names in English: `fri`, `in 2 weeks`, `24 dec`. Days are the person's. What reads them is
 * loaded when a day is first written.
 */
export async function dayNamed(text: string): Promise<NamedDay | undefined> {
  const short = shorthand(text)
  if (short) return short
  const { parse } = await import('chrono-node/en')
  const found = parse(text, personsNow(), { forwardDate: true }).find(
    ({ start }) => start.isCertain('day') || start.isCertain('weekday') || relative(start),
  )
  if (!found) return undefined
  const { start, index, text: words } = found
  const [year, month, day] = [start.get('year')!, start.get('month')!, start.get('day')!]
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return { date, from: index, to: index + words.length }
}

const relative = (start: { tags(): Set<string> }) =>
  [...start.tags()].some((tag) => tag.includes('relative') || tag.includes('casual'))

/** Noon of the person's day as a moment of this machine, on which the reading counts. */
function personsNow(): Date {
  const [year, month, day] = dayIn(new Date(), zone.value).split('-').map(Number)
  return new Date(year!, month! - 1, day, 12)
}

/** `3d` and `2w` from today on, and dates as they are written in files. */
function shorthand(text: string): NamedDay | undefined {
  const found = /(?<!\S)(?:(\d{4}-\d{2}-\d{2})|(\d{1,3})([dw]))(?!\S)/i.exec(text)
  if (!found) return undefined
  const [words, written, count, unit] = found
  if (written && Number.isNaN(Date.parse(`${written}T00:00Z`))) return undefined
  const date = written ?? daysAfter(today(), Number(count) * (unit!.toLowerCase() === 'w' ? 7 : 1))
  return { date, from: found.index, to: found.index + words.length }
}
