import type { AnyOperation } from '../http/operation.ts'

/** A JSON Schema, or a part of one. */
export type Json = Record<string, unknown>

/** What agents are told of a value: what the operation judges beside is told by its refusal, and costs no words here. */
const told = [
  'type',
  'enum',
  'format',
  'items',
  'maxItems',
  'maximum',
  'default',
  'description',
  'properties',
]
const formats = ['date', 'date-time']

/** A schema of the declarations in the few words that a tool tells it with. */
export function plain(schema: Json): Json {
  const { nullIgnored } = schema
  const copy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (!told.includes(key) || (key === 'format' && !formats.includes(value as string))) continue
    if (key === 'items') copy.items = plain(value as Json)
    else if (key === 'properties') copy.properties = mapped(value as Record<string, Json>, plain)
    else copy[key] = value
  }
  return nullIgnored === true ? withoutNull(copy) : copy
}

function withoutNull({ ...schema }: Json): Json {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  schema.type = types.length === 1 ? types[0] : types
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null)
  return schema
}

const mapped = <T, R>(properties: Record<string, T>, of: (value: T, name: string) => R) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, of(value, name)]))

/** What is done with the properties of a body on their way into the input of a tool. */
export interface Taken {
  /** Not offered, with why: so that whoever adds an attribute decides. */
  leftOut: readonly string[]
  /** Another name and description, where the tool takes names in place of ids. */
  named?: Record<string, { as: string; description: string }>
}

/** The properties of an operation's body that a tool offers: all but those left out and those of older clients. */
export function bodyOf(op: AnyOperation, { leftOut, named = {} }: Taken): Record<string, Json> {
  const { properties } = op.body as { properties: Record<string, Json> }
  const offered = Object.entries(properties).filter(
    ([name, schema]) => !leftOut.includes(name) && schema.deprecated !== true,
  )
  return Object.fromEntries(
    offered.map(([name, schema]) => {
      const other = named[name]
      const offered = withoutNull(plain(schema))
      return [other?.as ?? name, { ...offered, ...(other && { description: other.description }) }]
    }),
  )
}

/** Property that names the attributes to empty, since null means an unused argument. */
export function clearInput(op: AnyOperation, { leftOut, named = {} }: Taken): Json {
  const { properties } = op.body as { properties: Record<string, Json> }
  const cleared = Object.entries(properties).filter(([name, schema]) => {
    const isOffered = !leftOut.includes(name) && schema.deprecated !== true
    return isOffered && schema.nullIgnored !== true && [schema.type].flat().includes('null')
  })
  const names = cleared.map(([name]) => named[name]?.as ?? name)
  return { type: 'array', items: { type: 'string', enum: names }, description: 'To be emptied.' }
}

/** The filters of a list as properties: each by the name it has in `filter[name]`. */
export function filtersOf(op: AnyOperation, described: Record<string, string>): Record<string, Json> {
  return mapped(op.filters!, (spec, name) => {
    const description = described[name] ?? spec.description
    if (spec.kind === 'closed')
      return {
        type: 'array',
        items: { type: 'string', enum: [...spec.values] },
        ...(description && { description }),
      }
    if (spec.kind === 'open') return { type: 'array', items: { type: 'string' }, description }
    if (spec.kind === 'flag') return { type: 'boolean', description }
    if (spec.kind === 'date') return { type: 'string', format: 'date', description }
    return { type: 'string', description }
  })
}

/** The sorts of a list. */
export const sortsOf = (op: AnyOperation): Json => ({
  sort_by: { type: 'string', enum: Object.keys(op.list!.sorts) },
  sort_order: { type: 'string', enum: ['asc', 'desc'] },
})

/** An object with these properties and no others, so that a misspelled one is told. */
export const inputOf = (properties: Record<string, unknown>, required: string[] = []): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/** The result of a tool. Its attributes are those of the operations; that people wrote them is said at the top. */
export const outputOf = (properties: Record<string, unknown>): Json => ({
  type: 'object',
  properties: { untrusted: { const: true }, ...properties },
})

/** The result of a tool that lists. */
export const pageOf = (rows: string): Json =>
  outputOf({
    [rows]: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'] },
  })

export const cursorInput = { type: 'string', description: 'next_cursor of the last answer, same arguments.' }
export const keyInput = {
  type: 'string',
  description: 'The same again repeats the answer and does nothing twice.',
}
export const versionInput = {
  type: 'string',
  description: 'Its `version` as read: refused if changed since.',
}
