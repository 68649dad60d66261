import { isDate, isDateTime, restorePlusSigns } from '../../core/dates.ts'
import { invalidParameter } from '../../core/errors.ts'
import { normalizeForSearch, hasLongMarkRun } from '../../core/text.ts'

export type FilterSpec = { description: string } & (
  | { kind: 'enum'; values: readonly string[]; me?: true }
  /**
   * Accepts any value; unknown ones match nothing. `me`: values are usernames, and `me` is the caller's. `maxValues`: maximum
   * number of values.
   */
  | { kind: 'values'; me?: true; maxValues?: number }
  | { kind: 'date' }
  | { kind: 'instant' }
  /** Only `true`. */
  | { kind: 'flag' }
  /** Text that is not split at commas; repeat the parameter for several. An empty one counts as absent. */
  | { kind: 'text' }
  /** Values of a custom field, parsed once its type is known. */
  | { kind: 'custom' }
)
export type FilterSpecs = Record<string, FilterSpec>
/** Values by key: OR within a key, AND between keys. */
export type Filters = Record<string, string[]>

const MAX_TEXTS = 10
const MAX_CUSTOM_FIELDS = 5

/** Filter key that stands for those of all custom fields. */
const CUSTOM_FILTER = 'custom.KEY'
const customFilter = /^custom\.([a-z][a-z0-9_]{0,39})(?:\.(from|to))?$/

/** Returns the custom field of a filter key, and which end of a range it is; undefined for another filter. */
export function parseCustomFilterKey(key: string): { field: string; bound: 'from' | 'to' | undefined } | undefined {
  const [, field, bound] = customFilter.exec(key) ?? []
  return field === undefined ? undefined : { field, bound: bound as 'from' | 'to' | undefined }
}

/** Returns the declaration of a filter by its key; undefined for an unknown one. */
export function findFilterSpec(specs: FilterSpecs, key: string): FilterSpec | undefined {
  if (key !== CUSTOM_FILTER && Object.hasOwn(specs, key)) return specs[key]
  return parseCustomFilterKey(key) ? specs[CUSTOM_FILTER] : undefined
}

/** Parses all `filter[…]` parameters. Throws 400 for an unknown key or value. */
export function parseFilters(specs: FilterSpecs, raw: Record<string, string | string[] | undefined>): Filters {
  const filters: Filters = Object.create(null) as Filters
  for (const [name, value] of Object.entries(raw)) {
    if (!name.startsWith('filter[')) continue
    const key = /^filter\[([^\]]*)\]$/.exec(name)?.[1] ?? ''
    const spec = findFilterSpec(specs, key)
    if (!spec)
      throw invalidParameter(
        name.slice(0, 100),
        'Unknown filter. See `allowed` for the filters of this list.',
        Object.keys(specs).map((known) => `filter[${known}]`),
      )
    const values = parseValues(name, spec, Array.isArray(value) ? value : [value ?? ''])
    if (values.length > 0) filters[key] = values
  }
  rejectManyCustomFields(filters)
  return filters
}

function rejectManyCustomFields(filters: Filters): void {
  const fields = new Set(Object.keys(filters).map((key) => parseCustomFilterKey(key)?.field))
  fields.delete(undefined)
  if (fields.size > MAX_CUSTOM_FIELDS)
    throw invalidParameter('filter[custom.KEY]', `At most ${MAX_CUSTOM_FIELDS} custom fields can be filtered at once.`)
}

/** Serializes filters for the binding of a cursor: `me` and the caller's username are equivalent. */
export function serializeFilters(specs: FilterSpecs, filters: Filters, username: string): string {
  const bound = Object.entries(filters).map(([key, values]) => {
    const spec = findFilterSpec(specs, key)
    const isName = (spec?.kind === 'values' || spec?.kind === 'enum') && spec.me
    const isCustom = spec?.kind === 'custom'
    const normalized = isName
      ? values.map((value) => normalizeForSearch(value === 'me' ? username : value))
      : isCustom
        ? values.map((value) => (value === 'me' ? `me ${username}` : value))
        : values
    return [key, [...new Set(normalized)].sort()] as const
  })
  return JSON.stringify(bound.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function parseValues(name: string, spec: FilterSpec, raw: string[]): string[] {
  if (raw.some((value) => value.includes('\0'))) throw invalidParameter(name, 'A NUL character is not allowed.')
  if (raw.some(hasLongMarkRun)) throw invalidParameter(name, 'More than 30 combining marks in a row are not allowed.')
  if (spec.kind === 'enum' || spec.kind === 'values') {
    const values = raw.flatMap((value) => value.split(',')).map((value) => value.trim())
    for (const value of values) {
      if (value === '') throw invalidParameter(name, `${name} must not be empty.`, listAllowed(spec))
      if (spec.kind === 'enum' && !spec.values.includes(value))
        throw invalidParameter(name, `"${value.slice(0, 60)}" is not a valid value of ${name}.`, spec.values)
    }
    if (spec.kind === 'values' && spec.maxValues !== undefined && values.length > spec.maxValues)
      throw invalidParameter(name, `${name} accepts at most ${spec.maxValues} values, not ${values.length}.`)
    return values
  }
  if (spec.kind === 'custom') {
    if (raw.some((value) => value.trim() === '')) throw invalidParameter(name, `${name} must not be empty.`)
    return raw
  }
  if (spec.kind === 'text') {
    if (raw.length > MAX_TEXTS) throw invalidParameter(name, `Send ${name} at most ${MAX_TEXTS} times.`)
    return raw.filter((value) => value !== '')
  }
  if (raw.length > 1) throw invalidParameter(name, `Send ${name} only once.`)
  const value = raw[0]!
  if (spec.kind === 'flag') {
    if (value !== 'true') throw invalidParameter(name, `${name} must be true.`, ['true'])
  } else if (!isDate(value) && (spec.kind === 'date' || !isDateTime(restorePlusSigns(value))))
    throw invalidParameter(name, `${name} must be a date${spec.kind === 'date' ? ' (YYYY-MM-DD)' : ' or date-time'}.`)
  return [value]
}

const listAllowed = (spec: FilterSpec): readonly string[] | undefined =>
  spec.kind === 'enum' ? spec.values : undefined
