import { buildAlternation, buildDayForms, type DayForm } from './day-forms.ts'
import { english, type Vocabulary } from './vocabulary.ts'

/** Day found in a text. */
interface FoundDay {
  date: string
  from: number
  to: number
}

interface Reader extends DayForm {
  anywhere: RegExp
  /** Sticky: begins at `lastIndex`. */
  sticky: RegExp
}

interface Grammar {
  readers: Reader[]
  lead: RegExp
  binding: RegExp
  by: RegExp
  leading: RegExp
  ambiguous: RegExp
}

const grammars = new WeakMap<Vocabulary, Grammar>()

/** Compiles the words of a language, once. */
function toGrammar(words: Vocabulary): Grammar {
  const cached = grammars.get(words)
  if (cached) return cached
  const grammar = {
    readers: buildDayForms(words).map((form) => {
      // "sun" in "sun-dried" and "1/2" in "1/2-inch" are not days.
      const alone = `(?:${form.pattern})(?![\\p{L}\\p{M}\\p{N}_/-]|\\.\\d)`
      return {
        ...form,
        anywhere: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_./-])${alone}`, 'giu'),
        sticky: new RegExp(alone, 'iuy'),
      }
    }),
    lead: new RegExp(`(?<!\\S)(?:${buildAlternation(words.on, words.by)})\\s+$`, 'iu'),
    binding: new RegExp(`(?<!\\S)(?:${buildAlternation(words.binding)})\\s+$`, 'iu'),
    by: new RegExp(`^(?:${buildAlternation(words.by)})\\s`, 'iu'),
    leading: new RegExp(`^(?:${buildAlternation(words.on, words.by)})\\s`, 'iu'),
    ambiguous: new RegExp(`^(?:${buildAlternation(words.ambiguous)})\\.?$`, 'iu'),
  }
  grammars.set(words, grammar)
  return grammar
}

/** Replaces the digits of a language by 0 to 9, keeping all indexes. */
const withAsciiDigits = (text: string, { digits }: Vocabulary): string =>
  digits ? text.replaceAll(/\p{Nd}/gu, (one) => (digits.includes(one) ? `${digits.indexOf(one)}` : one)) : text

/** Parses a whole text as a date: `fri`, `in 2 weeks`, `2 weeks`, `24 dec`, `3d`, `-2d`. */
export function parseDay(text: string, today: string, words: Vocabulary = english): string | undefined {
  const written = text.trim().replace(toGrammar(words).leading, '').trim()
  const before = words.in?.[0]
  return parseWholeDay(written, today, words) ?? (before && parseWholeDay(`${before} ${written}`, today, words))
}

function parseWholeDay(text: string, today: string, words: Vocabulary): string | undefined {
  const found = findDayAt(text, 0, today, words)
  return found?.to === text.length ? found.date : undefined
}

/** Finds the longest day that begins at an index. */
export function findDayAt(
  text: string,
  from: number,
  today: string,
  words: Vocabulary = english,
): FoundDay | undefined {
  const readable = withAsciiDigits(text, words)
  let longest: FoundDay | undefined
  for (const { sticky, read } of toGrammar(words).readers) {
    sticky.lastIndex = from
    const match = sticky.exec(readable)
    const date = match && read(match.groups ?? {}, today)
    if (date && (!longest || sticky.lastIndex > longest.to)) longest = { date, from, to: sticky.lastIndex }
  }
  return longest
}

/**
 * Finds the day at the end of a text, including the `on` or `by` before it, unless it may be part of the sentence:
 * numbers need a `by`, and a past day is not a due date.
 */
export function findDayAtEnd(text: string, today: string, words: Vocabulary = english): FoundDay | undefined {
  const readable = withAsciiDigits(text.trimEnd(), words)
  const longest = findLongestAtEnd(readable, today, words)
  if (!longest) return undefined
  const { date, from, to, clarity } = longest
  const { lead, binding, by, ambiguous } = toGrammar(words)
  const before = readable.slice(0, from)
  const leads = lead.exec(before)?.[0] ?? ''
  if (clarity === 'past' || (clarity === 'numbers' && !by.test(leads))) return undefined
  if (!leads && (binding.test(before) || ambiguous.test(readable.slice(from)))) return undefined
  return { date, from: from - leads.length, to }
}

function findLongestAtEnd(text: string, today: string, words: Vocabulary) {
  let longest: (FoundDay & Pick<DayForm, 'clarity'>) | undefined
  for (const { anywhere, read, clarity } of toGrammar(words).readers)
    for (const match of text.matchAll(anywhere)) {
      const from = match.index
      const to = from + match[0].length
      const date = to === text.length ? read(match.groups ?? {}, today) : undefined
      if (date && (!longest || from < longest.from)) longest = { date, from, to, clarity }
    }
  return longest
}
