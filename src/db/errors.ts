import { DatabaseUnavailable } from './database.ts'

interface ServerError extends Error {
  code?: string
  severity?: string
}

/** Server errors after which nothing was written and a retry makes sense. */
const UNAVAILABLE_CODES = new Set([
  '57P01', // terminated by the administrator
  '57P02', // crash of another back end
  '57P03', // starting up or shutting down
  '57P05', // idle too long
  '25P03', // idle in a transaction too long
  '25006', // a standby: the primary moved
  '57014', // statement_timeout
  '42501', // the data folder is not writable, such as on a file system that became read-only
  '58030', // disk error
])
const CLIENT_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/

const getCode = (error: unknown): string => {
  const value = error instanceof Error ? (error as ServerError).code : undefined
  return typeof value === 'string' ? value : ''
}
const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && typeof (error as ServerError).severity === 'string'

/** Returns whether PostgreSQL itself, not a pooler, sent the error: only PostgreSQL names a routine. */
export const isPostgresError = (error: unknown): boolean =>
  isServerError(error) && (error as { routine?: string }).routine !== undefined

export const isOutOfConnections = (error: unknown): boolean => isServerError(error) && getCode(error) === '53300'

/** Error for a privilege that the service's role lacks; retrying does not help. */
class MissingPrivilege extends Error {}

/** Returns whether the role lacks a privilege. An unwritable folder has the same code but another routine. */
const lacksPrivilege = (error: unknown): boolean =>
  isServerError(error) &&
  getCode(error) === '42501' &&
  ((error as { routine?: string }).routine ?? '').startsWith('aclcheck_error')

export function isConnectionLost(error: unknown): boolean {
  if (isServerError(error)) {
    return error.severity === 'FATAL' || error.severity === 'PANIC' || getCode(error) === '25006'
  }
  // Node reports a failed connection to a name with several addresses as an AggregateError.
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  return error instanceof Error && (/^E[A-Z]+(_[A-Z]+)*$/.test(getCode(error)) || CLIENT_MESSAGES.test(error.message))
}

export const TIMEOUT_ERROR_CODE = 'ETIME'

/** Returns whether the statement timed out. A retry would take as long. */
export const isTimeout = (error: unknown): boolean =>
  ['57014', TIMEOUT_ERROR_CODE].includes(getCode(error)) ||
  (error instanceof Error && error.message.startsWith('Query read timeout'))

/** Returns true for a serialization failure or deadlock: nothing was written, and a retry may succeed. */
export const isRetryableConflict = (error: unknown): boolean =>
  isServerError(error) && (getCode(error) === '40001' || getCode(error) === '40P01')

/** Recognizes a commit that the standby did not confirm by the routine, since messages are localized. */
export const isUnreplicatedCommit = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN'

/** Returns whether a migration changed the columns of a prepared statement, which was not run. */
export const isStalePlan = (error: unknown): boolean =>
  isServerError(error) && getCode(error) === '0A000' && error.message.startsWith('cached plan must not change')

/** Returns `DatabaseUnavailable` for errors that a retry may cure, else the error itself. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (lacksPrivilege(error))
    return new MissingPrivilege(`${(error as Error).message}: GRANT it to the role of DATABASE_URL`, {
      cause: error,
    })
  const state = getCode(error)
  const isUnavailable =
    isServerError(error) && (UNAVAILABLE_CODES.has(state) || state.startsWith('08') || state.startsWith('53'))
  if (!isUnavailable && !isConnectionLost(error)) return error
  return new DatabaseUnavailable(`database unavailable: ${(error as Error).message}`, { cause: error })
}
