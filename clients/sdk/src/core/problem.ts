import type { Problem, ProblemType } from '../generated/schemas.ts'

/** Error in the input, with its location and the allowed values. */
export type ProblemDetail = NonNullable<Problem['errors']>[number]

/** Error response of the API (RFC 9457). Branch on `status` and `type`; include `request_id` in bug reports. */
export class SvcProblem extends Error {
  override readonly name = 'SvcProblem'
  declare readonly status: number
  declare readonly type: ProblemType
  declare readonly title: string
  declare readonly detail: unknown
  declare readonly instance: string
  declare readonly request_id: string
  /** Errors in the input; empty for other problems. */
  declare readonly errors: readonly ProblemDetail[]
  /** Response headers, such as `Retry-After` and `WWW-Authenticate`. */
  declare readonly headers: Headers

  constructor(problem: Problem, headers: Headers) {
    super(formatMessage(problem))
    Object.assign(this, { errors: [], ...problem, headers })
  }
}

/** Thrown after all attempts failed without a response. `cause` is the error of the platform. */
export class SvcConnectionError extends Error {
  override readonly name = 'SvcConnectionError'
}

/** Thrown if there is no response within `timeout`. */
export class SvcTimeoutError extends SvcConnectionError {}

/** Converts an error response, of the API or of a proxy. */
export async function toSvcProblem(response: Response): Promise<SvcProblem> {
  const text = await response.text().catch(() => '')
  const { status, headers } = response
  return new SvcProblem({ ...buildFallback(status, headers, text), ...parseProblem(text), status }, headers)
}

function buildFallback(status: number, headers: Headers, text: string): Problem {
  const request_id = headers.get('x-request-id') ?? ''
  const detail = text.slice(0, 200)
  return { type: 'about:blank', title: `HTTP ${status}`, status, detail, instance: '', request_id }
}

function parseProblem(text: string): Partial<Problem> {
  try {
    const { errors, ...problem } = JSON.parse(text) as Partial<Problem>
    // A proxy may send JSON in another format.
    return Array.isArray(errors) ? { ...problem, errors } : problem
  } catch {
    return {}
  }
}

function formatMessage({ status, title, detail, errors, request_id }: Problem): string {
  const inputErrors = errors?.map(({ loc, msg }) => (loc ? `${loc.join('.')}: ${msg}` : msg)).join('; ')
  const summary = inputErrors ? `${title}: ${inputErrors}` : (typeof detail === 'string' && detail) || title
  return `${status} ${summary}${request_id && ` (request ${request_id})`}`
}
