import type { ErrorObject } from 'ajv'
import type { ErrorItem } from '../core/errors.ts'
import * as s from '../core/schema.ts'

const MAX_ERRORS = 20

export function toErrorItems(errors: readonly ErrorObject[], where: string): ErrorItem[] {
  // An empty or blank string fails two or three checks; the first is enough.
  const listFailing = (keyword: string) =>
    new Set(errors.filter((error) => error.keyword === keyword).map((error) => error.instancePath))
  const [tooShort, mismatched] = [listFailing('minLength'), listFailing('pattern')]
  return errors
    .filter(
      ({ keyword, instancePath: at }) =>
        !(keyword === 'pattern' && tooShort.has(at)) &&
        !(keyword === 'visible' && (tooShort.has(at) || mismatched.has(at))),
    )
    .slice(0, MAX_ERRORS)
    .map((error) => toErrorItem(error, where))
}

type Params = {
  missingProperty?: string
  additionalProperty?: string
  type?: string | string[]
  allowedValues?: unknown[]
  limit?: number
  format?: string
  pattern?: string
}

const formats: Record<string, string> = {
  date: 'must be a date as in 2026-11-20',
  'date-time': 'must be a date-time with its offset as in 2026-11-20T09:30:00Z',
  'idn-email': 'must be an email address',
  uuid: 'must be a UUID',
}

const patterns: Record<string, string> = {
  '\\S': 'must not be blank',
  [s.webUrlPattern]: 'must be an http or https address, such as https://example.com',
}

const messages: Record<string, { type: string; msg: (params: Params) => string }> = {
  required: { type: 'missing', msg: () => 'is required' },
  minLength: {
    type: 'string_too_short',
    msg: ({ limit }) => `must have at least ${pluralize(limit!, 'character')}`,
  },
  maxLength: {
    type: 'string_too_long',
    msg: ({ limit }) => `must have at most ${pluralize(limit!, 'character')}`,
  },
  minItems: { type: 'too_short', msg: ({ limit }) => `must have at least ${pluralize(limit!, 'item')}` },
  maxItems: { type: 'too_long', msg: ({ limit }) => `must have at most ${pluralize(limit!, 'item')}` },
  minimum: { type: 'greater_than_equal', msg: ({ limit }) => `must be ${limit} or more` },
  maximum: { type: 'less_than_equal', msg: ({ limit }) => `must be ${limit} or less` },
  pattern: {
    type: 'string_pattern_mismatch',
    msg: ({ pattern }) => patterns[pattern!] ?? `must match ${pattern}`,
  },
  format: { type: 'format', msg: ({ format }) => formats[format!] ?? `must be a ${format}` },
  visible: { type: 'blank', msg: () => 'must have a visible character' },
  freeForm: { type: 'too_large', msg: () => 'must be at most 16 KB and 5 levels deep' },
}

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function toErrorItem(error: ErrorObject, where: string): ErrorItem {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const params = error.params as Params
  if (params.missingProperty !== undefined) path.push(params.missingProperty)
  const loc = [where, ...path]
  if (params.additionalProperty !== undefined) {
    const allowed = Object.keys((error.parentSchema as { properties: object }).properties)
    const msg = `cannot be set here; allowed are ${allowed.join(', ')}`
    return { loc: [...loc, params.additionalProperty], msg, type: 'extra_forbidden', allowed }
  }
  if (params.allowedValues) {
    const allowed = params.allowedValues.filter((value) => value !== null).map(String)
    return { loc, msg: `must be one of ${allowed.join(', ')}`, type: 'enum', allowed }
  }
  if (error.keyword === 'type') {
    const [first] = [params.type].flat()
    return { loc, msg: error.message ?? 'is of a wrong type', type: `${first!.split(',')[0]}_type` }
  }
  const known = messages[error.keyword]
  const { patternMessage } = (error.parentSchema ?? {}) as { patternMessage?: string }
  if (error.keyword === 'pattern' && patternMessage) return { loc, msg: patternMessage, type: known!.type }
  return {
    loc,
    msg: known?.msg(params) ?? error.message ?? 'is not valid',
    type: known?.type ?? error.keyword,
  }
}

const unescapePointer = (part: string): string | number =>
  /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')
