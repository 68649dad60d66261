import { DatabaseUnavailable } from './database.ts'

interface ServerError extends Error {
  code?: string
  severity?: string
}

/** Server errors after which nothing was written and trying later is right: no connection, no room, no time. */
const unavailable = new Set([
  '57P01', // terminated by the administrator
  '57P02', // crash of another back end
  '57P03', // starting up or shutting down
  '57P05', // idle too long
  '25P03', // idle in a transaction too long
  '25006', // a standby: the primary moved
  '57014', // statement_timeout
  '42501', // its folder can't be written to, such as a file system that became read-only
  '58030', // an error of the disk
])
const clientMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/

const code = (error: unknown): string => {
  const value = error instanceof Error ? (error as ServerError).code : undefined
  return typeof value === 'string' ? value : ''
}
/** Whether the server itself said what went wrong. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && typeof (error as ServerError).severity === 'string'

/**
 * Whether PostgreSQL itself said it: it names the routine, which a pooler that speaks in its place does not. What a
 * pooler says of a server that it lost tells nothing of what that server had done.
 */
export const isPostgresError = (error: unknown): boolean =>
  isServerError(error) && (error as { routine?: string }).routine !== undefined

/** Returns whether the server, the role or the database has no connection left. */
export const isFull = (error: unknown): boolean => isServerError(error) && code(error) === '53300'

/** Error for a privilege that the service's role lacks; retrying does not help. */
export class PrivilegeMissing extends Error {}

/** Returns whether the role lacks a privilege. An unwritable folder has the same code but another routine. */
const lacksPrivilege = (error: unknown): boolean =>
  isServerError(error) &&
  code(error) === '42501' &&
  ((error as { routine?: string }).routine ?? '').startsWith('aclcheck_error')

/** Whether the error means that the connection is of no more use. */
export function isLost(error: unknown): boolean {
  if (isServerError(error)) {
    return error.severity === 'FATAL' || error.severity === 'PANIC' || code(error) === '25006'
  }
  // This is what a failure to reach a name with several addresses is told as.
  if (error instanceof AggregateError) return error.errors.some(isLost)
  return (
    error instanceof Error && (/^E[A-Z]+(_[A-Z]+)*$/.test(code(error)) || clientMessages.test(error.message))
  )
}

/** Code of the loss of a connection that was broken off because its statement took too long. */
export const tookTooLong = 'ETIME'

/** Whether the statement was ended for the time it took: sent again it would take as long. */
export const isOutOfTime = (error: unknown): boolean =>
  ['57014', tookTooLong].includes(code(error)) ||
  (error instanceof Error && error.message.startsWith('Query read timeout'))

/**
 * Whether it is a serialization failure or deadlock: the transaction did nothing, and may well succeed when run again.
 */
export const isContention = (error: unknown): boolean =>
  isServerError(error) && (code(error) === '40001' || code(error) === '40P01')

/**
 * Whether it is the warning that a commit is done waiting for the standby, since its time was up: it took place, and is
 * told as a success, but is on this server alone. Messages may be in any language; the name of the function is not.
 */
export const isUnconfirmed = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN'

/** Whether a kept plan has other columns since a migration; the statement was not run. */
export const isStalePlan = (error: unknown): boolean =>
  isServerError(error) && code(error) === '0A000' && error.message.startsWith('cached plan must not change')

/**
 * The error to throw: `DatabaseUnavailable` for what a later try may cure, else the error itself, such as a broken
 * constraint or a fault of ours.
 */
export function translate(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (lacksPrivilege(error))
    return new PrivilegeMissing(`${(error as Error).message}: GRANT it to the role of DATABASE_URL`, {
      cause: error,
    })
  const state = code(error)
  const busy =
    isServerError(error) && (unavailable.has(state) || state.startsWith('08') || state.startsWith('53'))
  if (!busy && !isLost(error)) return error
  return new DatabaseUnavailable(`database unavailable: ${(error as Error).message}`, { cause: error })
}
