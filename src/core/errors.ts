/** Catalog of all errors (RFC 9457). Clients branch on `status` and `type`, which never change. */
import { accessTexts } from './messages/access-texts.ts'

export interface ErrorItem {
  loc?: (string | number)[]
  msg: string
  type?: string
  allowed?: readonly string[]
  required?: string | null
  reason?: string
  version?: number
}

export const problemTypes = [
  'about:blank',
  'urn:svc:problem:validation',
  'urn:svc:problem:invalid-parameter',
  'urn:svc:problem:precondition-failed',
  'urn:svc:problem:idempotency-key-reused',
  'urn:svc:problem:idempotency-key-in-flight',
  'urn:svc:problem:idempotency-key-invalid',
  'urn:svc:problem:rate-limit',
  'urn:svc:problem:internal',
  'urn:svc:problem:token-invalid',
  'urn:svc:problem:token-expired',
  'urn:svc:problem:token-revoked',
  'urn:svc:problem:insufficient-scope',
  'urn:svc:problem:test-token-read-only',
  'urn:svc:problem:token-policy',
  'urn:svc:problem:fresh-sign-in-required',
  'urn:svc:problem:url-refused',
  'urn:svc:problem:cursor-expired',
  'urn:svc:problem:too-many-at-once',
] as const
export type ProblemType = (typeof problemTypes)[number]

