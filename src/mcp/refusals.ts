import type { ErrorItem } from '../core/errors.ts'
import type { Scope } from '../core/scopes.ts'

/** An operation refused: the problem that it answered. */
export class Refused extends Error {
  readonly status: number
  readonly problem: { type?: string; detail?: unknown; errors?: ErrorItem[]; request_id?: string }
  readonly retryAfter: string | undefined

  constructor(status: number, problem: object, retryAfter?: string) {
    super(`refused with ${status}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** The caller's token lacks scopes. As long as nothing was written it is answered as 403: the client can ask for them. */
export class MissingScopes extends Error {
  readonly scopes: readonly Scope[]

  constructor(scopes: readonly Scope[]) {
    super(`The token lacks ${scopes.join(' and ')}.`)
    this.scopes = scopes
  }
}

/** What a tool was asked for cannot be: told to the agent in words of ours, with data that may help. */
export class Unfit extends Error {
  readonly data: Record<string, unknown>

  constructor(message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.data = data
  }
}

/** What went wrong, as a tool tells it: prose of ours, and the rest as data. */
export function errorOf(error: unknown): Record<string, unknown> | undefined {
  if (error instanceof Unfit) return { message: error.message, ...error.data }
  if (error instanceof MissingScopes) return { status: 403, message: error.message, required: error.scopes }
  if (!(error instanceof Refused)) return undefined
  const { status, retryAfter, problem } = error
  const { type, detail, errors, request_id } = problem
  return {
    status,
    message: meaning(status, type),
    ...(type && type !== 'about:blank' && { type }),
    detail: typeof detail === 'string' ? detail : undefined,
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
    request_id,
  }
}

const meanings: Record<number, string> = {
  400: 'The request is not one that the service takes.',
  401: 'The credential is not taken any more.',
  403: 'The service does not allow this.',
  404: 'There is nothing of this id that you can see.',
  409: 'What is stored does not allow this.',
  412: 'It was changed since the version that you sent: read it again and decide anew.',
  422: 'Something sent does not fit: the errors say what.',
  429: 'Too many requests: wait before the next.',
  503: 'The service is not available at the moment: try again.',
}

const meaning = (status: number, type?: string): string =>
  type === 'urn:svc:problem:test-token-read-only'
    ? 'A test token reads and never writes.'
    : (meanings[status] ?? 'The service could not do this.')
