import { notice, ShortenedText, visibleAll } from './untrusted.ts'
import type { Outcome } from './tool.ts'

/** Bytes of a token of JSON, taken low: the tokens of what a tool says are fewer than by this. */
const bytesOfToken = 3.5
/** Tokens of one result at most, its text and its structured form together. */
export const mostTokens = 8000

/** How many tokens a value takes at the most, as JSON. */
export const tokensOf = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) / bytesOfToken)

/** The result of a tool as it goes out: structured, and as compact text, both with what is hidden made visible. */
export function resultOf({ data, rows, content = [], failed = false }: Outcome) {
  const structuredContent = { untrusted: true, ...visibleAll(data) }
  const text = textOf(structuredContent, rows)
  return {
    content: [{ type: 'text' as const, text }, ...content],
    structuredContent,
    ...(failed && { isError: true }),
  }
}

/** JSON, in which no text of people can end a line: the list row by row. */
function textOf(structured: Record<string, unknown>, rows?: string): string {
  const { untrusted: _, ...data } = structured
  if (rows === undefined) return `${notice}\n${JSON.stringify(data)}`
  const { [rows]: list, ...rest } = data
  const lines = (list as unknown[]).map((row) => JSON.stringify(row))
  return [notice, JSON.stringify(rest), `${rows}:`, ...lines].join('\n')
}

/** A record without what is empty, which says nothing: null, an empty text or list. */
export function lean<T extends object>(record: T): Partial<T> {
  const entries = Object.entries(record).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value),
  )
  return Object.fromEntries(entries) as Partial<T>
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** These attributes of a record, those that are not empty. */
export const picked = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  lean(Object.fromEntries(names.map((name) => [name, record[name]])))

/** A part of a long text, and what is left of it. */
export interface Clipped {
  text: string
  /** The place at which the rest begins, in characters; null when there is none. */
  next: number | null
}

/** At most `most` characters of a text from a place on, never half of one. */
export function clip(text: string, most: number, from = 0): Clipped {
  const end = from + most
  if (text.length <= end) return { text: text.slice(from), next: null }
  const whole = /[\ud800-\udbff]$/.test(text.slice(from, end)) ? end - 1 : end
  return { text: text.slice(from, whole), next: whole }
}

/** A value in which long texts are cut, with how much is missing. */
export function brief(value: unknown, most = 200): unknown {
  if (typeof value === 'string') {
    const { text, next } = clip(value, most)
    return next === null ? text : new ShortenedText(text, `${value.length - next} more characters`)
  }
  if (Array.isArray(value)) {
    const some = value.slice(0, 20).map((one) => brief(one, most))
    return value.length > 20 ? [...some, new ShortenedText('', `${value.length - 20} more`)] : some
  }
  if (typeof value !== 'object' || value === null || value instanceof ShortenedText) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, brief(one, most)]))
}
