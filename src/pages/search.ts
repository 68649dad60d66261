import { markup } from './layout.ts'
import { operationLine, referencePage } from './reference.ts'
import type { Served } from './operation-html.ts'
import { operationsOf, resolved, type ApiDocument, type Parameter } from './openapi.ts'

/** The most results of each kind on a page. */
const MAX_RESULTS = 100

/** One thing that can be found; a match in its names comes before one in its text. */
interface Entry<T> {
  names: string
  text: string
  found: T
}

interface Index {
  operations: Entry<Served & { resource: string }>[]
  objects: Entry<string>[]
}

const indexes = new WeakMap<ApiDocument, Index>()

/** The page of what a search of the reference finds: operations and objects that hold every word. */
export function searchPage(document: ApiDocument, words: string): string {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const { operations, objects } = loadIndex(document)
  const lines = find(operations, wanted).map((served) => operationLine(served.resource, served))
  const links = find(objects, wanted).map(
    (name) => markup`<li><b>object</b><a href="/docs/objects/${name}">${name}</a></li>`,
  )
  const none = markup`<p>Nothing holds ${wanted.length > 1 && 'all of '}these words. Search for fewer, or for a part of a path.</p>`
  const results = markup`${lines.length > 0 && markup`<section><h2>Operations</h2><ul class="ways">${lines}</ul></section>`}
${links.length > 0 && markup`<section><h2>Objects</h2><ul class="ways">${links}</ul></section>`}
${lines.length + links.length === 0 && none}`
  const body = markup`<h1>Search</h1>
${wanted.length === 0 ? markup`<p>Enter a word of what you look for, such as <code>assignee</code> or <code>/v1/tasks</code>.</p>` : results}`
  return referencePage(document, words === '' ? 'Search' : `Search: ${words}`, body, { words })
}

function find<T>(entries: readonly Entry<T>[], wanted: readonly string[]): T[] {
  if (wanted.length === 0) return []
  const all = (text: string) => wanted.every((word) => text.includes(word))
  const matches = entries.filter(({ names, text }) => all(`${names} ${text}`))
  const named = matches.filter(({ names }) => all(names))
  const others = matches.filter((entry) => !named.includes(entry))
  return [...named, ...others].slice(0, MAX_RESULTS).map(({ found }) => found)
}

function loadIndex(document: ApiDocument): Index {
  const known = indexes.get(document)
  if (known) return known
  const operations = document.tags.flatMap(({ name }) =>
    operationsOf(document, name).map((served) => ({
      ...namesAndText(document, served),
      found: { ...served, resource: name },
    })),
  )
  const objects = Object.entries(document.components.schemas).map(
    ([name, { description = '', properties = {} }]) => ({
      names: name.toLowerCase(),
      text: [description, ...Object.keys(properties)].join(' ').toLowerCase(),
      found: name,
    }),
  )
  const index = { operations, objects }
  indexes.set(document, index)
  return index
}

function namesAndText(document: ApiDocument, { method, path, operation }: Served) {
  const { operationId, summary, description = '', parameters = [] } = operation
  const texts = parameters.flatMap((one) => {
    const parameter = resolved<Parameter>(document, one)
    return [parameter.name, parameter.description ?? '']
  })
  return {
    names: [method, path, operationId, summary].join(' ').toLowerCase(),
    text: [description, ...texts].join(' ').toLowerCase(),
  }
}
