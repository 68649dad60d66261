import { componentRef, shareComponent, type Components, type JsonObject } from './components.ts'
import { buildHeaders, listProblemHeaders } from './headers.ts'
import { supportsIfMatch } from './parameters.ts'
import { problemExamples } from './problem-examples.ts'
import { isWrite, type AnyOperation } from '../operation.ts'

interface Case {
  type: string
  when: string
  own?: true
}

const buildBlankCase = (when: string): Case => ({ type: 'about:blank', when })
const urn = (name: string, when: string): Case => ({ type: `urn:svc:problem:${name}`, when })

function listProblemCases(op: AnyOperation): Map<number, Case[]> {
  const cases = new Map<number, Case[]>()
  const add = (status: number, ...more: Case[]) => cases.set(status, [...(cases.get(status) ?? []), ...more])
  if (op.scope !== 'none') addAuthentication(op, add)
  addInput(op, add)
  for (const [status, problem] of Object.entries(op.problems ?? {}))
    add(Number(status), { ...(typeof problem === 'string' ? buildBlankCase(problem) : problem), own: true })
  if (supportsIfMatch(op))
    add(412, urn('precondition-failed', '`If-Match` does not match the current ETag; nothing was written.'))
  if (op.lockClaims) {
    add(412, urn('precondition-failed', 'The claim in `If-Claim` has ended or is not yours; nothing was written.'))
    if (!hasQuery(op)) add(400, urn('invalid-parameter', '`If-Claim` is malformed.'))
  }
  if (refusesIfMatch(op)) add(400, urn('invalid-parameter', 'The operation does not accept `If-Match`.'))
  if (isWrite(op)) addIdempotency(add)
  add(500, urn('internal', 'Internal error; report it with the request id.'))
  const unavailable = buildBlankCase(
    'The database or the file storage is unavailable; retry after `Retry-After` seconds.',
  )
  if (op.scope === 'none') add(503, { ...unavailable, own: true })
  else add(503, urn('too-many-at-once', TOO_MANY_AT_ONCE), unavailable)
  return new Map([...cases].sort(([a], [b]) => a - b))
}

export const listProblemTypes = (op: AnyOperation, status: number): string[] =>
  listTypes(listProblemCases(op).get(status) ?? [])

type Add = (status: number, ...more: Case[]) => void

function addAuthentication(op: AnyOperation, add: Add): void {
  add(
    401,
    buildBlankCase('No credentials, or a session cookie that this request must not use.'),
    urn('token-invalid', 'The token is unknown or malformed, or its user or service account no longer exists.'),
    urn('token-expired', 'The token or session has expired.'),
    urn('token-revoked', 'The token was revoked.'),
  )
  add(
    429,
    urn('rate-limit', 'Too many requests with this token or session; retry after `Retry-After` seconds.'),
    buildBlankCase('Too many failed authentications from this IP address.'),
  )
  if (op.scope !== 'session') add(403, urn('token-policy', "The token violates the organization's token policy."))
  if (op.scope === 'session')
    add(403, urn('insufficient-scope', 'Not available to access tokens (`required` is null).'))
  else if (op.scope !== 'any')
    add(403, urn('insufficient-scope', 'The token lacks the scope of the operation (`required` names it).'))
  if (op.requiresRecentLogin) add(403, urn('fresh-sign-in-required', LOGIN_TOO_OLD))
  if (isWrite(op)) add(403, urn('test-token-read-only', 'Test tokens are read-only.'))
  if (op.scope !== 'any' || op.path.includes('{'))
    add(403, buildBlankCase('The resource is visible, but the caller lacks the right to do this.'))
}

const TOO_MANY_AT_ONCE =
  'Too many concurrent requests from this user; send fewer, and retry after `Retry-After` seconds.'

const LOGIN_TOO_OLD =
  'The request creates a token, makes a member an owner or deletes an organization, and the last sign-in of the browser session is over 10 minutes ago.'

/** Returns whether 400 means `If-Match`, rather than a query parameter. */
const refusesIfMatch = (op: AnyOperation): boolean => isWrite(op) && !supportsIfMatch(op) && !hasQuery(op)

