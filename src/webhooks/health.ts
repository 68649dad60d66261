import type { DisabledReason } from '../resources/platform/webhooks/schema.ts'
import type { AttemptResult } from '../resources/platform/webhooks/sender/attempt.ts'

export interface Health {
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: DisabledReason | null
  /** Failed deliveries since the last success, each counted once. */
  consecutive_failures: number
  failing_since: number | null
  /** Ordinal of the current run of failures, not its length; a delivery counts once in each. */
  failure_run: number
  /** Successes since the last failure. */
  successes: number
  /** End of the backoff. */
  rests_until: number | null
  last_delivery_status: 'succeeded' | 'failed' | null
  last_delivery_at: number | null
  last_success_at: number | null
  /** Time at which it was first disabled since the last success or since a user enabled it. */
  disabled_at: number | null
  next_probe_at: number | null
}

export interface EndedOutcome extends Pick<AttemptResult, 'outcome' | 'retry_after'> {
  ended_at: number
  /** End of the attempt as shown to the owner (see `toDisplayedEnd`). */
  displayed_end: number
  /** Run of failures (`failure_run`) that last counted the delivery. */
  counted_run: number | null
}

/** Number of different deliveries that must fail in a row before a webhook is disabled. */
export const MAX_FAILURES = 10
/** Pause after a failure, while an endpoint receives one delivery at a time. */
const BACKOFF_MS = 1000
/** Maximum backoff once `MAX_FAILURES` have failed, so that an endpoint that is down costs little. */
const MAX_BACKOFF_MS = 30_000
const MAX_COUNTED_SUCCESSES = 1000
/** Nine pauses of one second between ten deliveries: the earliest time after which an endpoint is disabled. */
const MIN_WINDOW_MS = (MAX_FAILURES - 1) * BACKOFF_MS

/** Returns how long an endpoint that has worked must fail before it is disabled: as long as a delivery is retried. */
export const computeFailureWindow = (retryDelays: readonly number[]): number =>
  Math.max(MIN_WINDOW_MS, retryDelays.reduce((sum, delay) => sum + delay, 0) * 1000)

/** Returns the endpoint's health after an attempt, and the run of failures that counts the delivery. */
export function applyAttempt(
  health: Health,
  effect: EndedOutcome,
  windowMs: number,
): { health: Health; counted_run: number | null } {
  const { outcome, ended_at: at, displayed_end } = effect
  if (outcome === 'succeeded') return { health: applySuccess(health, at), counted_run: effect.counted_run }
  const continues = continuesRun(health, at, windowMs)
  const isCounted = continues && effect.counted_run === health.failure_run
  const startsRun = !continues && health.failing_since !== null
  const failures = (continues ? health.consecutive_failures : 0) + (isCounted ? 0 : 1)
  const failed: Health = {
    ...health,
    consecutive_failures: failures,
    failing_since: continues ? health.failing_since : at,
    failure_run: health.failure_run + (startsRun ? 1 : 0),
    disabled_at: isDisablingForgotten(health, at) ? null : health.disabled_at,
    successes: 0,
    rests_until: Math.max(health.rests_until ?? 0, at + computeBackoffMs(failures, effect, windowMs)),
    last_delivery_status: 'failed',
    last_delivery_at: displayed_end,
  }
  const reason = findDisabledReason(failed, effect, windowMs)
  return { health: reason ? disable(failed, reason, at) : failed, counted_run: failed.failure_run }
}

/** Returns whether the run of failures continues; a long time without attempts starts a new one. */
const continuesRun = ({ failing_since, last_delivery_at }: Health, at: number, windowMs: number): boolean =>
  failing_since !== null && last_delivery_at !== null && at - last_delivery_at <= 2 * windowMs

/** Returns whether the last attempt is too long ago for an earlier disabling to count. */
const isDisablingForgotten = ({ status, last_delivery_at }: Health, at: number): boolean =>
  status !== 'disabled' && (last_delivery_at === null || at - last_delivery_at > MAX_PROBING_MS)

function computeBackoffMs(failures: number, { retry_after }: EndedOutcome, windowMs: number): number {
  const backoff = failures < MAX_FAILURES ? BACKOFF_MS : Math.min(MAX_BACKOFF_MS, windowMs / MAX_FAILURES)
  return Math.max(BACKOFF_MS, backoff, (retry_after ?? 0) * 1000)
}

/** Disables. If a probe had enabled the webhook and nothing succeeded since, the earlier probe schedule goes on. */
function disable(health: Health, reason: DisabledReason, at: number): Health {
  const disabled_at = health.disabled_at ?? at
  const next_probe_at = reason === 'consecutive_failures' ? computeNextProbe(disabled_at, at) : null
  return { ...health, status: 'disabled', disabled_reason: reason, disabled_at, next_probe_at }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_PROBING_MS = 30 * DAY_MS

/** Returns when to probe next: after an hour, then at doubling intervals up to daily; null after 30 days. */
export function computeNextProbe(disabledAt: number, now: number): number | null {
  const age = now - disabledAt
  return age >= MAX_PROBING_MS ? null : now + Math.min(Math.max(age, HOUR_MS), DAY_MS)
}

/** Returns whether a pause of more than the shortest backoff remains. The success of an earlier attempt does not end it. */
const hasLongBackoff = ({ rests_until }: Health, at: number): boolean =>
  rests_until !== null && rests_until > at + BACKOFF_MS

const applySuccess = (health: Health, at: number): Health => ({
  ...health,
  consecutive_failures: 0,
  failing_since: null,
  failure_run: health.failure_run + (health.consecutive_failures > 0 ? 1 : 0),
  successes: Math.min(health.successes + 1, MAX_COUNTED_SUCCESSES),
  rests_until: hasLongBackoff(health, at) ? health.rests_until : null,
  last_delivery_status: 'succeeded',
  last_delivery_at: at,
  last_success_at: at,
  // A late success of a delivery that was in flight when the webhook was disabled does not end its probes.
  disabled_at: health.status === 'disabled' ? health.disabled_at : null,
})

function findDisabledReason(
  health: Health,
  { outcome, ended_at: at }: EndedOutcome,
  windowMs: number,
): DisabledReason | null {
  // A paused webhook stays paused: a probe would enable a disabled one.
  if (health.status !== 'active') return null
  if (outcome === 'gone') return 'gone'
  const longEnough = at - health.failing_since! >= (health.last_success_at === null ? MIN_WINDOW_MS : windowMs)
  return health.consecutive_failures >= MAX_FAILURES && longEnough ? 'consecutive_failures' : null
}
