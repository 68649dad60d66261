import type { DisabledReason } from '../schemas.ts'
import type { AttemptResult } from './attempt.ts'

/** How a webhook's endpoint fares; times in milliseconds. */
export interface Health {
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: DisabledReason | null
  /** Deliveries that failed since the last success, each counted once. */
  consecutive_failures: number
  failing_since: number | null
  /** The number of the present run of failures, so that a delivery counts once in each run. */
  failure_run: number
  /** Successes since the last failure. */
  successes: number
  rests_until: number | null
  last_delivery_status: 'succeeded' | 'failed' | null
  last_delivery_at: number | null
  last_success_at: number | null
}

/** What an attempt says of the endpoint. */
export interface Fate extends Pick<AttemptResult, 'outcome' | 'retry_after'> {
  /** When it ended, and the end that is shown (see `shownEnd`). */
  at: number
  shown_at: number
  /** The run of failures in which its delivery was last counted. */
  counted_run: number | null
}

/** Failures in a row after which a webhook is disabled. */
export const mostFailures = 10
/** The pause after a failure, when an endpoint gets one delivery at a time. */
const restMillis = 1000
/**
 * The least time that a run of failures has to take before it disables: that of ten deliveries one after the other. While
 * a receiver restarts, ten deliveries that were on their way together fail together, and prove no more than one would.
 */
const shortestRunMillis = (mostFailures - 1) * restMillis
const mostSuccesses = 1000

/** How the endpoint fares after an attempt, and the run in which its delivery is counted now. */
export function after(health: Health, fate: Fate): { health: Health; counted_run: number | null } {
  const { outcome, at, shown_at } = fate
  if (outcome === 'succeeded') return { health: succeeded(health, at), counted_run: fate.counted_run }
  const failing: Health = {
    ...health,
    consecutive_failures: health.consecutive_failures + (fate.counted_run === health.failure_run ? 0 : 1),
    failing_since: health.failing_since ?? at,
    successes: 0,
    rests_until: Math.max(health.rests_until ?? 0, at + Math.max(restMillis, (fate.retry_after ?? 0) * 1000)),
    last_delivery_status: 'failed',
    last_delivery_at: shown_at,
  }
  const reason = reasonToDisable(failing, fate)
  const disabled = reason ? { status: 'disabled' as const, disabled_reason: reason } : {}
  return { health: { ...failing, ...disabled }, counted_run: health.failure_run }
}

const succeeded = (health: Health, at: number): Health => ({
  ...health,
  consecutive_failures: 0,
  failing_since: null,
  failure_run: health.failure_run + (health.consecutive_failures > 0 ? 1 : 0),
  successes: Math.min(health.successes + 1, mostSuccesses),
  rests_until: null,
  last_delivery_status: 'succeeded',
  last_delivery_at: at,
  last_success_at: at,
})

function reasonToDisable(health: Health, { outcome, at }: Fate): DisabledReason | null {
  if (health.status === 'disabled') return null
  if (outcome === 'gone') return 'gone'
  const longEnough = at - health.failing_since! >= shortestRunMillis
  return health.consecutive_failures >= mostFailures && longEnough ? 'consecutive_failures' : null
}
