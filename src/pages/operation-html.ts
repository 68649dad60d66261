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

export interface Served {
  path: string
  method: string
  operation: Operation
}

const parameterLocations = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const

export function operationSection(document: ApiDocument, served: Served): Markup {
  const { operation, method, path } = served
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(document, one))
  return markup`<section id="${operation.operationId}">
<h2><a href="#${operation.operationId}">${operation.summary}</a>${
    operation.deprecated && markup` <span class="needed">deprecated</span>`
  }</h2>
<p class="way"><b>${method}</b> <code>${path}</code></p>
${prose(operation.description)}
${parameterLocations.map(([where, title]) =>
  renderParameters(
    title,
    parameters.filter((one) => one.in === where),
  ),
)}
${renderBody(document, operation)}
<h3>Try it</h3>
<pre><code>${buildCurl(document, served, parameters)}</code></pre>
${renderResponses(document, operation)}
</section>`
}

function renderParameters(title: string, parameters: Parameter[]): Markup {
  if (parameters.length === 0) return markup``
  const list = parameters.map(({ name, schema = {}, required, description }) =>
    field(name, schema, required ?? false, description),
  )
  return markup`<h3>${title}</h3><dl>${list}</dl>`
}

/** Returns the media type to show: JSON if available, else the first. */
function mainMedia(content: Record<string, Media>): [string, Media] | undefined {
  const commands = Object.entries(content)
  return commands.find(([type]) => type === 'application/json') ?? commands[0]
}

function renderBody(document: ApiDocument, { requestBody }: Operation): Markup {
  if (!requestBody) return markup``
  const { content, required } = resolved<{ required?: boolean; content: Record<string, Media> }>(
    document,
    requestBody,
  )
  const [type = '', media] = mainMedia(content) ?? []
  const schema = media?.schema && resolved(document, media.schema as object)
  return markup`<h3>Body</h3><p class="soft">${type}${required === false && ', optional'}</p>
${schema && fields(schema)}`
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Builds a curl command, and a second one for operations that can stream. Path parameters are placeholders in capitals.
 */
function buildCurl(
  document: ApiDocument,
  { path, method, operation }: Served,
  parameters: Parameter[],
): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const requiredParameters = parameters.filter((one) => one.in === 'query' && one.required)
  const query = requiredParameters.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&')
  const lines = [`curl ${quoteShell(`${document.servers[0]?.url ?? ''}${url}${query && `?${query}`}`)}`]
  if (method !== 'GET') lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $TOKEN"`)
  const body = operation.requestBody && resolved(document, operation.requestBody)
  const [type, media] = (body && mainMedia(body.content)) ?? []
  if (type?.startsWith('multipart/')) lines.push(`-F 'file=@FILE'`)
  else if (type) {
    lines.push(`-H 'Content-Type: ${type}'`)
    if (media?.example !== undefined) lines.push(`-d ${quoteShell(toText(media.example))}`)
  }
  const streams =
    '200' in operation.responses && 'text/event-stream' in getContent(document, operation.responses['200'])
  const commands = streams ? [lines, [...lines, `-N -H 'Accept: text/event-stream'`]] : [lines]
  return commands.map((one) => one.join(' \\\n  ')).join('\n\n')
}

const getContent = (document: ApiDocument, response: Ref<Response>): Record<string, Media> =>
  resolved(document, response).content ?? {}

function renderExample(document: ApiDocument, { schema, example }: Media): Markup {
  const shown = example ?? (schema && resolved<Schema>(document, schema).examples?.[0])
  if (shown === undefined) return markup``
  return markup`<details><summary>Example</summary><pre><code>${toText(shown)}</code></pre></details>`
}

function renderResponses(document: ApiDocument, { responses }: Operation): Markup {
  const all = Object.entries(responses).map(([status, one]) => ({ status, ...resolved(document, one) }))
  const problems = all.filter(({ status }) => Number(status) >= 400)
  const others = all.filter(({ status }) => Number(status) < 400)
  const renderResponse = ({ status, description, content = {} }: (typeof all)[number]) => {
    const [type, media] = mainMedia(content) ?? []
    const others = Object.entries(content).filter(([other]) => other !== type)
    return markup`<dt><code>${status}</code> <span class="soft">${type}${
      media?.schema && markup` ${kindOf(media.schema)}`
    }</span></dt><dd>${prose(description)}${Number(status) < 400 && media && renderExample(document, media)}${others.map(
      ([other, one]) =>
        markup`<p class="soft">or ${other}</p>${prose(one.schema?.description)}${renderExample(document, one)}`,
    )}</dd>`
  }
  return markup`<h3>Responses</h3><dl>${others.map(renderResponse)}</dl>${
    problems.length > 0 &&
    markup`<details><summary>Problems: ${problems.map(({ status }) => status).join(', ')}</summary><dl>${problems.map(
      renderResponse,
    )}</dl></details>`
  }`
}
