import { shareComponent, type Components, type JsonObject } from './components.ts'
import { isWrite, type AnyOperation } from '../operation.ts'

const DESCRIPTIONS = {
  'X-Request-ID': 'Request id, taken from the request if you sent one. Include it when you report a problem.',
  ETag: 'Entity tag of the resource. Send it as `If-None-Match` with a read or as `If-Match` with a write.',
  Location: 'Path of what was created.',
  'Idempotent-Replayed': '`true` if this is the stored response of an earlier request with this `Idempotency-Key`.',
  'X-RateLimit-Limit': 'Requests per minute of the access token, also sent with errors. Not sent for sessions.',
  'X-RateLimit-Remaining': 'Remaining requests in the current window.',
  'X-RateLimit-Reset': 'End of the current window in Unix seconds.',
  'Content-Disposition': '`attachment` with the file name (RFC 6266, RFC 8187).',
  'Accept-Ranges': '`bytes`: `Range` is supported.',
  'Content-Range': 'Returned range and total size in bytes.',
  'Retry-After': 'Seconds to wait before a retry.',
  'WWW-Authenticate':
    'Authentication error, the scopes to request, and `resource_metadata`, the URL of the OAuth metadata (RFC 6750, RFC 9728).',
  Deprecation: 'Date of the deprecation (RFC 9745).',
  Sunset: 'Date of removal (RFC 8594).',
  Link: 'Replacement, with `rel="successor-version"`.',
} as const
type ResponseHeader = keyof typeof DESCRIPTIONS

const LIMIT_HEADERS: ResponseHeader[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const DEPRECATION_HEADERS: ResponseHeader[] = ['Deprecation', 'Sunset', 'Link']

export function buildHeaders(names: readonly ResponseHeader[], components: Components): JsonObject {
  const entries = names.map((name) => {
    const header = { description: DESCRIPTIONS[name], schema: { type: 'string' } }
    return [name, shareComponent(components, 'headers', name, header)]
  })
  return Object.fromEntries(entries) as JsonObject
}

export function listSuccessHeaders(op: AnyOperation, status: number = op.reply.status): ResponseHeader[] {
  if (op.scope === 'none') return ['X-Request-ID']
  return [
    'X-Request-ID',
    ...(op.reply.status === 204 || op.reply.live ? [] : (['ETag'] as const)),
    ...(status === 201 && op.reply.created ? (['Location'] as const) : []),
    ...(isWrite(op) ? (['Idempotent-Replayed'] as const) : []),
    ...(op.scope === 'session' ? [] : LIMIT_HEADERS),
    ...(op.reply.file ? (['Content-Disposition', 'Accept-Ranges'] as const) : []),
    ...(op.deprecated ? DEPRECATION_HEADERS : []),
  ]
}

const PROBLEM_HEADERS: [status: number, type: string | null, header: ResponseHeader][] = [
  [401, null, 'WWW-Authenticate'],
  [403, 'urn:svc:problem:insufficient-scope', 'WWW-Authenticate'],
  [409, 'urn:svc:problem:idempotency-key-in-flight', 'Retry-After'],
  [416, null, 'Content-Range'],
  [429, null, 'Retry-After'],
  [503, null, 'Retry-After'],
]

export function listProblemHeaders(status: number, types: readonly string[], isDeprecated: boolean): ResponseHeader[] {
  const additional = PROBLEM_HEADERS.filter(([at, type]) => at === status && (type === null || types.includes(type)))
  return [
    'X-Request-ID',
    ...additional.map(([, , header]) => header),
    ...(status === 429 ? LIMIT_HEADERS : []),
    ...(isDeprecated ? DEPRECATION_HEADERS : []),
  ]
}
