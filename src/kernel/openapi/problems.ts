import { actsOnOne } from './parameters.ts'
import { isWrite, type AnyOperation } from '../operation.ts'
import * as problem from '../problem.ts'

interface Case {
  type: string
  when: string
}

const plain = (when: string): Case => ({ type: 'about:blank', when })
const urn = (name: string, when: string): Case => ({ type: `urn:svc:problem:${name}`, when })

/** Every problem an operation can answer, by status, as response objects. */
export function problemsOf(op: AnyOperation): Record<string, unknown> {
  const cases = new Map<number, Case[]>()
  const add = (status: number, ...more: Case[]) => cases.set(status, [...(cases.get(status) ?? []), ...more])
  if (op.scope !== 'none') authentication(op, add)
  input(op, add)
  for (const [status, when] of Object.entries(op.problems ?? {})) add(Number(status), plain(when))
  if (actsOnOne(op)) add(412, urn('precondition-failed', '`If-Match` is stale; nothing was written'))
  if (op.method === 'POST') idempotency(add)
  add(500, urn('internal', 'an unexpected error; quote the request id'))
  add(503, plain('the database or the storage of files does not answer; retry after `Retry-After` seconds'))
  return Object.fromEntries(
    [...cases].sort(([a], [b]) => a - b).map(([status, list]) => [status, response(status, list)]),
  )
}

type Add = (status: number, ...more: Case[]) => void

function authentication(op: AnyOperation, add: Add): void {
  add(
    401,
    plain('no bearer token'),
    urn('token-invalid', 'unknown or malformed token, or its principal is gone'),
  )
  add(401, urn('token-expired', 'past its expiry'), urn('token-revoked', 'revoked'))
  add(
    429,
    urn('rate-limit', 'too many requests with this access token; wait `Retry-After` seconds'),
    plain('too many failed authentications from this address'),
  )
  if (op.scope !== 'session')
    add(403, urn('token-policy', "the organization's token policy refuses the access token"))
  if (op.scope === 'session')
    add(403, urn('insufficient-scope', 'not available to access tokens (`required` is null)'))
  else if (op.scope !== 'any') add(403, urn('insufficient-scope', `the token lacks \`${op.scope}\``))
  if (isWrite(op)) add(403, urn('test-token-read-only', 'a test token never writes'))
  if (op.scope !== 'any' || op.path.includes('{')) add(403, plain('known, but not allowed'))
}

function input(op: AnyOperation, add: Add): void {
  if (op.path.includes('{')) add(404, plain('missing, or not for you to see: the same answer'))
  if (op.list || op.filters || op.query)
    add(
      400,
      urn(
        'invalid-parameter',
        'a query parameter outside what is accepted; `errors[0].allowed` lists what is',
      ),
    )
  if (op.reply.file) add(416, plain('the file has no such part; `Content-Range` tells its size'))
  if (op.body || op.query || op.list)
    add(422, urn('validation', 'body or query did not validate; `errors` lists each failure'))
  if (!op.body) return
  if (op.upload) {
    add(408, plain('the form does not arrive: its sender pauses for over 30 seconds'))
    add(413, plain('the file is too large, or the form has too many parts'))
    add(415, plain('the body is no form (`multipart/form-data`)'))
  } else {
    add(413, plain('the body is over 1 MB'))
    add(415, plain('the body is not JSON'))
  }
}

function idempotency(add: Add): void {
  add(400, urn('idempotency-key-invalid', 'the key is not 1 to 255 printable ASCII characters'))
  add(409, urn('idempotency-key-in-flight', 'the first request with this key has not finished'))
  add(422, urn('idempotency-key-reused', 'the key was first used for a different request'))
}

/** What is really answered, for the types that come first at a status. */
const samples: Record<string, problem.Problem> = {
  'urn:svc:problem:token-policy': problem.tokenPolicy(
    403,
    'require_token_expiry',
    'The organization allows only tokens that expire.',
  ),
  'urn:svc:problem:insufficient-scope': problem.insufficientScope(null),
  'urn:svc:problem:invalid-parameter': problem.invalidParameter(
    'sort_order',
    'sort_order does not take "up".',
    ['asc', 'desc'],
  ),
  'urn:svc:problem:validation': problem.invalid(
    ['query', 'limit'],
    'limit is at least 1.',
    'greater_than_equal',
  ),
  'urn:svc:problem:rate-limit': problem.rateLimited(17),
  'urn:svc:problem:precondition-failed': problem.preconditionFailed(),
  'urn:svc:problem:idempotency-key-invalid': problem.idempotencyKeyInvalid(),
  'urn:svc:problem:idempotency-key-in-flight': problem.idempotencyKeyInFlight(),
  'urn:svc:problem:idempotency-key-reused': problem.idempotencyKeyReused(),
  'urn:svc:problem:internal': problem.internalError(),
}

const plainSamples: Record<number, problem.Problem> = { 401: problem.unauthorized(), 404: problem.notFound() }

function response(status: number, cases: Case[]): Record<string, unknown> {
  const lines = cases.map(({ type, when }) => `* \`${type}\`: ${when}`)
  const { type, when } = cases[0]!
  const own = `${when[0]!.toUpperCase()}${when.slice(1)}.`
  const sample = samples[type] ?? plainSamples[status] ?? new problem.Problem(status, own)
  const example = sample.toBody('/v1/…', 'b1946ac9-2492-4d23-9c0a-1f6a0d4a7e51')
  return {
    description: lines.join('\n'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}
