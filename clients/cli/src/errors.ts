/** What the process ends with; scripts branch on it. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, auth: 3, notFound: 4, conflict: 5 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something that the person can do something about: it is told in its own words, without a stack. */
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

/** What is known of a refusal of the server. It is told by its shape, so that a start needs no SDK for it. */
export interface Refusal extends Error {
  status: number
  type: string
  title: string
  detail: unknown
  request_id: string
  errors: readonly { loc?: readonly (string | number)[]; msg?: string }[]
}

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'SvcProblem'

const codeOfStatus: Record<number, ExitCode> = {
  400: exitCodes.usage,
  401: exitCodes.auth,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  410: exitCodes.notFound,
  412: exitCodes.conflict,
  422: exitCodes.usage,
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode
  return isRefusal(error) ? (codeOfStatus[error.status] ?? exitCodes.failure) : exitCodes.failure
}

/** An error in the words for a person. */
export function wordsOf(error: unknown): string {
  if (isRefusal(error)) return wordsOfRefusal(error)
  if (error instanceof CliError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'SvcConnectionError') return `${error.message}${because(error)}. Is the server there?`
  return error.stack ?? error.message
}

function wordsOfRefusal({ status, title, detail, errors, request_id }: Refusal): string {
  const places = errors.map(({ loc = [], msg = '' }) => `\n  ${[...loc, msg].join(': ')}`).join('')
  const said = typeof detail === 'string' && detail ? detail : title
  const hint = status === 401 ? '\nSign in again: svc login' : ''
  return `${said}${places}${hint}${request_id && `\n(request ${request_id})`}`
}

function because({ cause }: Error): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const { code, message } = (inner ?? {}) as { code?: string; message?: string }
  return code || message ? ` (${code ?? message})` : ''
}

/** The same for programs: what the server said as it said it, or a problem of our own. */
export function jsonOf(error: unknown): object {
  if (!isRefusal(error)) return { error: { message: wordsOf(error), exit_code: exitCodeOf(error) } }
  const { status, type, title, detail, request_id, errors } = error
  return {
    error: {
      message: wordsOf(error),
      exit_code: exitCodeOf(error),
      status,
      type,
      title,
      detail,
      errors,
      request_id,
    },
  }
}
