import type { ErrorItem } from '../core/errors.ts'
import type { Scope } from '../core/scopes.ts'

export class OperationError extends Error {
  readonly status: number
  readonly problem: { type?: string; detail?: unknown; errors?: ErrorItem[]; request_id?: string }
  readonly retryAfter: string | undefined

  constructor(status: number, problem: object, retryAfter?: string) {
    super(`the operation returned ${status}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** Missing scopes. Sent as HTTP 403 if nothing was written yet, so that the client can request them. */
export class MissingScopes extends Error {
  readonly scopes: readonly Scope[]

  constructor(scopes: readonly Scope[]) {
    super(`The access token lacks required scopes: ${scopes.join(', ')}.`)
    this.scopes = scopes
  }
}

/** Error of a tool call, with a message for the agent and data that helps to correct the call. */
export class ToolError extends Error {
  readonly data: Record<string, unknown>

  constructor(message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.data = data
  }
}

/** Converts an error for a tool result; undefined for internal errors. */
export function toToolProblem(error: unknown): Record<string, unknown> | undefined {
  if (error instanceof ToolError) return { message: error.message, ...error.data }
  if (error instanceof MissingScopes) return { status: 403, message: error.message, required: error.scopes }
  if (!(error instanceof OperationError)) return undefined
  const { status, retryAfter, problem } = error
  const { type, detail, errors, request_id } = problem
  return {
    status,
    message: toMessage(status, type),
    ...(type && type !== 'about:blank' && { type }),
    detail: typeof detail === 'string' ? detail : undefined,
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
    request_id,
  }
}

const messageByStatus: Record<number, string> = {
  400: 'The request is not valid: see `detail` and `errors`.',
  401: 'The access token is no longer valid.',
  403: 'You are not allowed to do this: see `detail`.',
  404: 'Nothing with this id exists or is visible to you.',
  409: 'This conflicts with the stored data: see `detail`.',
  412: 'It has changed since the `version` that you sent. Read it again before you decide how to proceed.',
  422: 'Some values are not valid: see `errors`.',
  429: 'Too many requests. Wait `retry_after_seconds` before the next.',
  503: 'The service is temporarily unavailable. Try again later.',
}

const toMessage = (status: number, type?: string): string =>
  type === 'urn:svc:problem:test-token-read-only'
    ? 'Test tokens are read-only.'
    : (messageByStatus[status] ?? 'The request failed.')
