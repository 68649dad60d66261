import { buildExample } from './examples.ts'
import { componentRef, shareComponent, type Components, type JsonObject } from './components.ts'

/** Keywords that belong to the use of a schema rather than to the named component. */
const USE_KEYWORDS = ['description', 'default', 'deprecated', 'examples']

const INTERNAL_KEYWORDS = ['freeForm', 'patternMessage', 'clamped']

/** Converts a schema for the document: titled schemas become components, internal keywords are removed. */
export function toPublicSchema(schema: unknown, components: Components): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, nullMeansAbsent, recursive, onEmpty: _, notInCursor: __, visible: ___, ...rest } = schema as JsonObject
  if (typeof recursive === 'string') return componentRef('schemas', recursive)
  if (nullMeansAbsent === true) return toPublicSchema(removeNull({ title, ...rest }), components)
  if (typeof title !== 'string') return convertKeywords(rest, components)
  const useKeywords = Object.fromEntries(Object.entries(rest).filter(([key]) => USE_KEYWORDS.includes(key)))
  const component = Object.fromEntries(Object.entries(rest).filter(([key]) => !USE_KEYWORDS.includes(key)))
  const converted = convertKeywords(removeNull(component), components)
  const example = isRecord(component) ? { examples: [buildExample(component)] } : {}
  const reference = shareComponent(components, 'schemas', title, { ...converted, ...example })
  return isNullable(component)
    ? { anyOf: [reference, { type: 'null' }], ...useKeywords }
    : { ...reference, ...useKeywords }
}

/** Returns whether a schema is an object but not a page, whose example viewers compose themselves. */
const isRecord = ({ properties }: JsonObject): boolean =>
  properties !== undefined && !('next_cursor' in (properties as JsonObject))

const isNullable = ({ type }: JsonObject): boolean => Array.isArray(type) && type.includes('null')

function removeNull(schema: JsonObject): JsonObject {
  if (!isNullable(schema)) return schema
  const types = (schema.type as string[]).filter((type) => type !== 'null')
  const copy: JsonObject = { ...schema, type: types.length === 1 ? types[0] : types }
  if (Array.isArray(copy.enum)) copy.enum = copy.enum.filter((value) => value !== null)
  return copy
}

function convertKeywords(schema: JsonObject, components: Components): JsonObject {
  const copy: JsonObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') copy[key] = convertProperties(value as JsonObject, components)
    else if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(key))
      copy[key] = toPublicSchema(value, components)
    else if (key === 'anyOf' || key === 'oneOf')
      copy[key] = (value as unknown[]).map((one) => toPublicSchema(one, components))
    else if (!INTERNAL_KEYWORDS.includes(key) && !key.startsWith('~') && value !== undefined) copy[key] = value
  }
  // Larger values are clamped, so clients need not validate them.
  if (schema.clamped) delete copy.maximum
  if (schema.freeForm && [schema.type].flat().includes('object')) copy.additionalProperties = true
  // Ids are plain strings everywhere, so that typed clients can pass them between operations.
  if (copy.format === 'uuid') delete copy.format
  return copy
}

const convertProperties = (properties: JsonObject, components: Components): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toPublicSchema(value, components)]))
