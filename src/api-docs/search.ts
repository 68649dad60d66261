import {
  getSchemaName,
  resolveRef,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiSchema,
} from './openapi.ts'

export interface SearchEntry {
  title: string
  subtitle: string
  href: string
  /** Case-folded text with high weight: ids, titles, paths, names of parameters. */
  names: string
  /** Case-folded text with low weight: descriptions and everything else. */
  texts: string
}

const MAX_QUERY_LENGTH = 200

const normalize = (text: string): string => text.toLowerCase()

export function buildSearchIndex(document: OpenApiDocument): SearchEntry[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.[0] !== undefined)
      .map(([method, operation]) => buildOperationEntry(document, method.toUpperCase(), path, operation)),
  )
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => ({
    title: name,
    subtitle: 'object',
    href: `/docs/objects/${name}`,
    names: normalize(name),
    texts: normalize(collectTexts(schema).join(' ')),
  }))
  return [...operations, ...objects]
}

function buildOperationEntry(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OpenApiOperation,
): SearchEntry {
  const { operationId, summary, description = '', tags, parameters = [] } = operation
  const resolvedParameters = parameters.map((one) => resolveRef<OpenApiParameter>(document, one))
  return {
    title: summary,
    subtitle: `${method} ${path}`,
    href: `/docs/${tags[0]}#${operationId}`,
    names: normalize([operationId, summary, method, path, ...resolvedParameters.map(({ name }) => name)].join(' ')),
    texts: normalize([description, ...resolvedParameters.map((one) => one.description)].join(' ')),
  }
}

function collectTexts(schema: OpenApiSchema): string[] {
  const { description = '', enum: values = [], properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]
  return [
    description,
    ...values.map(String),
    ...Object.keys(properties),
    ...parts.flatMap((part) => (getSchemaName(part) === undefined ? collectTexts(part) : [])),
  ]
}

/** Finds the entries that contain every word of a query, ordered by matches in their names. */
export function findSearchEntries(index: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = normalize(query.slice(0, MAX_QUERY_LENGTH)).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .filter(({ names, texts }) => words.every((word) => names.includes(word) || texts.includes(word)))
    .map((entry) => ({ entry, named: words.filter((word) => entry.names.includes(word)).length }))
    .toSorted((a, b) => b.named - a.named || a.entry.names.length - b.entry.names.length)
    .map(({ entry }) => entry)
}
