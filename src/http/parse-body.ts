import type { IncomingHttpHeaders } from 'node:http'
import { invalid, tooManyCombiningMarks, Problem } from '../core/errors.ts'
import { hasLongMarkRun } from '../core/text.ts'

const MAX_DEPTH = 32
/** Far more than any operation accepts; each value costs time in every later step. */
const MAX_VALUES = 50_000
/** Escapes that can produce what raw UTF-8 cannot, and keys that enable prototype pollution. */
const suspicious = /\\u(0000|[dD][89a-fA-F])|"(__proto__|constructor|prototype)"|\\u00/
/** Only a number with this many digits can be an integer that a double cannot represent exactly. */
const manyDigits = /\d{16}/
const numberTooLarge =
  'The number is outside ±9007199254740991, or too large for a double, and would lose precision. Send it as a string.'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Throws 415 unless the body is uncompressed JSON or JSON merge patch (RFC 7396). */
export function requireJsonContentType(headers: IncomingHttpHeaders): void {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/merge-patch+json')
    throw new Problem(415, 'Send application/json or application/merge-patch+json.')
  // An empty `Content-Encoding`, or `identity`, means that nothing is encoded (RFC 9110 section 8.4).
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new Problem(415, 'Send the body uncompressed.', { headers: { 'accept-encoding': 'identity' } })
}

/** Parses a JSON body. Throws 422 for input that JavaScript or PostgreSQL would not preserve exactly. */
export function parseJson(bytes: Buffer, maxValues: number = MAX_VALUES): unknown {
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
    throw invalid(['body'], `The body is not valid JSON: ${(error as Error).message.slice(0, 120)}`, 'json_invalid')
  }
  if (manyDigits.test(text)) value = JSON.parse(replaceUnsafeIntegers(text))
  const hasMarks = text.includes('\\u') || (text.length < bytes.length && hasLongMarkRun(text))
  requireSafeValue(value, [], { careful: suspicious.test(text), marked: hasMarks, remaining: maxValues })
  return value
}

/** Replaces integers that a double cannot represent by infinity, so that the walk over the values finds their path. */
function replaceUnsafeIntegers(text: string): string {
  const tokens = /"|-?\d[\d.eE+-]*/g
  let result = ''
  let copied = 0
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '"') tokens.lastIndex = findStringEnd(text, token.index)
    else if (/^-?\d+$/.test(token[0]) && !Number.isSafeInteger(Number(token[0]))) {
      result += `${text.slice(copied, token.index)}1e999`
      copied = tokens.lastIndex
    }
  }
  return result + text.slice(copied)
}

function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

interface Findings {
  careful: boolean
  marked: boolean
  remaining: number
}

function requireSafeValue(value: unknown, path: (string | number)[], findings: Findings): void {
  if (path.length > MAX_DEPTH)
    throw invalid(['body'], `The body is nested deeper than ${MAX_DEPTH} levels.`, 'too_deep')
  if (--findings.remaining < 0) throw invalid(['body'], 'The body contains too many values.', 'too_large')
  if (typeof value === 'string') {
    requireSafeText(value, path, findings)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(['body', ...path], numberTooLarge, 'number_too_large')
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) requireSafeValue(value[i], [...path, i], findings)
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      if (findings.careful && (key === '__proto__' || key === 'constructor' || key === 'prototype')) {
        delete (value as Record<string, unknown>)[key]
        continue
      }
      requireSafeText(key, path, findings)
      requireSafeValue((value as Record<string, unknown>)[key], [...path, key], findings)
    }
  }
}

function requireSafeText(text: string, path: (string | number)[], { careful, marked }: Findings): void {
  if (marked && hasLongMarkRun(text)) throw tooManyCombiningMarks(['body', ...path])
  if (!careful) return
  if (text.includes('\0')) throw invalid(['body', ...path], 'A NUL character is not allowed.', 'string_unicode')
  if (!(text as string & { isWellFormed(): boolean }).isWellFormed())
    throw invalid(['body', ...path], 'A lone surrogate is not a character.', 'string_unicode')
}
