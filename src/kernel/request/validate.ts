import { Ajv, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { OnEmpty } from '../schema.ts'
import { isDate, isDateTime } from '../values/dates.ts'
import { mailbox } from '../values/mail-address.ts'
import { invalid, invalidParameter, longRunRefused, validation } from '../problem.ts'
import { hasLongRun, isVisible } from '../text.ts'
import { errorItems } from './validation-errors.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/** JSON Schema 2020-12 as far as we use it, no coercion, nothing removed: `"5"` is not 5. */
const ajv = new Ajv({
  allErrors: true,
  // Errors include their schema, which may describe its pattern in words.
  verbose: true,
  strict: false,
  strictNumbers: true,
  coerceTypes: false,
  unicodeRegExp: true,
})
addFormats(ajv, ['uuid'])
ajv.addFormat('idn-email', (value: string) => mailbox(value) !== null)
ajv.addFormat('date', isDate)
ajv.addFormat('date-time', isDateTime)
ajv.addKeyword({
  keyword: 'freeForm',
  error: { message: 'must be at most 16 KB and 5 levels deep' },
  validate: (_: boolean, value: unknown) => JSON.stringify(value).length <= 16_384 && isShallow(value, 5),
})
ajv.addKeyword({
  keyword: 'visible',
  type: 'string',
  error: { message: 'must have a visible character' },
  validate: (_: boolean, value: string) => isVisible(value),
})

/** Whether objects and lists lie in one another `levels` deep at most. */
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1)))

/** A compiled schema: says whether a value fits, and keeps the errors of the last that did not. */
export type Check = ValidateFunction

/** Compiles a schema, which takes milliseconds: done once, when it is first needed. */
export const compile = (schema: TSchema): Check => ajv.compile(schema)

/** Throws the 422 that lists every failure of a body. */
export function requireValid(check: Check, value: unknown, where: 'body' | 'path'): void {
  if (check(value)) return
  throw validation(errorItems(check.errors ?? [], where))
}

type Property = {
  type?: string | string[]
  enum?: string[]
  minimum?: number
  maximum?: number
  format?: string
  onEmpty?: OnEmpty
  /** A number above `maximum` means `maximum`, as the limit of every list does. */
  clamped?: boolean
  maxItems?: number
  /** Of the values of a list. */
  items?: { enum?: string[] }
}

/**
 * Reads the declared parameters of a query string: whole numbers, booleans, lists (repeated or comma-separated), texts.
 * A value outside a closed set is 400 and names the set; a missing, malformed or out-of-range one is 422. An empty value
 * is outside of every closed set, and malformed elsewhere.
 */
export function readQuery(
  schema: { properties?: Record<string, Property>; required?: string[] } | undefined,
  raw: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const given = raw[name]
    if (given === undefined || (given === '' && property.onEmpty === 'ignored')) {
      if (schema?.required?.includes(name)) throw invalid(['query', name], 'is required', 'missing')
      continue
    }
    values[name] = readParameter(name, property, given)
  }
  return values
}

const needsValue = (name: string) => invalid(['query', name], `${name} needs a value.`, 'string_too_short')

function readParameter(name: string, property: Property, given: string | string[]): unknown {
  if ([given].flat().some((value) => value.includes('\0')))
    throw invalid(['query', name], 'A NUL character is not allowed.', 'string_unicode')
  if ([given].flat().some(hasLongRun)) throw longRunRefused(['query', name])
  if (property.type === 'array') {
    const values = [given]
      .flat()
      .flatMap((value) => value.split(','))
      .filter((value) => value !== '')
    const known = property.items?.enum
    const unknown = known && values.find((value) => !known.includes(value))
    if (unknown !== undefined)
      throw invalidParameter(name, `${name} does not take "${unknown.slice(0, 60)}".`, known)
    if (values.length === 0)
      throw known ? invalidParameter(name, `${name} needs a value.`, known) : needsValue(name)
    if (values.length > (property.maxItems ?? Infinity))
      throw invalid(['query', name], `${name} takes ${property.maxItems} values at most.`, 'too_long')
    return values
  }
  if (Array.isArray(given)) throw invalid(['query', name], `Send ${name} once.`, 'duplicate_parameter')
  if (property.enum && !property.enum.includes(given))
    throw invalidParameter(name, `${name} does not take "${given.slice(0, 60)}".`, property.enum)
  if (property.type === 'boolean') {
    if (given !== 'true' && given !== 'false')
      throw invalidParameter(name, `${name} is true or false.`, ['true', 'false'])
    return given === 'true'
  }
  if (property.type === 'integer') {
    if (!/^-?\d+$/.test(given) || (given.length > 15 && !property.clamped))
      throw invalid(['query', name], `${name} is a whole number.`, 'int_parsing')
    const number = property.clamped ? Math.min(Number(given), property.maximum!) : Number(given)
    if (number < (property.minimum ?? -Infinity) || number > (property.maximum ?? Infinity))
      throw invalid(['query', name], `${name} is ${property.minimum} to ${property.maximum}.`, 'out_of_range')
    return number
  }
  if (given === '' && property.onEmpty !== 'judged') throw needsValue(name)
  if (property.format && !ajv.validate({ type: 'string', format: property.format }, given))
    throw invalid(['query', name], `${name} is a ${property.format}.`, 'format')
  return given
}
