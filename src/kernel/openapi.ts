import { exampleOf } from './openapi-examples.ts'
import { parametersOf } from './openapi-parameters.ts'
import { problemsOf } from './openapi-problems.ts'
import { resourceOf, type AnyOperation } from './operation.ts'
import { problemTypes } from './problem.ts'
import { scopes } from './scopes.ts'

/** The date of the contract: `info.version` here and `api_version` in webhook payloads. */
export const contractVersion = '2026-09-25'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the operations. Schemas with a title become components; everything else hangs off the
 * declaration: parameters, security, examples, and every problem an operation can answer.
 */
export function openApiDocument(
  operations: readonly AnyOperation[],
  baseUrl: string,
  about: Record<string, string>,
): Json {
  const components: Json = { Problem: problemSchema }
  const paths: Record<string, Json> = {}
  for (const op of operations) {
    const path = (paths[op.path] ??= {})
    path[op.method.toLowerCase()] = operationObject(op, components)
  }
  const used = [...new Set(operations.map(resourceOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      summary: 'Task and project management for organizations',
      version: contractVersion,
      description,
      license: { name: 'See the project', identifier: 'LicenseRef-project' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearerAuth: [] }],
    tags: used.map((name) => ({ name, description: about[name] ?? name })),
    paths,
    components: { schemas: components, securitySchemes },
  }
}

const description = `A JSON API to manage organizations, projects and tasks.

* Every error is an RFC 9457 problem: branch on \`status\` and \`type\`.
* Lists answer \`{data, next_cursor}\`: send \`next_cursor\` back as \`cursor\` for the next page.
* Reads carry an \`ETag\`; send it as \`If-None-Match\` to get 304, or as \`If-Match\` on a write to get 412 instead of
  overwriting somebody else's change.
* Every POST honours an \`Idempotency-Key\` for 24 hours: retry as often as you like.
* PATCH takes a JSON merge patch: an absent field stays as it is.`

const securitySchemes = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A session token of the identity provider. It holds every scope.',
  },
  SvcToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_… or svc_test_…',
    description:
      'An access token of one organization. Scopes:\n\n' +
      Object.entries(scopes)
        .map(([name, grants]) => `* \`${name}\`: ${grants}`)
        .join('\n'),
  },
}

const problemSchema = {
  title: 'Problem',
  description: 'An error (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    type: { type: 'string', enum: [...problemTypes] },
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
        },
      },
    },
  },
}

function securityOf(op: AnyOperation): Json[] {
  if (op.scope === 'none') return []
  if (op.scope === 'session') return [{ bearerAuth: [] }]
  return [{ bearerAuth: [] }, { SvcToken: op.scope === 'any' ? [] : [op.scope] }]
}

function accessNote(op: AnyOperation): string {
  if (op.scope === 'none') return 'Needs no authentication.'
  if (op.scope === 'session') return 'Needs a session: not available to access tokens.'
  return op.scope === 'any' ? 'Open to any token.' : `Needs the scope \`${op.scope}\`.`
}

function operationObject(op: AnyOperation, components: Json): Json {
  const emitted = op.emits?.length ? `Emits ${op.emits.map((type) => `\`${type}\``).join(', ')}.` : undefined
  const result: Json = {
    operationId: op.id,
    summary: op.summary,
    description: [op.description, accessNote(op), emitted].filter(Boolean).join('\n\n'),
    tags: [resourceOf(op)],
    security: securityOf(op),
    parameters: parametersOf(op),
    responses: { ...successOf(op, components), ...problemsOf(op) },
  }
  if (op.deprecated) result.deprecated = true
  if (op.body) {
    const schema = publish(op.body, components)
    const example = op.example?.body ?? exampleOf(op.body)
    const media = { schema, example }
    result.requestBody = {
      required: !op.bodyOptional,
      content:
        op.method === 'POST'
          ? { 'application/json': media }
          : { 'application/merge-patch+json': media, 'application/json': media },
    }
  }
  return result
}

function successOf(op: AnyOperation, components: Json): Json {
  const { status, schema, also } = op.reply
  const content: Json = {}
  const example = op.example?.reply ?? (schema ? exampleOf(schema) : undefined)
  if (schema) content['application/json'] = { schema: publish(schema, components), example }
  for (const [type, other] of Object.entries(also ?? {}))
    content[type] = { schema: publish(other, components) }
  const success: Json = { description: 'Done.', headers: headersOf(op) }
  if (Object.keys(content).length > 0) success.content = content
  const unchanged = { description: 'Unchanged since the ETag sent as `If-None-Match`; no body.' }
  return op.method === 'GET' && op.scope !== 'none'
    ? { [status]: success, 304: unchanged }
    : { [status]: success }
}

/** The headers of a success that mean something to a client. */
function headersOf(op: AnyOperation): Json {
  const header = (description: string) => ({ description, schema: { type: 'string' } })
  const headers: Json = { 'X-Request-ID': header('The id of this request.') }
  if (op.reply.status !== 204) headers.ETag = header('Version and hash of the answer.')
  if (op.method === 'POST' && op.scope !== 'none')
    headers['Idempotent-Replayed'] = header(
      '`true` when the first answer to this `Idempotency-Key` is given again.',
    )
  if (op.scope !== 'none' && op.scope !== 'session') {
    headers['X-RateLimit-Limit'] = header('Requests a minute of your access token; on errors too.')
    headers['X-RateLimit-Remaining'] = header('How many of them are left.')
    headers['X-RateLimit-Reset'] = header('When all of them are there again, in seconds since 1970.')
  }
  if (!op.deprecated) return headers
  headers.Deprecation = header('Since when it is deprecated (RFC 9745); on errors too.')
  headers.Sunset = header('When it goes (RFC 8594); on errors too.')
  headers.Link = header('What takes its place: `rel="successor-version"`; on errors too.')
  return headers
}

/** A schema as published: titled objects as components, our own keywords in plain words. */
function publish(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => publish(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'freeForm') continue
    copy[key] = key === 'enum' || key === 'default' || key === 'examples' ? value : publish(value, components)
  }
  if ((schema as Json).freeForm && [(schema as Json).type].flat().includes('object'))
    copy.additionalProperties = true
  const { title, type } = schema as { title?: string; type?: string }
  if (typeof title !== 'string' || type !== 'object') return copy
  components[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}
