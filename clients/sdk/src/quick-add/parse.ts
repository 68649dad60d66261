import { findDayAt, findDayAtEnd, parseDay } from './days.ts'
import { findMarks, type Mark, type TokenKind } from './marks.ts'
import { resolveName, type KnownNames } from './resolve.ts'
import { english, type Vocabulary } from './vocabulary.ts'

export interface QuickAddOptions extends KnownNames {
  /** Today's date in the user's time zone: `2027-01-15`. */
  today: string
  /** Date vocabulary. Default: English. */
  vocabulary?: Vocabulary
  /** Tokens, as written, that the user has turned into text. */
  rejected?: ReadonlySet<string>
}

/** Part of the line that sets a field of the task. */
export interface Token {
  kind: TokenKind
  /** Value for the API. */
  value: string
  /** Value to display: the name of a project, else the value. */
  label: string
  /** The part of the line, from index `from` up to `to`. */
  text: string
  from: number
  to: number
}

/** Marked part that stays text, since its name is unknown or ambiguous, or its field is already set. */
export interface Unresolved {
  kind: TokenKind
  reason: 'unknown' | 'ambiguous' | 'repeated'
  text: string
  from: number
  to: number
}

export interface QuickAdd {
  title: string
  /** Sorted by position in the line. */
  tokens: Token[]
  unresolved: Unresolved[]
}

interface Reading {
  tokens: Token[]
  unresolved: Unresolved[]
  /** All tokens, including those that the user has rejected. */
  marked: { from: number; to: number }[]
  /** Indexes of backslashes that are not part of the title. */
  escapes: number[]
}

/**
 * Parses a task in one line: `Order rope !high @ada #upkeep +Quay due:3d`, or with a day at the end. Everything else is the
 * title, including text in quotes or after a backslash.
 */
export function parseQuickAdd(line: string, options: QuickAddOptions): QuickAdd {
  const reading: Reading = { tokens: [], unresolved: [], marked: [], escapes: [] }
  for (const mark of findMarks(line)) readMark(line, mark, options, reading)
  if (!reading.tokens.some(({ kind }) => kind === 'due')) readEnd(line, options, reading)
  const tokens = reading.tokens.toSorted((a, b) => a.from - b.from)
  return { title: toTitle(line, reading), tokens, unresolved: reading.unresolved }
}

function readMark(line: string, mark: Mark, options: QuickAddOptions, reading: Reading): void {
  const { kind, from, value, escaped } = mark
  if (escaped) return void ((value || kind === 'due') && reading.escapes.push(from - 1))
  const { to, found } =
    kind === 'due' ? resolveDay(line, mark, options) : { to: mark.to, found: resolveName(mark, options) }
  // A day with several words may extend past the next mark.
  if (found === 'text' || reading.tokens.some((token) => from < token.to)) return
  const text = line.slice(from, to)
  reading.marked.push({ from, to })
  if (options.rejected?.has(text)) return
  const isRepeated = kind !== 'tag' && reading.tokens.some((token) => token.kind === kind)
  if (isRepeated) reading.unresolved.push({ kind, reason: 'repeated', text, from, to })
  else if (typeof found === 'string') reading.unresolved.push({ kind, reason: found, text, from, to })
  else reading.tokens.push({ kind, ...found, text, from, to })
}

/** Finds the day after `due:` or `^`, which may have several words without quotes. */
function resolveDay(line: string, { start, to, value, quoted }: Mark, options: QuickAddOptions) {
  const { today, vocabulary = english } = options
  if (quoted) {
    const date = parseDay(value, today, vocabulary)
    return { to, found: date ? { value: date, label: date } : ('unknown' as const) }
  }
  const spaces = value ? 0 : line.slice(start).search(/\S|$/)
  const day = findDayAt(line, start + spaces, today, vocabulary)
  if (day) return { to: day.to, found: { value: day.date, label: day.date } }
  return { to, found: isMeant(value) ? ('unknown' as const) : ('text' as const) }
}

const isMeant = (value: string): boolean => /^[\p{L}\p{N}]/u.test(value)

/** Finds a day at the end of the line, before any trailing marks, whether these are rejected or not. */
function readEnd(line: string, options: QuickAddOptions, { tokens, marked, escapes }: Reading): void {
  const { today, vocabulary = english, rejected } = options
  let text = line
  for (const { from, to } of marked) text = text.slice(0, from) + '\0'.repeat(to - from) + text.slice(to)
  // oxlint-disable-next-line no-control-regex -- Placeholders of the tokens.
  text = text.replace(/[\s\0]+$/u, '')
  const found = findDayAtEnd(text, today, vocabulary)
  if (!found) return
  const { date, from, to } = found
  const written = line.slice(from, to)
  const before = line.slice(0, from)
  if (before.endsWith('\\')) return void escapes.push(from - 1)
  const alone = toTitle(before, { tokens, escapes }) === ''
  if (alone || /\S$/u.test(before) || rejected?.has(written)) return
  tokens.push({ kind: 'due', value: date, label: date, text: written, from, to })
}

function toTitle(line: string, { tokens, escapes }: Pick<Reading, 'tokens' | 'escapes'>): string {
  let title = ''
  let at = 0
  const left = [...tokens, ...escapes.map((from) => ({ from, to: from + 1 }))]
  for (const { from, to } of left.toSorted((a, b) => a.from - b.from)) {
    title += line.slice(at, from)
    at = to
  }
  return (title + line.slice(at)).replace(/\s+/g, ' ').trim()
}
