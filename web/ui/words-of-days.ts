import { dateOf, monthAfter, weekdayOf } from './calendar.ts'
import { daysAfter, today } from './time.ts'

/** A day that a text names, and where in the text. */
export interface NamedDay {
  date: string
  from: number
  to: number
}

type Said = Record<string, string | undefined>

/** A way to name a day: how it is written, and the day that it means; undefined where there is no such day. */
type Form = [pattern: string, read: (said: Said, now: string) => string | undefined]

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const weekday =
  '(?<weekday>sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|weekend)'
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?)\\.?'
const count = `(?<count>\\d{1,3}|an?|${numbers.join('|')})`
const unit = '(?<unit>d|days?|w|wks?|weeks?|months?|years?)'
const dayOfMonth = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const year = '(?:,?[\\s-]+(?<year>20\\d\\d))?'
const ofWeek = `(?:${weekday.replace('?<weekday>', '?:')}\\.?,?\\s+)?`

const forms: Form[] = [
  ['today|tonight', (_, now) => now],
  ['tomorrow|tmrw?', (_, now) => daysAfter(now, 1)],
  ['(?:the\\s+)?day\\s+after\\s+tomorrow', (_, now) => daysAfter(now, 2)],
  ['yesterday', (_, now) => daysAfter(now, -1)],
  [`(?:(?<which>this|last|past|next)\\s+)?${weekday}`, dayOfWeek],
  [`(?:in|within)\\s+${count}\\s*${unit}`, (said, now) => later(said, now, 1)],
  [`${count}\\s*${unit}\\s+(?:from\\s+now|from\\s+today|later)`, (said, now) => later(said, now, 1)],
  [`${count}\\s*${unit}\\s+ago`, (said, now) => later(said, now, -1)],
  ['next\\s+(?<unit>week|month|year)', (said, now) => later(said, now, 1)],
  ['(?:last|past)\\s+(?<unit>week|month|year)', (said, now) => later(said, now, -1)],
  ['(?<count>\\d{1,3})(?<unit>[dw])', (said, now) => later(said, now, 1)],
  ['eom|(?:end|last\\s+day)\\s+of\\s+(?:(?<which>the|this|next)\\s+)?month', lastOfMonth],
  [`${ofWeek}(?:the\\s+)?${dayOfMonth}(?:\\s+of)?[\\s-]*${month}${year}`, dayOfYear],
  [`${ofWeek}${month}[\\s-]*(?:the\\s+)?${dayOfMonth}${year}`, dayOfYear],
  ['(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})', dayOfYear],
  [
    '(?<month>\\d{1,2})/(?<day>\\d{1,2})(?:/(?<year>20\\d\\d))?',
    (said, now) => dayOfYear(said, now) ?? turned(said, now),
  ],
  ['(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.(?:\\s?(?<year>20\\d\\d))?', dayOfYear],
]

/** Names stand alone: the “sun” of “sun-dried” and the “1/2” of “1/2-inch” name nothing. */
const alone = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_./-])(?:${pattern})(?![\\p{L}\\p{N}_/-]|\\.\\d)`, 'giu')

const readers = forms.map(([pattern, read]) => [alone(pattern), read] as const)

/** The first day that a text names in English: `fri`, `in 2 weeks`, `24 dec`, `3d`. Days are the person's. */
export function dayNamed(text: string): NamedDay | undefined {
  const now = today()
  let first: NamedDay | undefined
  for (const [pattern, read] of readers)
    for (const { groups = {}, index: from, 0: words } of text.matchAll(pattern)) {
      const date = read(groups, now)
      const to = from + words.length
      if (date && (!first || from < first.from || (from === first.from && to > first.to)))
        first = { date, from, to }
    }
  return first
}

/** The next such day, today among them; `next` is the one of the next week, which begins on Monday. */
function dayOfWeek({ which, weekday: name }: Said, now: string): string {
  const wanted = weekdays.indexOf(name!.toLowerCase() === 'weekend' ? 'sat' : name!.slice(0, 3).toLowerCase())
  const is = weekdayOf(now)
  if (/next/i.test(which ?? '')) return daysAfter(now, 7 - ((is + 6) % 7) + ((wanted + 6) % 7))
  const ahead = (wanted - is + 7) % 7
  return daysAfter(now, /last|past/i.test(which ?? '') ? ahead - 7 : ahead)
}

function later({ count: many = '1', unit: of }: Said, now: string, sign: 1 | -1): string {
  const word = numbers.indexOf(many.toLowerCase()) + 1
  const times = sign * (Number(many) || word || 1)
  const first = of![0]!.toLowerCase()
  if (first === 'm') return monthAfter(now, times)
  if (first === 'y') return monthAfter(now, 12 * times)
  return daysAfter(now, first === 'w' ? 7 * times : times)
}

function lastOfMonth({ which }: Said, now: string): string {
  const first = monthAfter(now, /next/i.test(which ?? '') ? 2 : 1).slice(0, 8)
  return daysAfter(`${first}01`, -1)
}

/** A day of a year: without one, it is the next that comes. */
function dayOfYear({ year: named, month: name, day }: Said, now: string): string | undefined {
  const of = months.indexOf(name!.slice(0, 3).toLowerCase()) + 1 || Number(name)
  if (named) return dateOf(Number(named), of, Number(day))
  const from = Number(now.slice(0, 4))
  // A leap day is eight years away at most.
  for (let year = from; year <= from + 8; year++) {
    const date = dateOf(year, of, Number(day))
    if (date && date >= now) return date
  }
  return undefined
}

/** 24/12 is the same as 12/24, since there is no month 24. */
const turned = ({ month: day, day: month, ...said }: Said, now: string) =>
  dayOfYear({ ...said, month, day }, now)
