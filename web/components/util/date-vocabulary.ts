import { english, type Vocabulary } from '@svc/sdk/quick-add'
import { locale } from './intl.ts'

type Parts = readonly { type: string; value: string }[]

/** Sample date with distinct day and month: the fifth of June. */
const sample = new Date('2026-06-05T00:00Z')
const cleanTexts = (...texts: (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text?.trim().replace(/\.$/, '') || [])),
]
const isWord = (text: string): boolean => /^\P{N}+$/u.test(text)

export function buildDateVocabulary(language: string | undefined): Vocabulary {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', calendar: 'gregory', ...options })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const nameDay = (days: number) => cleanTexts(relative.format(days, 'day')).filter(isWord)
  const weekdays = Array.from({ length: 7 }, (_, day) =>
    listNames(format, 'weekday', new Date(Date.UTC(2026, 1, 1 + day))),
  )
  return {
    ...english,
    today: [...english.today, ...nameDay(0)],
    tomorrow: [...english.tomorrow, ...nameDay(1)],
    dayAfterTomorrow: [...english.dayAfterTomorrow!, ...nameDay(2)],
    yesterday: [...english.yesterday!, ...nameDay(-1)],
    weekdays: english.weekdays.map((names, day) => [...names, ...weekdays[day]!]),
    months: english.months.map((names, month) => [
      ...names,
      ...listNames(format, 'month', new Date(Date.UTC(2026, month, 5))),
    ]),
    ...findOrder(format({ day: 'numeric', month: 'numeric' }).formatToParts(sample)),
    ...findDigits(language),
    ...findCountTerms(new Intl.RelativeTimeFormat(language)),
    ...findSeparators(format({ day: 'numeric', month: 'long' }).formatToParts(sample)),
    // A short name, such as `do` or `mar`, is often another word.
    ambiguous: [...english.ambiguous!, ...weekdays.flat().filter((name) => name.length <= 3)],
  }
}

function listNames(
  format: (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat,
  part: 'weekday' | 'month',
  date: Date,
): string[] {
  const named = (['long', 'short'] as const).flatMap((length) =>
    [{}, { day: 'numeric' as const }].map((extra) => {
      const parts: Parts = format({ [part]: length, ...extra }).formatToParts(date)
      const at = parts.findIndex(({ type }) => type === part)
      const { value } = parts[at] ?? { value: '' }
      // Some languages name months by a number and a word.
      return /^\d+$/.test(value) ? value + (parts[at + 1]?.value.trim() ?? '') : value
    }),
  )
  return cleanTexts(...named).filter((name) => /\p{L}/u.test(name))
}

const findOrder = (parts: Parts): Pick<Vocabulary, 'order'> => {
  const findPart = (wanted: string) => parts.findIndex(({ type }) => type === wanted)
  return { order: findPart('day') < findPart('month') ? 'day-first' : 'month-first' }
}

function findDigits(language: string | undefined): Pick<Vocabulary, 'digits'> {
  const digits = [...new Intl.NumberFormat(language, { useGrouping: false }).format(9_876_543_210)].reverse().join('')
  return digits === '0123456789' ? {} : { digits }
}

const units = ['day', 'week', 'month', 'year'] as const
const counts = [1, 2, 3, 5, 11, 100]

/** Returns the terms of “in 3 days”: those before the number, and the units after it. */
function findCountTerms(relative: Intl.RelativeTimeFormat): Pick<Vocabulary, 'in' | 'units'> {
  const terms: Record<string, Set<string>> = { in: new Set(english.in) }
  for (const unit of units) {
    const names = (terms[unit] = new Set(english.units![unit]))
    for (const count of counts) {
      const parts: Parts = relative.formatToParts(count, unit)
      const at = parts.findIndex(({ type }) => type === 'integer')
      const before = cleanTexts(parts[at - 1]?.value)[0]
      const [name] = cleanTexts(parts[at + 1]?.value)
      if (before && name && isWord(name)) {
        terms['in']!.add(before)
        names.add(name)
      }
    }
  }
  const [day, week, month, year] = units.map((unit) => [...terms[unit]!]) as [string[], string[], string[], string[]]
  return { in: [...terms['in']!], units: { day, week, month, year } }
}

/** Returns the text between a day and its month, and after the day: `5 de junio`, `6月5日`. */
function findSeparators(parts: Parts): Pick<Vocabulary, 'of' | 'ordinals'> {
  const at = parts.findIndex(({ type }) => type === 'day')
  const isBefore = parts.slice(at).some(({ type }) => type === 'month')
  const [suffix] = cleanTexts(parts[at + 1]?.value)
  const isName = suffix !== undefined && /^\p{L}+$/u.test(suffix)
  return {
    of: [...english.of!, ...(isName && isBefore ? [suffix] : [])],
    ordinals: [...english.ordinals!, ...(isName && !isBefore ? [suffix] : [])],
  }
}

let cached: Vocabulary | undefined

export const getDateVocabulary = (): Vocabulary => (cached ??= buildDateVocabulary(locale))
