/** Exit codes; scripts rely on them. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, auth: 3, notFound: 4, conflict: 5 } as const

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Error that the user can fix: printed as its message only, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failure, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const usageError = (message: string): CliError => new CliError(message, exitCodes.usage)
export const authError = (message: string): CliError => new CliError(message, exitCodes.auth)

/** Problem response of the API. Recognized by name, so that startup need not load the SDK. */
export interface ApiError extends Error {
  status: number
  type: string
  title: string
  detail: unknown
  request_id: string
  errors: readonly { loc?: readonly (string | number)[]; msg?: string }[]
}

export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'SvcProblem'

const exitCodeByStatus: Record<number, ExitCode> = {
  400: exitCodes.usage,
  401: exitCodes.auth,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  410: exitCodes.notFound,
  412: exitCodes.conflict,
  422: exitCodes.usage,
}

export function getExitCode(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode
  return isApiError(error) ? (exitCodeByStatus[error.status] ?? exitCodes.failure) : exitCodes.failure
}

/** Returns the message of an error for a terminal. */
export function formatErrorMessage(error: unknown): string {
  if (isApiError(error)) return formatProblem(error)
  if (error instanceof CliError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'SvcConnectionError')
    return `${error.message}${formatCause(error)}. Check the URL and that the server is running.`
  return error.stack ?? error.message
}

function formatProblem({ status, title, detail, errors, request_id }: ApiError): string {
  const fieldErrors = errors.map(({ loc = [], msg = '' }) => `\n  ${[...loc, msg].join(': ')}`).join('')
  const summary = typeof detail === 'string' && detail ? detail : title
  const hint = status === 401 ? '\nSign in again: svc login' : ''
  return `${summary}${fieldErrors}${hint}${request_id && `\n(request ${request_id})`}`
}

function formatCause({ cause }: Error): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const { code, message } = (inner ?? {}) as { code?: string; message?: string }
  return code || message ? ` (${code ?? message})` : ''
}

/** Returns an error for `--json`, with the fields of the problem response if there is one. */
export function toErrorJson(error: unknown): object {
  if (!isApiError(error)) return { error: { message: formatErrorMessage(error), exit_code: getExitCode(error) } }
  const { status, type, title, detail, request_id, errors } = error
  return {
    error: {
      message: formatErrorMessage(error),
      exit_code: getExitCode(error),
      status,
      type,
      title,
      detail,
      errors,
      request_id,
    },
  }
}
