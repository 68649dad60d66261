import { nameOf, resolved, type ApiDocument, type Operation, type Parameter, type Schema } from './openapi.ts'

/** A place of the reference that a search can lead to. */
export interface Entry {
  title: string
  /** The method and path of an operation, `object` for an object. */
  subtitle: string
  href: string
  /** Where a match counts most: ids, titles, paths, names of parameters. Folded. */
  names: string
  /** Everything else that is said of it. Folded. */
  texts: string
}

/** The longest query that is looked for; the rest is left out. */
const MAX_QUERY_LENGTH = 200

const fold = (text: string): string => text.toLowerCase()

/** Lists every operation and object of the document with the words by which it is found. */
export function buildSearchIndex(document: ApiDocument): Entry[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.[0] !== undefined)
      .map(([method, operation]) => operationEntry(document, method.toUpperCase(), path, operation)),
  )
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => ({
    title: name,
    subtitle: 'object',
    href: `/docs/objects/${name}`,
    names: fold(name),
    texts: fold(textsOf(schema).join(' ')),
  }))
  return [...operations, ...objects]
}

function operationEntry(document: ApiDocument, method: string, path: string, operation: Operation): Entry {
  const { operationId, summary, description = '', tags, parameters = [] } = operation
  const taken = parameters.map((one) => resolved<Parameter>(document, one))
  return {
    title: summary,
    subtitle: `${method} ${path}`,
    href: `/docs/${tags[0]}#${operationId}`,
    names: fold([operationId, summary, method, path, ...taken.map(({ name }) => name)].join(' ')),
    texts: fold([description, ...taken.map((one) => one.description)].join(' ')),
  }
}

/** Lists what a schema says itself: names and descriptions of its properties, the values of enums. */
function textsOf(schema: Schema): string[] {
  const {
    description = '',
    enum: values = [],
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]
  return [
    description,
    ...values.map(String),
    ...Object.keys(properties),
    ...parts.flatMap((part) => (nameOf(part) === undefined ? textsOf(part) : [])),
  ]
}

/** Finds the entries that have every word of a query, those with more of them in their names first. */
export function findEntries(index: readonly Entry[], query: string): Entry[] {
  const words = fold(query.slice(0, MAX_QUERY_LENGTH)).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .filter(({ names, texts }) => words.every((word) => names.includes(word) || texts.includes(word)))
    .map((entry) => ({ entry, named: words.filter((word) => entry.names.includes(word)).length }))
    .toSorted((a, b) => b.named - a.named || a.entry.names.length - b.entry.names.length)
    .map(({ entry }) => entry)
}
