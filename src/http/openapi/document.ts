import type { Components, JsonObject } from './components.ts'
import { buildRequestBody, buildSuccessResponses } from './content.ts'
import { buildParameters, shareParameters } from './parameters.ts'
import { buildProblemResponses } from './problems.ts'
import { toPublicSchema } from './schemas.ts'
import { buildSdkHints } from './sdk.ts'
import { describeAuthentication, buildSecurity, buildSecuritySchemes } from './security.ts'
import { getResourceName, type AnyOperation } from '../operation.ts'
import { problemTypes } from '../../core/errors.ts'
import * as s from '../../core/schema.ts'

/** Version of the contract: `info.version` here and `api_version` in webhook payloads. */
export const CONTRACT_VERSION = '2026-09-25'

/** Builds the OpenAPI 3.1 document. `about` describes each resource, `events` each event type. */
export function buildOpenApiDocument(
  operations: readonly AnyOperation[],
  baseUrl: string,
  about: Record<string, string>,
  events: Record<string, string>,
): JsonObject {
  const components: Components = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} }
  toPublicSchema(problemSchema, components)
  const parameters = shareParameters(
    operations.map((op) => buildParameters(op, components)),
    components,
  )
  const paths: Record<string, JsonObject> = {}
  for (const [index, op] of operations.entries()) {
    const path = (paths[op.path] ??= {})
    path[op.method.toLowerCase()] = buildOperation(op, parameters[index]!, components)
  }
  const resources = [...new Set(operations.map(getResourceName))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      summary: 'Task and project management for organizations',
      version: CONTRACT_VERSION,
      description,
      contact: { name: 'The operators of this server', url: `${baseUrl}/about` },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearerAuth: [] }],
    tags: resources.map((name) => ({ name, description: about[name] ?? name })),
    paths,
    components: { ...sortComponents(components), securitySchemes: buildSecuritySchemes(baseUrl) },
    // Not an enum: clients must accept new event types.
    'x-events': Object.entries(events).map(([type, text]) => ({ type, description: text })),
  }
}

const sortComponents = (components: Components): JsonObject =>
  Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1))),
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
    type: s.stringEnum(s.namedEnum('ProblemType', problemTypes), 'Stable identifier of the error type.'),
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

function buildOperation(op: AnyOperation, parameters: JsonObject[], components: Components): JsonObject {
  const types = Object.keys(op.emits ?? {}).map((type) => `\`${type}\``)
  const emitsNote = types.length > 0 ? `Emits ${types.join(', ')}.` : undefined
  const result: JsonObject = {
    operationId: op.id,
    summary: op.summary,
    description: [op.description, describeAuthentication(op), emitsNote].filter(Boolean).join('\n\n'),
    tags: [getResourceName(op)],
    security: buildSecurity(op),
    parameters,
    responses: { ...buildSuccessResponses(op, components), ...buildProblemResponses(op, components) },
    'x-sdk': buildSdkHints(op),
  }
  if (op.deprecated) result.deprecated = true
  const body = buildRequestBody(op, components)
  if (body) result.requestBody = body
  return result
}
