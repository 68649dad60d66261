import { ref, share, type Components, type Json } from './components.ts'
import { headersOf, problemHeaders } from './headers.ts'
import { actsOnOne } from './parameters.ts'
import { samples } from './samples.ts'
import { isWrite, type AnyOperation } from '../operation.ts'

/** One problem that an operation can answer. */
interface Case {
  type: string
  when: string
  /** Said of this operation alone. */
  own?: true
}

const plain = (when: string): Case => ({ type: 'about:blank', when })
const urn = (name: string, when: string): Case => ({ type: `urn:svc:problem:${name}`, when })

/** Every problem an operation can answer, by status. */
export function casesOf(op: AnyOperation): Map<number, Case[]> {
  const cases = new Map<number, Case[]>()
  const add = (status: number, ...more: Case[]) => cases.set(status, [...(cases.get(status) ?? []), ...more])
  if (op.scope !== 'none') authentication(op, add)
  input(op, add)
  for (const [status, said] of Object.entries(op.problems ?? {}))
    add(Number(status), { ...(typeof said === 'string' ? plain(said) : said), own: true })
  if (actsOnOne(op)) add(412, urn('precondition-failed', '`If-Match` is stale; nothing was written'))
  if (isWrite(op)) idempotency(add)
  add(500, urn('internal', 'an unexpected error; quote the request id'))
  const away = plain(
    'the database or the storage of files does not answer; retry after `Retry-After` seconds',
  )
  if (op.scope === 'none') add(503, { ...away, own: true })
  else add(503, urn('too-many-at-once', atOnceWords), away)
  return new Map([...cases].sort(([a], [b]) => a - b))
}

/** The types of problems at a status of an operation. */
export const problemTypesOf = (op: AnyOperation, status: number): string[] =>
  typesOf(casesOf(op).get(status) ?? [])

type Add = (status: number, ...more: Case[]) => void

function authentication(op: AnyOperation, add: Add): void {
  add(
    401,
    plain('no bearer token'),
    urn('token-invalid', 'unknown or malformed token, or its principal is gone'),
    urn('token-expired', 'past its expiry'),
    urn('token-revoked', 'revoked'),
  )
  add(
    429,
    urn('rate-limit', 'too many requests with this access token; wait `Retry-After` seconds'),
    plain('too many failed authentications from this address'),
  )
  if (op.scope !== 'session')
    add(403, urn('token-policy', "the organization's token policy refuses the access token"))
  if (op.scope === 'session')
    add(403, urn('insufficient-scope', 'not available to access tokens (`required` is null)'))
  else if (op.scope !== 'any')
    add(403, urn('insufficient-scope', 'the token lacks the scope of the operation (`required` names it)'))
  if (op.freshSignIn) add(403, urn('fresh-sign-in-required', freshWords))
  if (isWrite(op)) add(403, urn('test-token-read-only', 'a test token never writes'))
  if (op.scope !== 'any' || op.path.includes('{')) add(403, plain('known, but not allowed'))
}

const atOnceWords =
  'too many concurrent requests of this user; send fewer at once, and retry after `Retry-After` seconds'

const freshWords =
  'a token is minted, somebody made an owner or an organization deleted, with the sign-in of a browser whose person proved who they are over 10 minutes ago'

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
  if (op.reply.live)
    add(
      410,
      urn(
        'cursor-expired',
        'the cursor is too old, or its place is gone: read anew what you keep, then go on without one',
      ),
    )
  if (op.reply.file) add(416, plain('the file has no such part; `Content-Range` tells its size'))
  if (op.body || op.query || op.list)
    add(422, urn('validation', 'body or query did not validate; `errors` lists each failure'))
  if (!op.body) return
  if (op.upload) add(408, plain('the form does not arrive: its sender pauses for over 30 seconds'))
  add(413, plain('the body is over 1 MB, a file is over its limit, or a form has too many parts'))
  add(415, plain('the body is of no media type that is named here'))
}

function idempotency(add: Add): void {
  add(400, urn('idempotency-key-invalid', 'the key is not 1 to 255 printable ASCII characters'))
  add(409, urn('idempotency-key-in-flight', 'the first request with this key has not finished'))
  add(422, urn('idempotency-key-reused', 'the key was first used for a different request'))
}

const typesOf = (cases: readonly Case[]): string[] => [...new Set(cases.map(({ type }) => type))]

/** The responses of an operation that are problems: shared ones, but where it has something of its own to say. */
export function problemsOf(op: AnyOperation, components: Components): Json {
  const responses = [...casesOf(op)].map(([status, cases]) => {
    const response = responseOf(status, cases, op.deprecated !== undefined, components)
    if (cases.some(({ own }) => own)) return [status, response]
    return [status, share(components, 'responses', nameOf(op, status, cases), response)]
  })
  return Object.fromEntries(responses) as Json
}

function responseOf(status: number, cases: readonly Case[], retired: boolean, components: Components): Json {
  const types = typesOf(cases)
  const examples = Object.fromEntries(
    types.flatMap((type) => {
      const value = samples[`${status} ${type}`]
      const name = `${status}-${type.replace(/^.*:/, '')}`
      return value ? [[name, share(components, 'examples', name, { value })]] : []
    }),
  )
  return {
    description: cases.map(({ type, when }) => `* \`${type}\`: ${when}`).join('\n'),
    headers: headersOf(problemHeaders(status, types, retired), components),
    content: {
      'application/problem+json': {
        schema: ref('schemas', 'Problem'),
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
    },
    'x-problem-types': types,
  }
}

const names: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'FormTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

/** Where the same status has several sets of types: what each type adds to the name, a plain problem too. */
const parts: Record<string, string> = {
  '400 invalid-parameter': 'Query',
  '400 idempotency-key-invalid': 'Key',
  '403 token-policy': 'Token',
  '403 insufficient-scope': 'Scope',
  '403 fresh-sign-in-required': 'Fresh',
  '403 test-token-read-only': 'Write',
  '403 blank': 'Role',
  '422 validation': 'Input',
  '422 idempotency-key-reused': 'Key',
}

/** What a response that several operations share is called: after its status, and what is judged there. */
function nameOf(op: AnyOperation, status: number, cases: readonly Case[]): string {
  const judged = typesOf(cases).map((type) => parts[`${status} ${type.replace(/^.*:/, '')}`] ?? '')
  return `${op.deprecated ? 'Retired' : ''}${names[status]}${judged.join('')}`
}
