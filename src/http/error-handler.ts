import type { FastifyRequest } from 'fastify'
import { CommitUnknown, DatabaseUnavailable } from '../db/database.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { MAX_CONCURRENT_STATEMENTS, ConcurrencyTimeout } from './limits/concurrency-limiter.ts'
import { internalError, Problem, tooManyConcurrentRequests, unavailable } from '../core/errors.ts'
import { getLoggablePath } from './loggable-path.ts'

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ConcurrencyTimeout) return tooManyConcurrentRequests(MAX_CONCURRENT_STATEMENTS)
  if (error instanceof DatabaseUnavailable)
    return unavailable('The database is unavailable. Nothing was written. Retry later.')
  if (error instanceof StorageUnavailable)
    return unavailable('File storage is full or unavailable. Nothing was written. Retry later.')
  if (error instanceof CommitUnknown)
    return unavailable(
      'The database connection was lost during the commit. Check whether the change was saved before you retry.',
    )
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  // query_canceled, lock_not_available, and deadlock_detected or serialization_failure after all retries.
  if (code === '57014' || code === '55P03' || code === '40P01' || code === '40001')
    return unavailable('The database is too busy. Nothing was written. Retry later.')
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new Problem(statusCode, frameworkDetails[statusCode] ?? (error as Error).message)
  return internalError()
}

const frameworkDetails: Record<number, string> = {
  413: 'The body is too large for this operation.',
  414: 'The path is too long.',
}

export const toProblemResponse = (problem: Problem, request: FastifyRequest) => ({
  status: problem.status,
  headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  body: JSON.stringify(problem.toBody(getLoggablePath(request), request.id)),
})
