import type { Components, Json } from './components.ts'
import { requestBodyOf, successOf } from './content.ts'
import { parametersOf, shareParameters } from './parameters.ts'
import { problemsOf } from './problems.ts'
import { publish } from './schemas.ts'
import { sdkOf } from './sdk.ts'
import { accessNote, securityOf, securitySchemes } from './security.ts'
import { resourceOf, type AnyOperation } from '../operation.ts'
import { problemTypes } from '../problem.ts'
import { oneOf, words } from '../schema.ts'

/** Version of the contract: `info.version` here and `api_version` in webhook payloads. */
export const contractVersion = '2026-09-25'

/** Builds the OpenAPI 3.1 document. `about` describes each resource, `events` each event type. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  baseUrl: string,
  about: Record<string, string>,
  events: Record<string, string>,
): Json {
  const components: Components = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} }
  publish(problemSchema, components)
  const parameters = shareParameters(
    operations.map((op) => parametersOf(op, components)),
    components,
  )
  const paths: Record<string, Json> = {}
  for (const [index, op] of operations.entries()) {
    const path = (paths[op.path] ??= {})
    path[op.method.toLowerCase()] = buildOperation(op, parameters[index]!, components)
  }
  const resources = [...new Set(operations.map(resourceOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      summary: 'Task and project management for organizations',
      version: contractVersion,
      description,
      contact: { name: 'The operators of this server', url: `${baseUrl}/about` },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearerAuth: [] }],
    tags: resources.map((name) => ({ name, description: about[name] ?? name })),
    paths,
    components: { ...sortComponents(components), securitySchemes: securitySchemes(baseUrl) },
    // Not an enum: clients must accept new event types.
    'x-events': Object.entries(events).map(([type, text]) => ({ type, description: text })),
  }
}

/** Sorts components by name, so that a new one does not move others. */
const sortComponents = (components: Components): Json =>
  Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts as Json).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  )

const description = `A JSON API to manage organizations, projects and tasks.

* Errors are RFC 9457 problems: branch on \`status\` and \`type\`.
* Lists return \`{data, next_cursor}\`: send \`next_cursor\` as \`cursor\` to get the next page.
* Reads return an \`ETag\`: send it as \`If-None-Match\` to get 304 if nothing changed, or as \`If-Match\` with a write to get
  412 instead of overwriting a concurrent change.
* Writes accept an \`Idempotency-Key\`: a retry within 24 hours returns the stored response.
* PATCH accepts a JSON merge patch: omitted fields keep their value.`

const problemSchema = {
  title: 'Problem',
  description: 'An error (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    type: oneOf(words('ProblemType', problemTypes), { description: 'Stable identifier of the error type.' }),
    title: { type: 'string', description: 'Summary of the error type.' },
    status: { type: 'integer', description: 'HTTP status code.' },
    detail: { description: 'Explanation of this error; for validation problems the list of errors.' },
    instance: { type: 'string', description: 'Path of the request.' },
    request_id: { type: 'string', description: 'Request id. Include it when you report a problem.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['msg'],
        properties: {
          loc: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description: 'Path of the invalid value, such as `["body", "title"]`.',
          },
          msg: { type: 'string', description: 'Explanation of the failure.' },
          type: { type: 'string', description: 'Stable identifier of the failure.' },
          allowed: { type: 'array', items: { type: 'string' }, description: 'Allowed values.' },
          required: {
            type: ['string', 'null'],
            description: 'Missing scope; null if the operation is not available to access tokens.',
          },
          reason: { type: 'string', description: 'Stable identifier of the reason.' },
          version: { type: 'integer', description: 'Current version of a resource that changed.' },
        },
      },
    },
  },
}

function buildOperation(op: AnyOperation, parameters: Json[], components: Components): Json {
  const types = Object.keys(op.emits ?? {}).map((type) => `\`${type}\``)
  const emitsNote = types.length > 0 ? `Emits ${types.join(', ')}.` : undefined
  const result: Json = {
    operationId: op.id,
    summary: op.summary,
    description: [op.description, accessNote(op), emitsNote].filter(Boolean).join('\n\n'),
    tags: [resourceOf(op)],
    security: securityOf(op),
    parameters,
    responses: { ...successOf(op, components), ...problemsOf(op, components) },
    'x-sdk': sdkOf(op),
  }
  if (op.deprecated) result.deprecated = true
  const body = requestBodyOf(op, components)
  if (body) result.requestBody = body
  return result
}
