import { baseStyles, renderDocument, markup, pageHeaders, buildContentSecurityPolicy, type Markup } from './layout.ts'
import { renderOperation } from './render-operation.ts'
import { getSchemaName, listTagOperations, resolveRef, type OpenApiDocument, type OpenApiSchema } from './openapi.ts'
import { renderProperties, describeSchemaType, renderDescription } from './render-schema.ts'
import { findSearchEntries, type SearchEntry } from './search.ts'

const style = `${baseStyles}
.whole { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 75rem; margin: 0 auto }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1.5rem .5rem 1.5rem 1rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .2rem .5rem; border-radius: .375rem; color: inherit; text-decoration: none }
nav a:hover { text-decoration: underline }
nav [aria-current] { background: var(--card); font-weight: 600 }
main { padding: 1.5rem 1rem 4rem; min-width: 0 }
h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .25rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem }
h1 a, h2 a { color: inherit; text-decoration: none }
h2 a:hover { text-decoration: underline }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem;
  margin: 1.25rem 0; scroll-margin-top: 1rem }
p { margin: .5rem 0 }
ul { margin: .5rem 0; padding-left: 1.25rem }
code { font-size: .9em }
pre { margin: .5rem 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--page); white-space: pre-wrap }
dl { margin: 0 }
dt { padding: .5rem 0 0; border-top: 1px solid var(--page) }
dt:first-child { border: 0 }
dt > code, .way code { font-weight: 600 }
dd { margin: 0 0 .5rem; padding-left: 1rem }
dd p { margin: .25rem 0 }
.way b { display: inline-block; min-width: 4rem; font-size: .875rem; color: var(--main) }
.ways { list-style: none; padding: 0 }
.ways li { display: grid; grid-template-columns: 4rem minmax(0, 1fr); padding: .25rem 0 }
.ways b { font-size: .8125rem; color: var(--main); padding-top: .1rem }
.results { list-style: none; padding: 0 }
.results a, .results code { display: block }
.results li { padding: .375rem 0 }
.needed { font-size: .8125rem; color: var(--warn) }
.find { display: flex; gap: .5rem; padding: 0 .5rem .75rem }
.find input { flex: 1; min-width: 0; font: inherit; padding: .375rem .5rem; min-height: 2.25rem; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .375rem }
.find button { font: inherit; padding: .375rem .75rem; min-height: 2.25rem; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .375rem; cursor: pointer }
main .find { display: none; padding: 0 0 .75rem }
summary { cursor: pointer; padding: .25rem 0; color: var(--main) }
.back { display: none }
@media (max-width: 48rem) { .whole { display: block } nav { display: none } .back { display: block }
  main .find { display: flex }
  .find input, .find button { min-height: 2.75rem }
  main { padding: 1rem .75rem 3rem } section { padding: 1rem .75rem } dd { padding-left: .5rem } }
`

/** Headers of the pages at `/docs`. They are public, so browsers may cache and revalidate them. */
export const referenceHeaders = {
  ...pageHeaders,
  'cache-control': 'no-cache',
  ...buildContentSecurityPolicy(style, "'self'"),
}

/** Renders the search field; it works without scripts, since the server searches operations and objects. */
const searchForm = (query: string): Markup => markup`<form class="find" role="search" action="/docs/search">
<input type="search" name="q" value="${query}" maxlength="200" aria-label="Search the reference" placeholder="Search">
<button>Search</button></form>`

function referencePage(
  document: OpenApiDocument,
  title: string,
  body: Markup,
  { current, query = '' }: { current?: string; query?: string } = {},
): string {
  const links = document.tags.map(
    ({ name }) =>
      markup`<li><a href="/docs/${name}"${name === current && markup` aria-current="page"`}>${name}</a></li>`,
  )
  return renderDocument(
    `${title} – ${document.info.title}`,
    style,
    markup`<div class="whole"><nav aria-label="Resources">${searchForm(query)}<ul><li><a href="/docs"${
      current === '' && markup` aria-current="page"`
    }>All operations</a></li>${links}</ul></nav>
<main>${searchForm(query)}${current !== '' && markup`<p class="back"><a href="/docs">All operations</a></p>`}
${body}</main></div>`,
  )
}

export function renderIndexPage(document: OpenApiDocument): string {
  const { info, tags, components } = document
  const schemes = Object.entries(components.securitySchemes).map(
    ([name, { description, bearerFormat }]) =>
      markup`<dt><code>${name}</code> <span class="soft">${bearerFormat}</span></dt><dd>${renderDescription(description)}</dd>`,
  )
  const resources = tags.map(({ name, description }) => {
    const lines = listTagOperations(document, name).map(
      ({ method, path, operation: { operationId, summary } }) =>
        markup`<li><b>${method}</b><span><a href="/docs/${name}#${operationId}">${summary}</a><br><code class="soft">${path}</code></span></li>`,
    )
    return markup`<section id="${name}"><h2><a href="/docs/${name}">${name}</a></h2>${renderDescription(description)}
<ul class="ways">${lines}</ul></section>`
  })
  const body = markup`<h1>${info.title}: API reference</h1>
<p class="soft">Version ${info.version}. See also the <a href="/openapi.public.json">OpenAPI document</a>.</p>
${renderDescription(info.description)}
<section><h2>Authentication</h2><p>Send a token with each request, as <code>Authorization: Bearer …</code>.</p>
<dl>${schemes}</dl></section>
${resources}`
  return referencePage(document, 'API reference', body, { current: '' })
}

export function renderResourcePage(document: OpenApiDocument, name: string): string | undefined {
  const tag = document.tags.find((one) => one.name === name)
  if (!tag) return undefined
  const all = listTagOperations(document, name)
  const body = markup`<h1>${name}</h1>${renderDescription(tag.description)}
<ul class="ways">${all.map(
    ({ method, operation: { operationId, summary } }) =>
      markup`<li><b>${method}</b><a href="#${operationId}">${summary}</a></li>`,
  )}</ul>
${all.map((served) => renderOperation(document, served))}`
  return referencePage(document, name, body, { current: name })
}

export function renderObjectPage(document: OpenApiDocument, name: string): string | undefined {
  const schemas = document.components.schemas
  if (!Object.hasOwn(schemas, name)) return undefined
  const schema: OpenApiSchema = resolveRef(document, schemas[name]! as object)
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((one) =>
    getSchemaName(one) === undefined ? renderProperties(one) : markup`<p>${describeSchemaType(one)}</p>`,
  )
  const body = markup`<h1>${name}</h1>
<section>${renderDescription(schema.description)}${choices.length > 0 ? choices : renderProperties(schema)}</section>`
  return referencePage(document, name, body)
}

const MAX_RESULTS = 50

export function renderSearchPage(document: OpenApiDocument, index: readonly SearchEntry[], query: string): string {
  const found = findSearchEntries(index, query)
  const displayed = found.slice(0, MAX_RESULTS)
  const count =
    found.length > displayed.length
      ? `The first ${displayed.length} of ${found.length} results. Add a word to narrow them down.`
      : `${found.length} ${found.length === 1 ? 'result' : 'results'}.`
  const lines = displayed.map(
    ({ title, subtitle, href }) => markup`<li><a href="${href}">${title}</a><code class="soft">${subtitle}</code></li>`,
  )
  const body =
    query.trim() === ''
      ? markup`<h1>Search</h1><p>Enter a word: the name of an operation, a path, a field, an error.</p>`
      : markup`<h1>Results for “${query}”</h1><p class="soft">${count}</p><ul class="results">${lines}</ul>`
  return referencePage(document, 'Search', body, { query })
}
