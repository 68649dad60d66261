import type { Problem, ProblemType } from '../generated/schemas.ts'

/** One thing that was wrong with the input: where, what, and what is allowed there. */
export type ProblemDetail = NonNullable<Problem['errors']>[number]

/** The server refused (RFC 9457). Branch on `status` and `type`; quote `request_id` when you report it. */
export class SvcProblem extends Error {
  override readonly name = 'SvcProblem'
  readonly status: number
  readonly type: ProblemType
  readonly title: string
  readonly detail: unknown
  readonly instance: string
  readonly request_id: string
  /** What was wrong, place by place; empty where the problem is no such list. */
  readonly errors: readonly ProblemDetail[]
  /** The answer's headers: `Retry-After`, `WWW-Authenticate` and the like. */
  readonly headers: Headers

  constructor(problem: Problem, headers: Headers) {
    super(wordsOf(problem))
    this.status = problem.status
    this.type = problem.type
    this.title = problem.title
    this.detail = problem.detail
    this.instance = problem.instance
    this.request_id = problem.request_id
    this.errors = problem.errors ?? []
    this.headers = headers
  }
}

/** No answer came, after all tries: the connection was lost, refused or too slow. `cause` is what the platform said. */
export class SvcConnectionError extends Error {
  override readonly name = 'SvcConnectionError'
}

/** No response came in time: see `timeout` of the call or the client. */
export class SvcTimeoutError extends SvcConnectionError {}

/** The problem of an answer that is none of success; also of one that something between here and the server gave. */
export async function problemOf(response: Response): Promise<SvcProblem> {
  const text = await response.text().catch(() => '')
  const { status, headers } = response
  return new SvcProblem({ ...strange(status, headers, text), ...parsed(text), status }, headers)
}

function strange(status: number, headers: Headers, text: string): Problem {
  const request_id = headers.get('x-request-id') ?? ''
  const detail = text.slice(0, 200)
  return { type: 'about:blank', title: `HTTP ${status}`, status, detail, instance: '', request_id }
}

function parsed(text: string): Partial<Problem> {
  try {
    const { errors, ...problem } = JSON.parse(text) as Partial<Problem>
    // Something on the way may have said this, in words of its own.
    return Array.isArray(errors) ? { ...problem, errors } : problem
  } catch {
    return {}
  }
}

function wordsOf({ status, title, detail, errors, request_id }: Problem): string {
  const places = errors?.map(({ loc, msg }) => (loc ? `${loc.join('.')}: ${msg}` : msg)).join('; ')
  const what = places ? `${title}: ${places}` : typeof detail === 'string' && detail ? detail : title
  return `${status} ${what}${request_id && ` (request ${request_id})`}`
}
