/**
 * The whole catalogue of errors: RFC 9457 problems. Nothing else may be thrown on purpose.
 * Clients branch on `status` and `type`; the identifiers never change.
 */

/** One structured failure: where (`loc`), what is wrong (`msg`), and what is allowed or needed. */
export interface ErrorItem {
  loc?: (string | number)[]
  msg: string
  type?: string
  allowed?: readonly string[]
  required?: string | null
  reason?: string
  /** The version that something is at by now. */
  version?: number
}

/** Every `type` a problem can carry. */
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
/** One of `problemTypes`. */
export type ProblemType = (typeof problemTypes)[number]

const phrases: Record<number, string> = {
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

/** An answer that is an error. Thrown anywhere below the pipeline, shaped by it. */
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
    this.title = more.title ?? phrases[status] ?? 'Error'
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  /**
   * The same problem with its errors at other places, for a part of a request that was judged by itself. `more` is said
   * after each message.
   */
  moved(locOf: (loc: (string | number)[]) => (string | number)[], more = ''): Problem {
    const errors = this.errors?.map((item) => ({
      ...item,
      ...(item.loc && { loc: locOf(item.loc) }),
      msg: item.msg + more,
    }))
    const { type, title, headers } = this
    return new Problem(this.status, this.message + more, { type, title, headers, ...(errors && { errors }) })
  }

  /** The same problem with more headers, or other values of them. */
  withHeaders(headers: Record<string, string>): Problem {
    const { type, title, errors } = this
    const all = { ...this.headers, ...headers }
    return new Problem(this.status, this.message, { type, title, headers: all, ...(errors && { errors }) })
  }

  /** The body: `detail` is the list of errors for a validation problem and a sentence everywhere else. */
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

/** 404, byte for byte the same for what is missing and for what the caller may not see. */
export const notFound = () => new Problem(404, 'Not found.')
/** 403: the caller sees what it asks about and may not do this with it. `detail` says what is not allowed. */
export const forbidden = (detail: string) => new Problem(403, detail)
/** 409: what is stored does not allow it. `detail` says what stands in the way. */
export const conflict = (detail: string) => new Problem(409, detail)

/** 403 for an organization the caller is no member of, whether it exists or not. */
export const notAMember = () => forbidden('You are not a member of this organization.')

/** 401 for a request without a token (RFC 6750 section 3). */
export const unauthorized = () =>
  new Problem(401, 'Send a bearer token in the Authorization header.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** 422 with all that is wrong with a request, an item each. */
export function validation(errors: ErrorItem[]): Problem {
  return new Problem(422, 'The request did not validate.', {
    type: 'urn:svc:problem:validation',
    title: 'Validation failed',
    errors,
  })
}

/** 422 for one field; `loc` as in `['body', 'title']`. */
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') =>
  validation([{ loc, msg, type }])

/** 422 for a text with more combining marks in a row than any language writes. */
export const longRunRefused = (loc: (string | number)[]) =>
  invalid(loc, 'More than 30 combining marks in a row are not allowed.', 'string_unicode')

/** 422 for a reference in a body to something missing or unseen: the same words for both. */
export const unknownReference = (loc: (string | number)[], what: string) =>
  invalid(loc, `No such ${what}, or you can't use it here.`, 'unknown_reference')

/** 400 for a query parameter outside what the operation accepts. */
export function invalidParameter(name: string, msg: string, allowed?: readonly string[]): Problem {
  const item: ErrorItem = { loc: ['query', name], msg, type: 'invalid_parameter' }
  if (allowed) item.allowed = allowed
  return new Problem(400, msg, {
    type: 'urn:svc:problem:invalid-parameter',
    title: 'Invalid parameter',
    errors: [item],
  })
}

/** 412: the ETag in If-Match is no longer the current one (RFC 9110 section 13.1.1). */
/** `partly`: the tag names the version and nothing else, where the write replaces more than the version tells of. */
export const preconditionFailed = (partly = false) =>
  new Problem(
    412,
    partly
      ? 'The version alone does not tell of all that this replaces. Send the whole ETag of a read; nothing was written.'
      : 'If-Match did not match the current ETag. Read again and retry; nothing was written.',
    { type: 'urn:svc:problem:precondition-failed' },
  )

/** 412: things that a body names are at other versions than those that it says they were read at. */
export const staleVersions = (stale: { loc: string[]; read: number; version: number }[]) =>
  new Problem(412, 'Some were changed since you read them: `errors` names them. Nothing was written.', {
    type: 'urn:svc:problem:precondition-failed',
    errors: stale.map(({ loc, read, version }) => ({
      loc,
      msg: `${loc.at(-1)} is at version ${version}, and not at ${read} any more.`,
      type: 'stale_version',
      version,
    })),
  })

/** 400 for an Idempotency-Key that can be none. */
export const idempotencyKeyInvalid = () =>
  new Problem(400, 'Idempotency-Key takes 1 to 255 printable ASCII characters.', {
    type: 'urn:svc:problem:idempotency-key-invalid',
    title: 'Idempotency key invalid',
  })
/** 422 for an Idempotency-Key that came first with another request. */
export const idempotencyKeyReused = () =>
  new Problem(422, 'This Idempotency-Key was first used for a different request.', {
    type: 'urn:svc:problem:idempotency-key-reused',
    title: 'Idempotency key reused',
  })
/** 409 while the first request with this Idempotency-Key is being answered. */
export const idempotencyKeyInFlight = () =>
  new Problem(409, 'The first request with this Idempotency-Key has not finished. Retry shortly.', {
    type: 'urn:svc:problem:idempotency-key-in-flight',
    title: 'Idempotency key in flight',
    headers: { 'retry-after': '1' },
  })

/** 429 for an access token, or a sign-in, that asked too often; `seconds` until it may ask again. */
export const rateLimited = (seconds: number, credential = 'access token') =>
  new Problem(429, `Too many requests with this ${credential}. Wait ${seconds} seconds.`, {
    type: 'urn:svc:problem:rate-limit',
    title: 'Rate limit exceeded',
    headers: { 'retry-after': String(seconds) },
  })
/** 429, of plain type, for an address that failed to authenticate too often; `seconds` until it may try again. */
export const tooManyFailures = (seconds: number) =>
  new Problem(429, `Too many failed authentications from this address. Wait ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })

/** 429, of plain type, for a person who has so many live answers open already. */
export const tooManyLiveAnswers = (most: number) =>
  new Problem(429, `You have ${most} streams open here, which is the most: close one first.`, {
    headers: { 'retry-after': '5' },
  })

/** 410 for a place in the stream of events from which nothing can be promised any more. */
export const cursorExpired = (detail: string) =>
  new Problem(410, detail, { type: 'urn:svc:problem:cursor-expired', title: 'Cursor expired' })

/** 503 with the advice to try again in a second. */
export const unavailable = (detail: string) => new Problem(503, detail, { headers: { 'retry-after': '1' } })

/** Builds the 503 for a user whose earlier requests use up their share of the database (`atOnce` reads). */
export const tooManyAtOnce = (atOnce: number) =>
  new Problem(
    503,
    `Too many concurrent requests of this user: this one waited 5 seconds. Nothing was written. Send at most ${atOnce} ` +
      'requests at once, and retry after Retry-After seconds.',
    {
      type: 'urn:svc:problem:too-many-at-once',
      title: 'Too many requests at once',
      headers: { 'retry-after': '1' },
    },
  )

/** 500 for what nobody foresaw: it tells nothing of the cause, which is in the log under the request's id. */
export const internalError = () =>
  new Problem(500, 'Unexpected error. Quote the request_id when you report it.', {
    type: 'urn:svc:problem:internal',
  })
