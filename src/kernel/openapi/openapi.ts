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

/** The date of the contract: `info.version` here and `api_version` in webhook payloads. */
export const contractVersion = '2026-09-25'

/**
 * The OpenAPI 3.1 document of the operations. Whatever several of them share is a component: schemas with a title,
 * parameters, headers, the responses that are problems. Everything hangs off the declarations. `about` says what each
 * resource is, `events` what each type of event says.
 */
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
    path[op.method.toLowerCase()] = operationObject(op, parameters[index]!, components)
  }
  const used = [...new Set(operations.map(resourceOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      summary: 'Task and project management for organizations',
      version: contractVersion,
      contact: { name: 'The operators of this server', url: `${baseUrl}/about` },
      description,
    },
    servers: [{ url: baseUrl }],
    security: [{ bearerAuth: [] }],
    tags: used.map((name) => ({ name, description: about[name] ?? name })),
    paths,
    components: { ...inOrder(components), securitySchemes: securitySchemes(baseUrl) },
    // Not the words of a field: a client that knows only some of them has to live with more.
    'x-events': Object.entries(events).map(([type, said]) => ({ type, description: said })),
  }
}

/** The components of each kind in the order of their names, so that adding one moves no other. */
const inOrder = (components: Components): Json =>
  Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts as Json).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  )

const description = `A JSON API to manage organizations, projects and tasks.

* Every error is an RFC 9457 problem: branch on \`status\` and \`type\`.
* Lists answer \`{data, next_cursor}\`: send \`next_cursor\` back as \`cursor\` for the next page.
* Reads carry an \`ETag\`; send it as \`If-None-Match\` to get 304, or as \`If-Match\` on a write to get 412 instead of
  overwriting somebody else's change.
* Every write honours an \`Idempotency-Key\` for 24 hours: retry as often as you like.
* PATCH takes a JSON merge patch: an absent field stays as it is.`

const problemSchema = {
  title: 'Problem',
  description: 'An error (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    type: oneOf(words('ProblemType', problemTypes)),
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { description: 'A sentence; for a validation problem the list of errors.' },
    instance: { type: 'string', description: 'The path of the request.' },
    request_id: { type: 'string', description: 'Quote it when you report a problem.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['msg'],
        properties: {
          loc: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description: 'Where, as in `["body", "title"]`.',
          },
          msg: { type: 'string' },
          type: { type: 'string' },
          allowed: { type: 'array', items: { type: 'string' }, description: 'What is allowed there.' },
          required: {
            type: ['string', 'null'],
            description: 'The missing scope; null: not available to tokens.',
          },
          reason: { type: 'string' },
          version: { type: 'integer', description: 'The version that something is at by now.' },
        },
      },
    },
  },
}

function operationObject(op: AnyOperation, parameters: Json[], components: Components): Json {
  const types = Object.keys(op.emits ?? {}).map((type) => `\`${type}\``)
  const emitted = types.length > 0 ? `Emits ${types.join(', ')}.` : undefined
  const result: Json = {
    operationId: op.id,
    summary: op.summary,
    description: [op.description, accessNote(op), emitted].filter(Boolean).join('\n\n'),
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
