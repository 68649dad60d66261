import { notice, TruncatedText, escapeInvisibleAll } from './untrusted.ts'
import type { ToolOutcome } from './tool.ts'

/** Low estimate, so that token counts are upper bounds. */
const BYTES_PER_TOKEN = 3.5
/** Maximum number of tokens of a result, text and structured content together. */
export const MAX_RESULT_TOKENS = 8000

export const estimateTokens = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) / BYTES_PER_TOKEN)

/** Builds the MCP result, structured and as compact text, with invisible characters escaped in both. */
export function toToolResult({ data, rows, content = [], failed = false }: ToolOutcome) {
  const structuredContent = { untrusted: true, ...escapeInvisibleAll(data) }
  const text = formatText(structuredContent, rows)
  return {
    content: [{ type: 'text' as const, text }, ...content],
    structuredContent,
    ...(failed && { isError: true }),
  }
}

function formatText(structured: Record<string, unknown>, rows?: string): string {
  const { untrusted: _, ...data } = structured
  if (rows === undefined) return `${notice}\n${JSON.stringify(data)}`
  const { [rows]: list, ...rest } = data
  const lines = (list as unknown[]).map((row) => JSON.stringify(row))
  return [notice, JSON.stringify(rest), `${rows}:`, ...lines].join('\n')
}

export function omitEmpty<T extends object>(record: T): Partial<T> {
  const entries = Object.entries(record).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value),
  )
  return Object.fromEntries(entries) as Partial<T>
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

export const pickAttributes = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  omitEmpty(Object.fromEntries(names.map((name) => [name, record[name]])))

interface ClippedText {
  text: string
  /** Character offset of the rest; null at the end. */
  next: number | null
}

/** Returns at most `maxLength` characters from an offset, without splitting a surrogate pair. */
export function clipText(text: string, maxLength: number, from = 0): ClippedText {
  const end = from + maxLength
  if (text.length <= end) return { text: text.slice(from), next: null }
  const whole = /[\ud800-\udbff]$/.test(text.slice(from, end)) ? end - 1 : end
  return { text: text.slice(from, whole), next: whole }
}

/** Truncates long texts and lists in a value, with the omitted amount. */
export function truncateValue(value: unknown, maxLength = 200): unknown {
  if (typeof value === 'string') {
    const { text, next } = clipText(value, maxLength)
    return next === null ? text : new TruncatedText(text, `${value.length - next} more characters`)
  }
  if (Array.isArray(value)) {
    const some = value.slice(0, 20).map((one) => truncateValue(one, maxLength))
    return value.length > 20 ? [...some, new TruncatedText('', `${value.length - 20} more`)] : some
  }
  if (typeof value !== 'object' || value === null || value instanceof TruncatedText) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, truncateValue(one, maxLength)]))
}
