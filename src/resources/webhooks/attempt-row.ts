import type { AttemptResult } from './delivery/attempt.ts'

/** An attempt that has ended; times in milliseconds. */
export interface Attempt {
  result: AttemptResult
  began: number
  ended: number
}

/**
 * Returns the end of an attempt for display. Without a response it is the start, since the duration would distinguish
 * open from closed ports.
 */
export const shownEnd = ({ result, began, ended }: Attempt): number =>
  result.status === null ? began : ended

export const toIso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

export function attemptRow({ number, ...attempt }: Attempt & { number: number }, next: number | null) {
  const { result, began } = attempt
  const { outcome, status, ms, error, resolved_ip } = result
  const next_attempt_at = toIso(next)
  return {
    status: outcome === 'succeeded' ? 'succeeded' : next === null ? 'dead' : 'failed',
    attempt: number,
    next_attempt_at,
    finished_at: next === null ? toIso(shownEnd(attempt)) : null,
    response_status: status,
    response_ms: ms,
    error,
    resolved_ip,
    request_headers: result.headers,
    response_excerpt: result.excerpt,
    entry: [{ attempt: number, at: toIso(began), status, ms, outcome, error, resolved_ip, next_attempt_at }],
  }
}
export type AttemptRow = ReturnType<typeof attemptRow>
