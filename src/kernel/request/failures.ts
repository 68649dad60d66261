import type { FastifyRequest } from 'fastify'
import { CommitUnknown, DatabaseUnavailable } from '../../db/database.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import { MAX_STATEMENTS_AT_ONCE, TurnMissed } from '../limits/turns.ts'
import { internalError, Problem, tooManyAtOnce, unavailable } from '../problem.ts'
import { pathOf } from './exchange.ts'

/** The problem that an error is answered as: our own, the framework's, the database's, or 500. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TurnMissed) return tooManyAtOnce(MAX_STATEMENTS_AT_ONCE)
  if (error instanceof DatabaseUnavailable)
    return unavailable('The database does not answer. Nothing was written.')
  if (error instanceof StorageUnavailable)
    return unavailable('The storage of files is full or does not answer. Nothing was written.')
  if (error instanceof CommitUnknown)
    return unavailable('The database was lost while committing: read before you write this again.')
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  // These are query_canceled, lock_not_available, and deadlocks and serialization failures that outlived their retries.
  if (code === '57014' || code === '55P03' || code === '40P01' || code === '40001')
    return unavailable('The database was too busy for this. Nothing was written.')
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new Problem(statusCode, frameworkDetails[statusCode] ?? (error as Error).message)
  return internalError()
}

const frameworkDetails: Record<number, string> = {
  413: 'The body is larger than this operation takes.',
  414: 'The path is too long.',
}

/** A problem as it is answered to this request. */
export const problemSent = (problem: Problem, request: FastifyRequest) => ({
  status: problem.status,
  headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  body: JSON.stringify(problem.toBody(pathOf(request), request.id)),
})
