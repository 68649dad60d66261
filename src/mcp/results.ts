import { notice, ShortenedText, visibleAll } from './untrusted.ts'
import type { Outcome } from './tool.ts'

/** Low estimate, so that token counts are upper bounds. */
const BYTES_PER_TOKEN = 3.5
/** Maximum number of tokens of a result, text and structured content together. */
export const mostTokens = 8000

/** Estimates the tokens of a value as JSON. */
export const tokensOf = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) / BYTES_PER_TOKEN)

/** Builds the MCP result, structured and as compact text, with invisible characters escaped in both. */
export function resultOf({ data, rows, content = [], failed = false }: Outcome) {
  const structuredContent = { untrusted: true, ...visibleAll(data) }
  const text = formatText(structuredContent, rows)
  return {
    content: [{ type: 'text' as const, text }, ...content],
    structuredContent,
    ...(failed && { isError: true }),
  }
}

/** Formats the text content: one JSON row per line. */
function formatText(structured: Record<string, unknown>, rows?: string): string {
  const { untrusted: _, ...data } = structured
  if (rows === undefined) return `${notice}\n${JSON.stringify(data)}`
  const { [rows]: list, ...rest } = data
  const lines = (list as unknown[]).map((row) => JSON.stringify(row))
  return [notice, JSON.stringify(rest), `${rows}:`, ...lines].join('\n')
}

export function lean<T extends object>(record: T): Partial<T> {
  const entries = Object.entries(record).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value),
  )
  return Object.fromEntries(entries) as Partial<T>
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

export const picked = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  lean(Object.fromEntries(names.map((name) => [name, record[name]])))

export interface Clipped {
  text: string
  /** Character offset of the rest; null at the end. */
  next: number | null
}

/** Returns at most `most` characters from an offset, without splitting a surrogate pair. */
export function clip(text: string, most: number, from = 0): Clipped {
  const end = from + most
  if (text.length <= end) return { text: text.slice(from), next: null }
  const whole = /[\ud800-\udbff]$/.test(text.slice(from, end)) ? end - 1 : end
  return { text: text.slice(from, whole), next: whole }
}

/** Truncates long texts and lists in a value, with the omitted amount. */
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
