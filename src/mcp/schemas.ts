import type { AnyOperation } from '../http/operation.ts'
import type { FilterSpec } from '../http/pagination/filters.ts'

export type JsonSchema = Record<string, unknown>

/** Keywords included in tool schemas. Others would cost tokens, and the API validates them anyway. */
const KEYWORDS = ['type', 'enum', 'format', 'items', 'maxItems', 'maximum', 'default', 'description', 'properties']
const FORMATS = ['date', 'date-time']

export function toToolSchema(schema: JsonSchema): JsonSchema {
  const { nullMeansAbsent } = schema
  const copy: JsonSchema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (!KEYWORDS.includes(key) || (key === 'format' && !FORMATS.includes(value as string))) continue
    if (key === 'items') copy.items = toToolSchema(value as JsonSchema)
    else if (key === 'properties') copy.properties = mapProperties(value as Record<string, JsonSchema>, toToolSchema)
    else copy[key] = value
  }
  return nullMeansAbsent === true ? withoutNull(copy) : copy
}

function withoutNull({ ...schema }: JsonSchema): JsonSchema {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  schema.type = types.length === 1 ? types[0] : types
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null)
  return schema
}

const mapProperties = <T, R>(properties: Record<string, T>, of: (value: T, name: string) => R) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, of(value, name)]))

export interface BodyMapping {
  /** Omitted properties, explicit so that each new property needs a decision. */
  omitted: readonly string[]
  /** Properties with another name or description; empty for none. Renamed ones accept names instead of ids. */
  renamed?: Record<string, { as: string; description: string }>
}

/** Returns the body properties that a tool offers: all except omitted and deprecated ones. */
export function toBodyProperties(op: AnyOperation, { omitted, renamed = {} }: BodyMapping): Record<string, JsonSchema> {
  const { properties } = op.body as { properties: Record<string, JsonSchema> }
  const offered = Object.entries(properties).filter(
    ([name, schema]) => !omitted.includes(name) && schema.deprecated !== true,
  )
  return Object.fromEntries(
    offered.map(([name, schema]) => {
      const other = renamed[name]
      const { description, ...offered } = withoutNull(toToolSchema(schema))
      const text = other?.description ?? description
      return [other?.as ?? name, { ...offered, ...(text ? { description: text } : {}) }]
    }),
  )
}

/** Builds the argument that lists attributes to clear, since null means an unused argument. */
export function buildClearInput(op: AnyOperation, { omitted, renamed = {} }: BodyMapping): JsonSchema {
  const { properties } = op.body as { properties: Record<string, JsonSchema> }
  const cleared = Object.entries(properties).filter(([name, schema]) => {
    const isOffered = !omitted.includes(name) && schema.deprecated !== true
    return isOffered && schema.nullMeansAbsent !== true && [schema.type].flat().includes('null')
  })
  const names = cleared.map(([name]) => renamed[name]?.as ?? name)
  return { type: 'array', items: { type: 'string', enum: names }, description: 'Attributes to clear.' }
}

export function toFilterProperties(op: AnyOperation, described: Record<string, string>): Record<string, JsonSchema> {
  const filters = Object.fromEntries(
    Object.entries(op.filters!).map(([name, spec]) => [spec.kind === 'custom' ? 'custom' : name, spec]),
  )
  return mapProperties(filters, (spec, name) => {
    const description = described[name] ?? spec.description
    return { ...toFilterSchema(spec), ...(description && { description }) }
  })
}

function toFilterSchema(spec: FilterSpec): JsonSchema {
  if (spec.kind === 'enum') return { type: 'array', items: { type: 'string', enum: [...spec.values] } }
  if (spec.kind === 'values') return { type: 'array', items: { type: 'string' } }
  if (spec.kind === 'custom') return { type: 'object' }
  if (spec.kind === 'flag') return { type: 'boolean' }
  return { type: 'string', ...(spec.kind === 'date' && { format: 'date' }) }
}

export const toSortProperties = (op: AnyOperation): JsonSchema => ({
  sort_by: { type: 'string', enum: Object.keys(op.list!.sorts) },
  sort_order: { type: 'string', enum: ['asc', 'desc'] },
})

export const buildInputSchema = (properties: Record<string, unknown>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/** Builds a result schema; `untrusted` marks texts written by users. */
export const buildOutputSchema = (properties: Record<string, unknown>): JsonSchema => ({
  type: 'object',
  properties: { untrusted: { const: true }, ...properties },
})

export const buildListOutputSchema = (rows: string): JsonSchema =>
  buildOutputSchema({
    [rows]: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'] },
  })

export const cursorInput = {
  type: 'string',
  description: 'next_cursor of the last result.',
}
export const keyInput = {
  type: 'string',
  description: 'Repeating a key returns the first result.',
}
export const versionInput = {
  type: 'string',
  description: 'As read; fails if changed since.',
}
