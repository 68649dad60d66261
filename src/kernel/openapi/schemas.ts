import { exampleOf } from './examples.ts'
import { ref, share, type Components, type Json } from './components.ts'

/** What is said of a schema in one place, and does not go with its name. */
const ofThePlace = ['description', 'default', 'deprecated', 'examples']

/** Keywords that only this server uses. */
const ownKeywords = ['freeForm', 'inWords', 'clamped']

/** A schema as published: what has a title becomes a component of that name, our own keywords become plain ones. */
export function publish(schema: unknown, components: Components): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, nullIgnored, recursive, onEmpty: _, unbound: __, visible: ___, ...rest } = schema as Json
  if (typeof recursive === 'string') return ref('schemas', recursive)
  if (nullIgnored === true) return publish(withoutNull({ title, ...rest }), components)
  if (typeof title !== 'string') return plain(rest, components)
  const place = Object.fromEntries(Object.entries(rest).filter(([key]) => ofThePlace.includes(key)))
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !ofThePlace.includes(key)))
  const named = plain(withoutNull(own), components)
  const example = isRecord(own) ? { examples: [exampleOf(own)] } : {}
  const reference = share(components, 'schemas', title, { ...named, ...example })
  return takesNull(own) ? { anyOf: [reference, { type: 'null' }], ...place } : { ...reference, ...place }
}

/** An object that is no page of others: viewers put the example of a page together themselves. */
const isRecord = ({ properties }: Json): boolean =>
  properties !== undefined && !('next_cursor' in (properties as Json))

const takesNull = ({ type }: Json): boolean => Array.isArray(type) && type.includes('null')

/** The same schema without `null` among what it allows. */
function withoutNull(schema: Json): Json {
  if (!takesNull(schema)) return schema
  const types = (schema.type as string[]).filter((type) => type !== 'null')
  const copy: Json = { ...schema, type: types.length === 1 ? types[0] : types }
  if (Array.isArray(copy.enum)) copy.enum = copy.enum.filter((value) => value !== null)
  return copy
}

function plain(schema: Json, components: Components): Json {
  const copy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') copy[key] = mapped(value as Json, components)
    else if (key === 'items' || key === 'additionalProperties' || key === 'not')
      copy[key] = publish(value, components)
    else if (key === 'anyOf' || key === 'oneOf')
      copy[key] = (value as unknown[]).map((one) => publish(one, components))
    else if (!ownKeywords.includes(key) && !key.startsWith('~') && value !== undefined) copy[key] = value
  }
  // Larger values are clamped to it, so clients need not validate it.
  if (schema.clamped) delete copy.maximum
  if (schema.freeForm && [schema.type].flat().includes('object')) copy.additionalProperties = true
  // An id is text everywhere, so that where types are checked the id of one answer fits into the next request.
  if (copy.format === 'uuid') delete copy.format
  return copy
}

const mapped = (properties: Json, components: Components): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, publish(value, components)]))
