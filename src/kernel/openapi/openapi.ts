import { requestBodyOf, successOf } from './content.ts'
import { parametersOf } from './parameters.ts'
import { problemsOf } from './problems.ts'
import { resourceOf, type AnyOperation } from '../operation.ts'
import { problemTypes } from '../problem.ts'
import { scopes } from '../scopes.ts'

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
  const body = requestBodyOf(op, components)
  if (body) result.requestBody = body
  return result
}
