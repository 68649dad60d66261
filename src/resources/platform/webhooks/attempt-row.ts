import type { AttemptResult } from './sender/attempt.ts'

/** An attempt that has ended; times in milliseconds. */
export interface EndedAttempt {
  result: AttemptResult
  startedAt: number
  endedAt: number
}

/**
 * Returns the end of an attempt for display. Without a response it is the start, since the duration would distinguish
 * open from closed ports.
 */
export const toDisplayedEnd = ({ result, startedAt, endedAt }: EndedAttempt): number =>
  result.status === null ? startedAt : endedAt

export const toIsoOrNull = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

export function toAttemptRow({ number, ...attempt }: EndedAttempt & { number: number }, next: number | null) {
  const { result, startedAt } = attempt
  const { outcome, status, ms, error, resolved_ip } = result
  const next_attempt_at = toIsoOrNull(next)
  return {
    status: outcome === 'succeeded' ? 'succeeded' : next === null ? 'dead' : 'failed',
    attempt: number,
    next_attempt_at,
    finished_at: next === null ? toIsoOrNull(toDisplayedEnd(attempt)) : null,
    response_status: status,
    response_ms: ms,
    error,
    resolved_ip,
    request_headers: result.headers,
    response_excerpt: result.excerpt,
    entry: [
      {
        attempt: number,
        at: toIsoOrNull(startedAt),
        status,
        ms,
        outcome,
        error,
        resolved_ip,
        next_attempt_at,
      },
    ],
  }
}
export type AttemptRow = ReturnType<typeof toAttemptRow>

/** Returns the row of a test, which is not retried and never `dead`. */
export function toTestRow(attempt: EndedAttempt): AttemptRow {
  const row = toAttemptRow({ ...attempt, number: 1 }, null)
  return { ...row, status: row.status === 'succeeded' ? 'succeeded' : 'failed' }
}