const STATUS_TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export class Problem extends Error {
  readonly status: number
  readonly type: ProblemType
  readonly title: string
  readonly errors: ErrorItem[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    detail: string,
    more: { type?: ProblemType; title?: string; errors?: ErrorItem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.type = more.type ?? 'about:blank'
    this.title = more.title ?? STATUS_TITLES[status] ?? 'Error'
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  /** Maps error paths of a separately validated part, and appends `more` to messages. */
  withErrorPaths(mapLoc: (loc: (string | number)[]) => (string | number)[], more = ''): Problem {
    if (!this.errors && more === '') return this
    const errors = this.errors?.map((item) => ({
      ...item,
      ...(item.loc && { loc: mapLoc(item.loc) }),
      msg: item.msg + more,
    }))
    const { type, title, headers } = this
    return new Problem(this.status, this.message + more, { type, title, headers, ...(errors && { errors }) })
  }

  withHeaders(headers: Record<string, string>): Problem {
    const { type, title, errors } = this
    const all = { ...this.headers, ...headers }
    return new Problem(this.status, this.message, { type, title, headers: all, ...(errors && { errors }) })
  }

  /** Returns the body. `detail` is the list of errors for validation problems, otherwise a sentence. */
  toBody(instance: string, requestId: string): Record<string, unknown> {
    const body: Record<string, unknown> = {
      type: this.type,
      title: this.title,
      status: this.status,
      detail: this.type === 'urn:svc:problem:validation' ? this.errors : this.message,
      instance,
      request_id: requestId,
    }
    if (this.errors) body.errors = this.errors
    return body
  }
}

/** The 404 without an explanation of its own. */
class GenericNotFound extends Problem {}

/** Returns 404, identical for a missing and a hidden resource. */
export const notFound = (): Problem => new GenericNotFound(404, 'Not found.')

export const isGenericNotFound = (error: unknown): boolean => error instanceof GenericNotFound

/** Returns what was found. Throws 404 otherwise. */
export function requireFound<T>(found: T | undefined | null | false): T {
  if (!found) throw notFound()
  return found
}
/** Returns 403 for a visible resource; `detail` says what is not allowed. */
export const forbidden = (detail: string) => new Problem(403, detail)
export const conflict = (detail: string) => new Problem(409, detail)

/** Returns 403 for other organizations, whether they exist or not. */
export const notAMember = () => forbidden(accessTexts.notAMember)

/** Returns 403 for an organization that requires a second factor, from a session that began without one. */
export const secondFactorRequired = (orgName: string): Problem =>
  buildLockedProblem(403, accessTexts.secondFactor(orgName))

const buildLockedProblem = (status: number, detail: string): Problem =>
  new Problem(status, detail, { errors: [{ msg: detail, type: 'second_factor_required' }] })

/** Returns the 404 of a session without a second factor, naming the organizations that require one, for any resource. */
export const notFoundOrSecondFactorRequired = (orgNames: readonly string[]): Problem =>
  buildLockedProblem(404, accessTexts.locked(orgNames.join(', ')))

/** Returns 401 for a request without a token (RFC 6750 section 3). */
export const unauthorized = () =>
  new Problem(401, 'Send a bearer token in the Authorization header.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

export function validation(errors: ErrorItem[]): Problem {
  return new Problem(422, 'The request did not validate.', {
    type: 'urn:svc:problem:validation',
    title: 'Validation failed',
    errors,
  })
}

export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') => validation([{ loc, msg, type }])

export const tooManyCombiningMarks = (loc: (string | number)[]) =>
  invalid(loc, 'More than 30 combining marks in a row are not allowed.', 'string_unicode')

/** Returns 422 for a reference to a missing or hidden resource, identical for both. */
export const unknownReference = (loc: (string | number)[], noun: string) =>
  invalid(loc, `No such ${noun}, or you can't use it here.`, 'unknown_reference')

export function invalidParameter(name: string, msg: string, allowed?: readonly string[]): Problem {
  const item: ErrorItem = { loc: ['query', name], msg, type: 'invalid_parameter' }
  if (allowed) item.allowed = allowed
  return new Problem(400, msg, {
    type: 'urn:svc:problem:invalid-parameter',
    title: 'Invalid parameter',
    errors: [item],
  })
}

/** Returns 412 for a stale If-Match. `versionOnly`: the tag has only the version, but the write replaces links too. */
export const preconditionFailed = (versionOnly = false) =>
  new Problem(
    412,
    versionOnly
      ? 'The version alone does not cover everything that this replaces. Send the full ETag of a read. Nothing was written.'
      : 'If-Match did not match the current ETag. Read the resource again and retry. Nothing was written.',
    { type: 'urn:svc:problem:precondition-failed' },
  )

export const staleVersions = (stale: { loc: string[]; read: number; version: number }[]) =>
  new Problem(
    412,
    'Some resources changed since you read them: see `errors`. Read them again and retry. Nothing was written.',
    {
      type: 'urn:svc:problem:precondition-failed',
      errors: stale.map(({ loc, read, version }) => ({
        loc,
        msg: `${loc.at(-1)} is at version ${version}, not ${read}.`,
        type: 'stale_version',
        version,
      })),
    },
  )

export const idempotencyKeyInvalid = () =>
  new Problem(400, 'Idempotency-Key must be 1 to 255 printable ASCII characters.', {
    type: 'urn:svc:problem:idempotency-key-invalid',
    title: 'Idempotency key invalid',
  })
export const idempotencyKeyReused = () =>
  new Problem(422, 'This Idempotency-Key was first used for a different request.', {
    type: 'urn:svc:problem:idempotency-key-reused',
    title: 'Idempotency key reused',
  })
export const idempotencyKeyInFlight = () =>
  new Problem(409, 'The first request with this Idempotency-Key has not finished. Retry shortly.', {
    type: 'urn:svc:problem:idempotency-key-in-flight',
    title: 'Idempotency key in flight',
    headers: { 'retry-after': '1' },
  })

export const rateLimited = (seconds: number, credential = 'access token') =>
  new Problem(429, `Too many requests with this ${credential}. Retry after ${seconds} seconds.`, {
    type: 'urn:svc:problem:rate-limit',
    title: 'Rate limit exceeded',
    headers: { 'retry-after': String(seconds) },
  })
export const tooManyFailedLogins = (seconds: number) =>
  new Problem(429, `Too many failed authentications from this IP address. Retry after ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })

export const tooManyStreams = (max: number) =>
  new Problem(429, `You have ${max} open streams, the maximum. Close one and retry.`, {
    headers: { 'retry-after': '5' },
  })

export const cursorExpired = (detail: string) =>
  new Problem(410, detail, { type: 'urn:svc:problem:cursor-expired', title: 'Cursor expired' })

export const unavailable = (detail: string) => new Problem(503, detail, { headers: { 'retry-after': '1' } })

/** Returns 503 for a user whose earlier requests use up their share of the database: `maxConcurrent` reads. */
export const tooManyConcurrentRequests = (maxConcurrent: number) =>
  new Problem(
    503,
    `Too many concurrent requests from this user: this one waited 5 seconds. Nothing was written. Send at most ${maxConcurrent} ` +
      'requests at once, and retry after Retry-After seconds.',
    {
      type: 'urn:svc:problem:too-many-at-once',
      title: 'Too many requests at once',
      headers: { 'retry-after': '1' },
    },
  )

/** Returns 500 without details, which are in the log under the request id. */
export const internalError = () =>
  new Problem(500, 'Internal error. Include the request_id when you report it.', {
    type: 'urn:svc:problem:internal',
  })
