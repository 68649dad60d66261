import { addDays, addMonths, findNextDate, toDate, getWeekday } from './calendar.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Confidence that words mean a due date: `numbers` and past days are often part of the text. */
export type Clarity = 'words' | 'numbers' | 'past'

/** Syntax of a day. */
export interface DayForm {
  pattern: string
  clarity: Clarity
  /** Returns the date; undefined if there is no such day. */
  read: (groups: Groups, today: string) => string | undefined
}

type Groups = Record<string, string | undefined>

const escape = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Returns a pattern that matches any of the words, longest first; without words it never matches. */
export const buildAlternation = (...words: (readonly string[] | undefined)[]): string =>
  words
    .flatMap((some) => some ?? [])
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|') || '(?!)'

const normalizeWord = (word: string): string => word.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
const includesWord = (words: readonly string[] | undefined, word: string): boolean =>
  words?.some((one) => normalizeWord(one) === normalizeWord(word)) ?? false
const indexIn = (lists: readonly (readonly string[])[], word: string): number =>
  lists.findIndex((words) => includesWord(words, word))

/** Returns every syntax of a day in a language. */
export function buildDayForms(words: Vocabulary): DayForm[] {
  return [...relativeForms(words), ...countedForms(words), ...namedForms(words), ...numberForms(words)]
}

function relativeForms(words: Vocabulary): DayForm[] {
  const { weekdays, weekend = [] } = words
  const name = `(?<weekday>${buildAlternation(...weekdays, weekend)})\\.?`
  const dayOfWeek = (weeks: 'coming' | 'next' | 'last') => (groups: Groups, today: string) => {
    const wanted = includesWord(weekend, groups.weekday!) ? 6 : indexIn(weekdays, groups.weekday!)
    const now = getWeekday(today)
    // A week begins on Monday.
    if (weeks === 'next') return addDays(today, 7 - ((now + 6) % 7) + ((wanted + 6) % 7))
    return addDays(today, ((wanted - now + 7) % 7) - (weeks === 'last' ? 7 : 0))
  }
  return [
    { pattern: buildAlternation(words.today), clarity: 'words', read: (_, today) => today },
    { pattern: buildAlternation(words.tomorrow), clarity: 'words', read: (_, today) => addDays(today, 1) },
    {
      pattern: buildAlternation(words.dayAfterTomorrow),
      clarity: 'words',
      read: (_, today) => addDays(today, 2),
    },
    { pattern: buildAlternation(words.yesterday), clarity: 'past', read: (_, today) => addDays(today, -1) },
    {
      pattern: `(?:(?:${buildAlternation(words.this)})\\s+)?${name}`,
      clarity: 'words',
      read: dayOfWeek('coming'),
    },
    { pattern: `(?:${buildAlternation(words.next)})\\s+${name}`, clarity: 'words', read: dayOfWeek('next') },
    { pattern: `(?:${buildAlternation(words.last)})\\s+${name}`, clarity: 'past', read: dayOfWeek('last') },
    {
      pattern: buildAlternation(words.endOfMonth),
      clarity: 'words',
      read: (_, today) => lastOfMonth(today, 0),
    },
    {
      pattern: buildAlternation(words.endOfNextMonth),
      clarity: 'words',
      read: (_, today) => lastOfMonth(today, 1),
    },
  ]
}

const lastOfMonth = (today: string, months: number): string =>
  addDays(`${addMonths(today, months + 1).slice(0, 8)}01`, -1)

