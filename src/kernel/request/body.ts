import type { IncomingHttpHeaders } from 'node:http'
import { invalid, longRunRefused, Problem } from '../problem.ts'
import { hasLongRun } from '../text.ts'

const maxDepth = 32
/** The most values that a body may hold: far more than any operation takes, and each costs time in every later step. */
const maxValues = 50_000
/** Escapes that can smuggle in what raw UTF-8 can't, and names that must never reach an object. */
const suspicious = /\\u(0000|[dD][89a-fA-F])|"(__proto__|constructor|prototype)"|\\u00/
/** Only a text with so many digits in a row can hold a whole number that a double can't tell from the next. */
const manyDigits = /\d{16}/
const numberTooLarge =
  'A whole number beyond ±9007199254740991, or one too large for a double, would come out as another: send a text.'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Refuses any media type but JSON and JSON merge patch (RFC 7396), and anything compressed: 415. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/merge-patch+json')
    throw new Problem(415, 'Send application/json or application/merge-patch+json.')
  // An empty `Content-Encoding`, or `identity`, means that nothing is encoded (RFC 9110 section 8.4).
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new Problem(415, 'Send the body uncompressed.', { headers: { 'accept-encoding': 'identity' } })
}

/**
 * The parsed body. Malformed JSON, bad UTF-8, NUL, lone surrogates, long runs of marks, numbers that would come out as
 * others, more than 32 levels or `mostValues` values are 422.
 */
export function parseBody(bytes: Buffer, mostValues: number = maxValues): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid(['body'], 'The body is not valid UTF-8.', 'json_invalid')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(
      ['body'],
      `The body is not valid JSON: ${(error as Error).message.slice(0, 120)}`,
      'json_invalid',
    )
  }
  if (manyDigits.test(text)) value = JSON.parse(withoutUnsafe(text))
  const marked = text.includes('\\u') || (text.length < bytes.length && hasLongRun(text))
  walk(value, [], { careful: suspicious.test(text), marked, left: mostValues })
  return value
}

/**
 * The same JSON with infinity in place of whole numbers that a double can't hold exactly, for `walk` to find where they
 * are. Numbers with a fraction or an exponent take the nearest double.
 */
function withoutUnsafe(text: string): string {
  const tokens = /"|-?\d[\d.eE+-]*/g
  let result = ''
  let copied = 0
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '"') tokens.lastIndex = endOfText(text, token.index)
    else if (/^-?\d+$/.test(token[0]) && !Number.isSafeInteger(Number(token[0]))) {
      result += `${text.slice(copied, token.index)}1e999`
      copied = tokens.lastIndex
    }
  }
  return result + text.slice(copied)
}

/** Where a JSON string that begins at `start` is over. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

/** What the raw text told of the values in it, so that most of them need not be looked at one by one. */
interface Seen {
  careful: boolean
  /** There may be a long run of marks somewhere, written out or as escapes. */
  marked: boolean
  /** Values that may still come. */
  left: number
}

function walk(value: unknown, path: (string | number)[], seen: Seen): void {
  if (path.length > maxDepth)
    throw invalid(['body'], `The body is nested deeper than ${maxDepth} levels.`, 'too_deep')
  if (--seen.left < 0) throw invalid(['body'], 'The body holds too many values.', 'too_large')
  if (typeof value === 'string') {
    requireText(value, path, seen)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(['body', ...path], numberTooLarge, 'number_too_large')
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) walk(value[i], [...path, i], seen)
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      if (seen.careful && (key === '__proto__' || key === 'constructor' || key === 'prototype')) {
        delete (value as Record<string, unknown>)[key]
        continue
      }
      requireText(key, path, seen)
      walk((value as Record<string, unknown>)[key], [...path, key], seen)
    }
  }
}

function requireText(text: string, path: (string | number)[], { careful, marked }: Seen): void {
  if (marked && hasLongRun(text)) throw longRunRefused(['body', ...path])
  if (!careful) return
  if (text.includes('\0'))
    throw invalid(['body', ...path], 'A NUL character is not allowed.', 'string_unicode')
  if (!(text as string & { isWellFormed(): boolean }).isWellFormed())
    throw invalid(['body', ...path], 'A lone surrogate is not a character.', 'string_unicode')
}
