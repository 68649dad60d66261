import { Ajv, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { EmptyValueHandling } from '../core/schema.ts'
import { isDate, isDateTime } from '../core/dates.ts'
import { normalizeEmail } from '../core/email-address.ts'
import { invalid, invalidParameter, tooManyCombiningMarks, validation } from '../core/errors.ts'
import { hasLongMarkRun, hasVisibleCharacter } from '../core/text.ts'
import { toErrorItems } from './validation-errors.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/** JSON Schema 2020-12 without coercion: `"5"` is not 5. */
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
ajv.addFormat('idn-email', (value: string) => normalizeEmail(value) !== null)
ajv.addFormat('date', isDate)
ajv.addFormat('date-time', isDateTime)
// Lists check it, and their errors name the other values of the parameter.
ajv.addFormat('custom-field', true)
ajv.addKeyword({
  keyword: 'freeForm',
  error: { message: 'must be at most 16 KB and 5 levels deep' },
  validate: (_: boolean, value: unknown) => JSON.stringify(value).length <= 16_384 && isShallow(value, 5),
})
ajv.addKeyword({
  keyword: 'visible',
  type: 'string',
  error: { message: 'must have a visible character' },
  validate: (_: boolean, value: string) => hasVisibleCharacter(value),
})

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1)))

export type SchemaValidator = ValidateFunction

/** Compiles a schema, which takes milliseconds: call it once and lazily. */
export const compileSchema = (schema: TSchema): SchemaValidator => ajv.compile(schema)

export function requireValidBody(check: SchemaValidator, body: unknown): void {
  if (check(body)) return
  throw validation(toErrorItems(check.errors ?? [], 'body'))
}

type Property = {
  type?: string | string[]
  enum?: string[]
  minimum?: number
  maximum?: number
  format?: string
  onEmpty?: EmptyValueHandling
  /** A number above `maximum` means `maximum`. */
  clamped?: boolean
  maxItems?: number
  items?: { enum?: string[] }
}

/**
 * Parses the declared query parameters: integers, booleans, strings and arrays (repeated or comma-separated). Throws 400
 * for a value outside an enum, and 422 for one that is missing, malformed or out of range.
 */
export function parseQueryParameters(
  schema: { properties?: Record<string, Property>; required?: string[] } | undefined,
  raw: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const value = raw[name]
    if (value === undefined || (value === '' && property.onEmpty === 'ignored')) {
      if (schema?.required?.includes(name)) throw invalid(['query', name], 'is required', 'missing')
      continue
    }
    values[name] = readParameter(name, property, value)
  }
  return values
}

const missingValue = (name: string) => invalid(['query', name], `${name} must not be empty.`, 'string_too_short')

function readParameter(name: string, property: Property, raw: string | string[]): unknown {
  if ([raw].flat().some((value) => value.includes('\0')))
    throw invalid(['query', name], 'A NUL character is not allowed.', 'string_unicode')
  if ([raw].flat().some(hasLongMarkRun)) throw tooManyCombiningMarks(['query', name])
  if (property.type === 'array') return readArray(name, property, raw)
  if (Array.isArray(raw)) throw invalid(['query', name], `Send ${name} once.`, 'duplicate_parameter')
  if (property.enum && !property.enum.includes(raw))
    throw invalidParameter(name, `"${raw.slice(0, 60)}" is not a valid value of ${name}.`, property.enum)
  if (property.type === 'boolean') {
    if (raw !== 'true' && raw !== 'false')
      throw invalidParameter(name, `${name} must be true or false.`, ['true', 'false'])
    return raw === 'true'
  }
  if (property.type === 'integer') {
    if (!/^-?\d+$/.test(raw) || (raw.length > 15 && !property.clamped))
      throw invalid(['query', name], `${name} must be an integer.`, 'int_parsing')
    const number = property.clamped ? Math.min(Number(raw), property.maximum!) : Number(raw)
    if (number < (property.minimum ?? -Infinity) || number > (property.maximum ?? Infinity))
      throw invalid(['query', name], `${name} must be ${property.minimum} to ${property.maximum}.`, 'out_of_range')
    return number
  }
  if (raw === '' && property.onEmpty !== 'validated') throw missingValue(name)
  if (property.format && !ajv.validate({ type: 'string', format: property.format }, raw))
    throw invalid(['query', name], `${name} must be a ${property.format}.`, 'format')
  return raw
}

function readArray(name: string, { items, maxItems = Infinity }: Property, raw: string | string[]): string[] {
  const values = [raw]
    .flat()
    .flatMap((value) => value.split(','))
    .filter((value) => value !== '')
  const allowed = items?.enum
  const unknown = allowed && values.find((value) => !allowed.includes(value))
  if (unknown !== undefined)
    throw invalidParameter(name, `"${unknown.slice(0, 60)}" is not a valid value of ${name}.`, allowed)
  if (values.length === 0)
    throw allowed ? invalidParameter(name, `${name} must not be empty.`, allowed) : missingValue(name)
  if (values.length > maxItems)
    throw invalid(['query', name], `${name} accepts at most ${maxItems} values.`, 'too_long')
  return values
}
