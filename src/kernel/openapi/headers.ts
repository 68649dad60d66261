import { share, type Components, type Json } from './components.ts'
import { isWrite, type AnyOperation } from '../operation.ts'

/** Every header an answer can carry that means something to a client. */
const meanings = {
  'X-Request-ID': 'The id of this request: yours, when you sent one. Quote it when you report a problem.',
  ETag: 'The version of what is answered. Send it as `If-None-Match` on a read, as `If-Match` on a write.',
  'Idempotent-Replayed': '`true` when the first answer to this `Idempotency-Key` is given again.',
  'X-RateLimit-Limit': 'Requests a minute of your access token, on errors too; a session has no limit.',
  'X-RateLimit-Remaining': 'How many of them are left.',
  'X-RateLimit-Reset': 'When all of them are there again, in seconds since 1970.',
  'Content-Disposition': '`attachment` with the name of the file (RFC 6266, RFC 8187).',
  'Accept-Ranges': '`bytes`: parts can be asked for with `Range`.',
  'Content-Range': 'Which bytes of how many.',
  'Retry-After': 'How many seconds to wait before trying again.',
  'WWW-Authenticate':
    'What was wrong with the token, the scopes to ask for, and in `resource_metadata` where to find how (RFC 6750, RFC 9728).',
  Deprecation: 'Since when the operation is retired (RFC 9745).',
  Sunset: 'When it goes (RFC 8594).',
  Link: 'What takes its place: `rel="successor-version"`.',
} as const
/** A header of an answer, by its name. */
export type Header = keyof typeof meanings

const limits: Header[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const retired: Header[] = ['Deprecation', 'Sunset', 'Link']

/** References to headers, each described once. */
export function headersOf(names: readonly Header[], components: Components): Json {
  const entries = names.map((name) => {
    const header = { description: meanings[name], schema: { type: 'string' } }
    return [name, share(components, 'headers', name, header)]
  })
  return Object.fromEntries(entries) as Json
}

/** The headers of a success. */
export function successHeaders(op: AnyOperation): Header[] {
  if (op.scope === 'none') return ['X-Request-ID']
  return [
    'X-Request-ID',
    ...(op.reply.status === 204 || op.reply.live ? [] : (['ETag'] as const)),
    ...(isWrite(op) ? (['Idempotent-Replayed'] as const) : []),
    ...(op.scope === 'session' ? [] : limits),
    ...(op.reply.file ? (['Content-Disposition', 'Accept-Ranges'] as const) : []),
    ...(op.deprecated ? retired : []),
  ]
}

/** What problems need beside the request id, by status and type. */
const ofProblem: [status: number, type: string | null, header: Header][] = [
  [401, null, 'WWW-Authenticate'],
  [403, 'urn:svc:problem:insufficient-scope', 'WWW-Authenticate'],
  [409, 'urn:svc:problem:idempotency-key-in-flight', 'Retry-After'],
  [416, null, 'Content-Range'],
  [429, null, 'Retry-After'],
  [503, null, 'Retry-After'],
]

/** The headers of a problem. */
export function problemHeaders(status: number, types: readonly string[], isRetired: boolean): Header[] {
  const special = ofProblem.filter(([at, type]) => at === status && (type === null || types.includes(type)))
  return [
    'X-Request-ID',
    ...special.map(([, , header]) => header),
    ...(status === 429 ? limits : []),
    ...(isRetired ? retired : []),
  ]
}
