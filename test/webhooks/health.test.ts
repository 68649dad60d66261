import { expect, test } from 'vitest'
import { applyAttempt, MAX_FAILURES, type EndedOutcome, type Health } from '../../src/webhooks/health.ts'

const HOUR_MS = 3_600_000
const WINDOW_MS = 20 * HOUR_MS
const now = Date.UTC(2026, 10, 26)

/** An endpoint one failure before it is disabled. */
const failing: Health = {
  status: 'active',
  disabled_reason: null,
  consecutive_failures: MAX_FAILURES - 1,
  failing_since: now - 21 * HOUR_MS,
  failure_run: 3,
  successes: 0,
  rests_until: null,
  last_delivery_status: 'failed',
  last_delivery_at: now - HOUR_MS,
  last_success_at: now - 48 * HOUR_MS,
  disabled_at: null,
  next_probe_at: null,
}
const fail = (health: Health, more: Partial<EndedOutcome> = {}) =>
  applyAttempt(
    health,
    {
      outcome: 'failed',
      retry_after: null,
      ended_at: now,
      displayed_end: now,
      counted_run: null,
      ...more,
    } as EndedOutcome,
    WINDOW_MS,
  ).health

test.each([
  ['disables an active webhook', failing, {}, 'disabled', MAX_FAILURES],
  [
    'disables an active webhook at once on 410',
    { ...failing, consecutive_failures: 0 },
    { outcome: 'gone' },
    'disabled',
    1,
  ],
  ['leaves a paused webhook paused', { ...failing, status: 'paused' }, {}, 'paused', MAX_FAILURES],
  [
    'leaves a paused webhook paused on 410',
    { ...failing, status: 'paused' },
    { outcome: 'gone' },
    'paused',
    MAX_FAILURES,
  ],
  ['counts a delivery once', failing, { counted_run: 3 }, 'active', MAX_FAILURES - 1],
  [
    'counts from one after a long time without deliveries',
    { ...failing, last_delivery_at: now - 41 * HOUR_MS },
    {},
    'active',
    1,
  ],
] as const)('a failed attempt %s', (_, health, effect, status, failures) => {
  expect(fail(health as Health, effect as Partial<EndedOutcome>)).toMatchObject({
    status,
    consecutive_failures: failures,
  })
})

test('a delivery that counted before a long time without deliveries counts again', () => {
  const restarted = fail({ ...failing, last_delivery_at: now - 41 * HOUR_MS })
  expect(fail(restarted, { counted_run: failing.failure_run })).toMatchObject({ consecutive_failures: 2 })
})

const succeed = (health: Health, at: number) =>
  applyAttempt(
    health,
    { outcome: 'succeeded', retry_after: null, ended_at: at, displayed_end: at, counted_run: null },
    WINDOW_MS,
  ).health

test.each([
  ['ends a backoff', null, 100, null],
  ['does not end a pause that the endpoint requested', 3600, 100, now + 3_600_000],
  ['ends a pause that is over', 3600, 3_600_001, null],
])('a success %s', (_, retry_after, after, rests_until) => {
  const refused = fail({ ...failing, consecutive_failures: 0, failing_since: null }, { retry_after })
  expect(succeed(refused, now + after)).toMatchObject({ rests_until })
})
