import { isDate } from '../../../core/dates.ts'
import { validation } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { hasVisibleCharacter, normalizeForSearch, toSortKey } from '../../../core/text.ts'

export const fieldTypes = s.namedEnum('FieldType', [
  'text',
  'number',
  'date',
  'checkbox',
  'select',
  'multi_select',
  'person',
  'people',
  'url',
])
export type FieldType = (typeof fieldTypes)[number]

export interface FieldOption {
  option: string
  label: string
  color: string | null
  is_active: boolean
}

/** The part of a definition that its values depend on. */
interface FieldKind {
  type: FieldType
  decimals: number | null
  min: number | null
  max: number | null
  options: FieldOption[]
}

/** The part of a field that lists of tasks and their filters depend on. */
export interface CatalogField {
  org_id: string
  field_id: string
  key: string
  type: FieldType
  options: FieldOption[]
  project_ids: string[] | null
  position: number
  is_active: boolean
}

/** Value of a field in a task. */
export type FieldValue = string | number | boolean | string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

export const hasOptions = (type: FieldType): boolean => type === 'select' || type === 'multi_select'
export const hasPeople = (type: FieldType): boolean => type === 'person' || type === 'people'
/** Returns whether a task can have several values. */
export const hasSeveralItems = (type: FieldType): boolean => type === 'multi_select' || type === 'people'
export const isTextType = (type: FieldType): boolean => type === 'text' || type === 'url'

const MAX_CHARACTERS = { text: 500, url: 2000 }
const MAX_ITEMS = { multi_select: 20, people: 10 }
const MAX_NAME_CHARACTERS = 64
const urlPattern = new RegExp(s.webUrlPattern, 'u')

type Location = (string | number)[]

function reject(loc: Location, msg: string, allowed?: readonly string[]): never {
  throw validation([{ loc, msg, type: 'value_error', ...(allowed && { allowed }) }])
}

/** Parses a value as its type stores it; null for an empty list, which clears. `stored` may keep archived options. */
export function parseFieldValue(
  field: FieldKind,
  value: unknown,
  stored: FieldValue | undefined,
  loc: Location,
): FieldValue | null {
  switch (field.type) {
    case 'text':
    case 'url':
      return parseText(field.type, value, loc)
    case 'number':
      return parseNumber(field, value, loc)
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : reject(loc, 'must be a date (YYYY-MM-DD)')
    case 'checkbox':
      return typeof value === 'boolean' ? value : reject(loc, 'must be true or false')
    case 'select':
      return requireOption(field, value, stored, loc)
    case 'person':
      return requireName(value, loc)
    default:
      return parseItems(field, value, stored, loc)
  }
}

function parseText(type: 'text' | 'url', value: unknown, loc: Location): string {
  const most = MAX_CHARACTERS[type]
  if (typeof value !== 'string' || [...value].length > most)
    return reject(loc, `must be a text of at most ${most} characters`)
  if (!hasVisibleCharacter(value)) return reject(loc, 'must have a visible character; null clears the field')
  if (type === 'url' && !urlPattern.test(value)) return reject(loc, 'must be an http or https URL')
  return value
}

function parseNumber({ decimals, min, max }: FieldKind, value: unknown, loc: Location): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return reject(loc, 'must be a number')
  if (min !== null && value < min) return reject(loc, `must be at least ${min}`)
  if (max !== null && value > max) return reject(loc, `must be at most ${max}`)
  if (decimals !== null && Number(value.toFixed(decimals)) !== value)
    return reject(loc, `must have at most ${decimals} decimals`)
  // JSON has no negative zero.
  return value === 0 ? 0 : value
}

function requireOption({ options }: FieldKind, value: unknown, stored: FieldValue | undefined, loc: Location): string {
  const isStored = Array.isArray(stored) ? stored.includes(value as string) : stored === value
  const known = options.find((one) => one.option === value)
  if (known && (known.is_active || isStored)) return known.option
  const active = options.filter((one) => one.is_active).map((one) => one.option)
  return reject(loc, known ? 'The option is archived. Choose another one.' : 'No such option.', active)
}

const requireName = (value: unknown, loc: Location): string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME_CHARACTERS
    ? value
    : reject(loc, 'must be a username')

function parseItems(field: FieldKind, value: unknown, stored: FieldValue | undefined, loc: Location): string[] | null {
  const most = MAX_ITEMS[field.type as 'multi_select' | 'people']
  if (!Array.isArray(value)) return reject(loc, 'must be a list')
  if (value.length > most) return reject(loc, `must have at most ${most} items`)
  const items = value.map((item: unknown, i) =>
    field.type === 'people' ? requireName(item, [...loc, i]) : requireOption(field, item, stored, [...loc, i]),
  )
  return items.length === 0 ? null : [...new Set(items)]
}

/** Encodes a number as text that sorts bytewise by value. */
export function toNumberKey(value: number): string {
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value === 0 ? 0 : value)
  const number = bits.readBigUInt64BE()
  const sign = 1n << 63n
  return (number & sign ? ~number & ((1n << 64n) - 1n) : number | sign).toString(16).padStart(16, '0')
}

/** Sort key of an item of a value, and its folded text if it can be searched. */
export interface ValueKey {
  sort_key: string
  folded: string | null
}

/** Returns the key of one item of a value. */
function toValueKey(type: FieldType, value: unknown): string {
  if (type === 'number') return toNumberKey(value as number)
  if (type === 'checkbox') return value ? '1' : '0'
  if (isTextType(type)) return toSortKey(value as string)
  return hasPeople(type) ? normalizeForSearch(value as string) : (value as string)
}

/** Returns the keys of a value; the first one sorts the task. */
export const listValueKeys = (type: FieldType, value: FieldValue): ValueKey[] =>
  (Array.isArray(value) ? value : [value]).map((item) => ({
    sort_key: toValueKey(type, item),
    folded: isTextType(type) ? normalizeForSearch(item as string) : null,
  }))

export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,39}$/

/** Returns whether tasks of a project, or without one, have a field. */
export const hasField = (field: { project_ids: readonly string[] | null }, projectId: string | null): boolean =>
  field.project_ids === null || (projectId !== null && field.project_ids.includes(projectId))
