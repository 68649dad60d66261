import type { IncomingHttpHeaders } from 'node:http'
import { invalid, longRunRefused, Problem } from '../problem.ts'
import { hasLongRun } from '../text.ts'

const maxDepth = 32
/** Far more than any operation takes; each costs time in every later step. */
const maxValues = 50_000
/** Escapes that can smuggle in what raw UTF-8 can't, and names that must never reach an object. */
const suspicious = /\\u(0000|[dD][89a-fA-F])|"(__proto__|constructor|prototype)"|\\u00/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Refuses any media type but JSON and JSON merge patch (RFC 7396), and anything compressed: 415. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/merge-patch+json')
    throw new Problem(415, 'Send application/json or application/merge-patch+json.')
  // RFC 9110 section 8.4
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new Problem(415, 'Send the body uncompressed.', { headers: { 'accept-encoding': 'identity' } })
}

/**
 * The parsed body. Malformed JSON, bad UTF-8, NUL, lone surrogates, long runs of marks, more than 32 levels or
 * `mostValues` values are 422.
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
  const marked = text.includes('\\u') || (text.length < bytes.length && hasLongRun(text))
  walk(value, [], { careful: suspicious.test(text), marked, left: mostValues })
  return value
}

/** What the raw text says of its values, so that most of them need no look of their own. */
interface Seen {
  careful: boolean
  /** Somewhere there may be a long run of marks: in so many words, or behind escapes. */
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
