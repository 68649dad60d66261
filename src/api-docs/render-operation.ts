import { markup, type Markup } from './layout.ts'
import {
  resolveRef,
  type OpenApiDocument,
  type OpenApiMediaType,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiRef,
  type OpenApiResponse,
  type OpenApiSchema,
} from './openapi.ts'
import { renderProperty, renderProperties, describeSchemaType, renderDescription } from './render-schema.ts'

interface ListedOperation {
  path: string
  method: string
  operation: OpenApiOperation
}

const parameterLocations = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const

export function renderOperation(document: OpenApiDocument, served: ListedOperation): Markup {
  const { operation, method, path } = served
  const parameters = (operation.parameters ?? []).map((one) => resolveRef<OpenApiParameter>(document, one))
  return markup`<section id="${operation.operationId}">
<h2><a href="#${operation.operationId}">${operation.summary}</a>${
    operation.deprecated && markup` <span class="needed">deprecated</span>`
  }</h2>
<p class="way"><b>${method}</b> <code>${path}</code></p>
${renderDescription(operation.description)}
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

function renderParameters(title: string, parameters: OpenApiParameter[]): Markup {
  if (parameters.length === 0) return markup``
  const list = parameters.map(({ name, schema = {}, required, description }) =>
    renderProperty(name, schema, required ?? false, description),
  )
  return markup`<h3>${title}</h3><dl>${list}</dl>`
}

function mainMedia(content: Record<string, OpenApiMediaType>): [string, OpenApiMediaType] | undefined {
  const commands = Object.entries(content)
  return commands.find(([type]) => type === 'application/json') ?? commands[0]
}

function renderBody(document: OpenApiDocument, { requestBody }: OpenApiOperation): Markup {
  if (!requestBody) return markup``
  const { content, required } = resolveRef<{ required?: boolean; content: Record<string, OpenApiMediaType> }>(
    document,
    requestBody,
  )
  const [type = '', media] = mainMedia(content) ?? []
  const schema = media?.schema && resolveRef(document, media.schema as object)
  return markup`<h3>Body</h3><p class="soft">${type}${required === false && ', optional'}</p>
${schema && renderProperties(schema)}`
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Builds a curl command, and a second one for operations that can stream. */
function buildCurl(
  document: OpenApiDocument,
  { path, method, operation }: ListedOperation,
  parameters: OpenApiParameter[],
): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const requiredParameters = parameters.filter((one) => one.in === 'query' && one.required)
  const query = requiredParameters.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&')
  const lines = [`curl ${quoteShell(`${document.servers[0]?.url ?? ''}${url}${query && `?${query}`}`)}`]
  if (method !== 'GET') lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $TOKEN"`)
  const body = operation.requestBody && resolveRef(document, operation.requestBody)
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

const getContent = (
  document: OpenApiDocument,
  response: OpenApiRef<OpenApiResponse>,
): Record<string, OpenApiMediaType> => resolveRef(document, response).content ?? {}

function renderExample(document: OpenApiDocument, { schema, example }: OpenApiMediaType): Markup {
  const displayed = example ?? (schema && resolveRef<OpenApiSchema>(document, schema).examples?.[0])
  if (displayed === undefined) return markup``
  return markup`<details><summary>Example</summary><pre><code>${toText(displayed)}</code></pre></details>`
}

function renderResponses(document: OpenApiDocument, { responses }: OpenApiOperation): Markup {
  const all = Object.entries(responses).map(([status, one]) => ({ status, ...resolveRef(document, one) }))
  const problems = all.filter(({ status }) => Number(status) >= 400)
  const others = all.filter(({ status }) => Number(status) < 400)
  const renderResponse = ({ status, description, content = {} }: (typeof all)[number]) => {
    const [type, media] = mainMedia(content) ?? []
    const others = Object.entries(content).filter(([other]) => other !== type)
    return markup`<dt><code>${status}</code> <span class="soft">${type}${
      media?.schema && markup` ${describeSchemaType(media.schema)}`
    }</span></dt><dd>${renderDescription(description)}${Number(status) < 400 && media && renderExample(document, media)}${others.map(
      ([other, one]) =>
        markup`<p class="soft">or ${other}</p>${renderDescription(one.schema?.description)}${renderExample(document, one)}`,
    )}</dd>`
  }
  return markup`<h3>Responses</h3><dl>${others.map(renderResponse)}</dl>${
    problems.length > 0 &&
    markup`<details><summary>Problems: ${problems.map(({ status }) => status).join(', ')}</summary><dl>${problems.map(
      renderResponse,
    )}</dl></details>`
  }`
}