const hasQuery = (op: AnyOperation): boolean => Boolean(op.list ?? op.filters ?? op.query)

function addInput(op: AnyOperation, add: Add): void {
  if (op.path.includes('{')) add(404, buildBlankCase('The resource does not exist or is not visible to the caller.'))
  if (hasQuery(op))
    add(
      400,
      urn('invalid-parameter', 'A query parameter has an invalid value; `errors[0].allowed` lists the valid ones.'),
    )
  if (op.reply.live)
    add(
      410,
      urn(
        'cursor-expired',
        'The cursor is too old or unknown: load the current state again, then continue without a cursor.',
      ),
    )
  if (op.reply.file) add(416, buildBlankCase('The range is not satisfiable; `Content-Range` has the file size.'))
  if (op.body || op.query || op.list)
    add(422, urn('validation', 'The body or query is invalid; `errors` lists each failure.'))
  if (!op.body) return
  if (op.upload) add(408, buildBlankCase('The client paused for over 30 seconds while sending the form.'))
  add(413, buildBlankCase('The body is over 1 MB, the file is over its limit, or the form has too many parts.'))
  add(415, buildBlankCase('The media type of the body is not supported.'))
}

function addIdempotency(add: Add): void {
  add(400, urn('idempotency-key-invalid', 'The key is not 1 to 255 printable ASCII characters.'))
  add(409, urn('idempotency-key-in-flight', 'The first request with this key is in flight.'))
  add(422, urn('idempotency-key-reused', 'The key was used for a different request.'))
}

const listTypes = (cases: readonly Case[]): string[] => [...new Set(cases.map(({ type }) => type))]

export function buildProblemResponses(op: AnyOperation, components: Components): JsonObject {
  const responses = [...listProblemCases(op)].map(([status, cases]) => {
    const response = buildResponse(status, cases, op.deprecated !== undefined, components)
    if (cases.some(({ own }) => own)) return [status, response]
    return [status, shareComponent(components, 'responses', getResponseName(op, status, cases), response)]
  })
  return Object.fromEntries(responses) as JsonObject
}

function buildResponse(
  status: number,
  cases: readonly Case[],
  isDeprecated: boolean,
  components: Components,
): JsonObject {
  const types = listTypes(cases)
  const examples = Object.fromEntries(
    types.flatMap((type) => {
      const value = problemExamples[`${status} ${type}`]
      const name = `${status}-${type.replace(/^.*:/, '')}`
      return value ? [[name, shareComponent(components, 'examples', name, { value })]] : []
    }),
  )
  return {
    description: cases.map(({ type, when }) => `* \`${type}\`: ${when}`).join('\n'),
    headers: buildHeaders(listProblemHeaders(status, types, isDeprecated), components),
    content: {
      'application/problem+json': {
        schema: componentRef('schemas', 'Problem'),
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
    },
    'x-problem-types': types,
  }
}

const RESPONSE_NAMES: Record<number, string> = {
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

/** Parts of the response name by problem type, for statuses with several sets of types. */
const NAME_PARTS: Record<string, string> = {
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

/** Returns the component name of a shared response, from its status and types. */
function getResponseName(op: AnyOperation, status: number, cases: readonly Case[]): string {
  const suffixes = listTypes(cases).map((type) => NAME_PARTS[`${status} ${type.replace(/^.*:/, '')}`] ?? '')
  return `${op.deprecated ? 'Retired' : ''}${RESPONSE_NAMES[status]}${suffixes.join('')}${getPreconditionSuffix(op, status)}`
}

/** Returns the suffix of responses that differ by the preconditions that the operation accepts. */
function getPreconditionSuffix(op: AnyOperation, status: number): string {
  const refusal = status === 400 && refusesIfMatch(op) ? 'Match' : ''
  if (!op.lockClaims) return refusal
  if (status === 412) return supportsIfMatch(op) ? 'OrClaim' : 'Claim'
  return status === 400 && !hasQuery(op) ? `Claim${refusal}` : ''
}