function countedForms(words: Vocabulary): DayForm[] {
  const { units, numbers = [] } = words
  const lists = units ? [units.day, units.week, units.month, units.year] : []
  const count = `(?<count>\\d{1,3}|${buildAlternation(words.a, numbers)})`
  const unit = `(?<unit>${buildAlternation(...lists)})`
  const read = (sign: 1 | -1) => (groups: Groups, today: string) => {
    const word = groups.count ?? ''
    const named = numbers.findIndex((one) => normalizeWord(one) === normalizeWord(word)) + 1
    return addUnits(today, sign * (named || (/^\d/.test(word) ? Number(word) : 1)), indexIn(lists, groups.unit!))
  }
  const readShort = ({ sign, count: many, letter }: Groups, today: string) =>
    addUnits(today, Number(many) * (sign === '-' ? -1 : 1), 'dwmy'.indexOf(letter!.toLowerCase()))
  return [
    { pattern: `(?:${buildAlternation(words.in)})\\s+${count}\\s*${unit}`, clarity: 'words', read: read(1) },
    {
      pattern: `${count}\\s*${unit}\\s+(?:${buildAlternation(words.fromNow)})`,
      clarity: 'words',
      read: read(1),
    },
    { pattern: `${count}\\s*${unit}\\s+(?:${buildAlternation(words.ago)})`, clarity: 'past', read: read(-1) },
    { pattern: `(?:${buildAlternation(words.next)})\\s+${unit}`, clarity: 'words', read: read(1) },
    { pattern: `(?:${buildAlternation(words.last)})\\s+${unit}`, clarity: 'past', read: read(-1) },
    {
      pattern: `(?:(?:${buildAlternation(words.in)})\\s+)?(?<sign>[+-]?)(?<count>\\d{1,4})(?<letter>[dwmy])`,
      clarity: 'numbers',
      read: readShort,
    },
  ]
}

/** Adds days, weeks, months or years: units 0 to 3. */
function addUnits(date: string, count: number, unit: number): string {
  return unit < 2 ? addDays(date, unit === 1 ? 7 * count : count) : addMonths(date, unit === 3 ? 12 * count : count)
}

function namedForms(words: Vocabulary): DayForm[] {
  const { months, ordinals, of, the, weekdays } = words
  const month = `(?<month>${buildAlternation(...months)})\\.?`
  const day = `(?:(?:${buildAlternation(the)})\\s+)?(?<day>\\d{1,2})(?:${buildAlternation(ordinals)}|\\.)?`
  const year = '(?:,?[\\s-]+(?<year>20\\d\\d))?'
  const dayOfWeek = `(?:(?:${buildAlternation(...weekdays)})\\.?,?\\s+)?`
  const read = (groups: Groups, today: string) => readNumbers(groups, indexIn(months, groups.month!) + 1, today)
  return [
    {
      pattern: `${dayOfWeek}${day}(?:\\s+(?:${buildAlternation(of)}))?[\\s-]*${month}${year}`,
      clarity: 'words',
      read,
    },
    { pattern: `${dayOfWeek}${month}[\\s-]*${day}${year}`, clarity: 'words', read },
  ]
}

function numberForms({ order }: Vocabulary): DayForm[] {
  const read = (groups: Groups, today: string) => readNumbers(groups, Number(groups.month), today)
  const readSlashed = ({ first, second, year }: Groups, today: string) => {
    const dayFirst = { day: first, month: second, year }
    const monthFirst = { day: second, month: first, year }
    // 24/12 is the same day as 12/24, since there is no month 24.
    const [usual, other] = order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
    return read(usual, today) ?? read(other, today)
  }
  return [
    {
      pattern: '(?<year>\\d{4})(?<mark>[-/])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})',
      clarity: 'numbers',
      read,
    },
    {
      pattern: '(?<first>\\d{1,2})/(?<second>\\d{1,2})(?:/(?<year>20\\d\\d))?',
      clarity: 'numbers',
      read: readSlashed,
    },
    {
      pattern: '(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.(?:\\s?(?<year>20\\d\\d))?',
      clarity: 'numbers',
      read,
    },
  ]
}

function readNumbers({ year, day }: Groups, month: number, today: string): string | undefined {
  return year ? toDate(Number(year), month, Number(day)) : findNextDate(today, month, Number(day))
}
