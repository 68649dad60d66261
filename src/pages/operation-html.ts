import { markup, type Markup } from './layout.ts'
import {
  resolved,
  type ApiDocument,
  type Media,
  type Operation,
  type Parameter,
  type Ref,
  type Response,
  type Schema,
} from './openapi.ts'
import { field, fields, kindOf, prose } from './schema-html.ts'

/** One operation, where it is served. */
export interface Served {
  path: string
  method: string
  operation: Operation
}

const places = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const

/** The whole of an operation: what it does, what it takes, what it answers. */
export function operationSection(document: ApiDocument, served: Served): Markup {
  const { operation, method, path } = served
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(document, one))
  return markup`<section id="${operation.operationId}">
<h2><a href="#${operation.operationId}">${operation.summary}</a>${
    operation.deprecated && markup` <span class="needed">deprecated</span>`
  }</h2>
<p class="way"><b>${method}</b> <code>${path}</code></p>
${prose(operation.description)}
${places.map(([where, title]) =>
  parameterList(
    title,
    parameters.filter((one) => one.in === where),
  ),
)}
${bodyOf(document, operation)}
<h3>Try it</h3>
<pre><code>${curlOf(document, served, parameters)}</code></pre>
${answersOf(document, operation)}
</section>`
}

function parameterList(title: string, parameters: Parameter[]): Markup {
  if (parameters.length === 0) return markup``
  const list = parameters.map(({ name, schema = {}, required, description }) =>
    field(name, schema, required ?? false, description),
  )
  return markup`<h3>${title}</h3><dl>${list}</dl>`
}

/** The body to show where one can be sent in several types: JSON as it is, else the first. */
function mainMedia(content: Record<string, Media>): [string, Media] | undefined {
  const all = Object.entries(content)
  return all.find(([type]) => type === 'application/json') ?? all[0]
}

function bodyOf(document: ApiDocument, { requestBody }: Operation): Markup {
  if (!requestBody) return markup``
  const { content, required } = resolved<{ required?: boolean; content: Record<string, Media> }>(
    document,
    requestBody,
  )
  const [type = '', media] = mainMedia(content) ?? []
  const schema = media?.schema && resolved(document, media.schema as object)
  return markup`<h3>Body</h3><p class="soft">${type}${required === false && ', may be left out'}</p>
${schema && fields(schema)}`
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A command line that sends the operation, and one more where it answers with a stream; ids are written in capitals, for the
 * reader to fill in.
 */
function curlOf(document: ApiDocument, { path, method, operation }: Served, parameters: Parameter[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&')
  const lines = [`curl ${quoted(`${document.servers[0]?.url ?? ''}${filled}${query && `?${query}`}`)}`]
  if (method !== 'GET') lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $TOKEN"`)
  const body = operation.requestBody && resolved(document, operation.requestBody)
  const [type, media] = (body && mainMedia(body.content)) ?? []
  if (type?.startsWith('multipart/')) lines.push(`-F 'file=@FILE'`)
  else if (type) {
    lines.push(`-H 'Content-Type: ${type}'`)
    if (media?.example !== undefined) lines.push(`-d ${quoted(written(media.example))}`)
  }
  const streams =
    '200' in operation.responses && 'text/event-stream' in contentOf(document, operation.responses['200'])
  const all = streams ? [lines, [...lines, `-N -H 'Accept: text/event-stream'`]] : [lines]
  return all.map((one) => one.join(' \\\n  ')).join('\n\n')
}

const contentOf = (document: ApiDocument, response: Ref<Response>): Record<string, Media> =>
  resolved(document, response).content ?? {}

function exampleOf(document: ApiDocument, { schema, example }: Media): Markup {
  const shown = example ?? (schema && resolved<Schema>(document, schema).examples?.[0])
  if (shown === undefined) return markup``
  return markup`<details><summary>An example</summary><pre><code>${written(shown)}</code></pre></details>`
}

function answersOf(document: ApiDocument, { responses }: Operation): Markup {
  const all = Object.entries(responses).map(([status, one]) => ({ status, ...resolved(document, one) }))
  const problems = all.filter(({ status }) => Number(status) >= 400)
  const others = all.filter(({ status }) => Number(status) < 400)
  const answer = ({ status, description, content = {} }: (typeof all)[number]) => {
    const [type, media] = mainMedia(content) ?? []
    const others = Object.entries(content).filter(([other]) => other !== type)
    return markup`<dt><code>${status}</code> <span class="soft">${type}${
      media?.schema && markup` ${kindOf(media.schema)}`
    }</span></dt><dd>${prose(description)}${Number(status) < 400 && media && exampleOf(document, media)}${others.map(
      ([other, one]) =>
        markup`<p class="soft">or ${other}</p>${prose(one.schema?.description)}${exampleOf(document, one)}`,
    )}</dd>`
  }
  return markup`<h3>Answers</h3><dl>${others.map(answer)}</dl>${
    problems.length > 0 &&
    markup`<details><summary>Problems: ${problems.map(({ status }) => status).join(', ')}</summary><dl>${problems.map(
      answer,
    )}</dl></details>`
  }`
}
