import { query, type Transaction } from '../../../db/database.ts'
import { numbered } from '../../../db/sql.ts'
import type { ChangeEvent } from '../../../kernel/events.ts'
import { recordOwn } from '../../../kernel/write/ledger.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { DisabledReason } from '../schemas.ts'
import type { AttemptResult } from './attempt.ts'
import { after, type Health } from './health.ts'
import { entryOf, sameEntry, type Claimed, type Key } from './queue.ts'
import { nextAttemptAt } from './retry.ts'

/** An attempt that has ended; times in milliseconds. */
export interface Ended {
  delivery: Claimed
  result: AttemptResult
  began: number
  ended: number
}

/** The end of an attempt as it is shown. Without an answer its beginning: how long nothing took would tell why. */
const shownEnd = ({ result, began, ended }: Omit<Ended, 'delivery'>): number =>
  result.status === null ? began : ended

const keyOf = ({ org_id, subscription_id }: Key) => `${org_id} ${subscription_id}`
const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())
const millisOf = (time: string | null) => (time === null ? null : Date.parse(time))

type Timed = 'failing_since' | 'rests_until' | 'last_delivery_at' | 'last_success_at'
/** How a webhook fares, and the deliveries to it that the worker still has. */
type HealthRow = Key & Omit<Health, Timed> & Record<Timed, string | null> & { held: string[] }

// A worker whose lease ran out has lost its deliveries to another, and writes nothing of them: neither in the log nor in
// how the webhook fares. What it still has it keeps until all is written. Webhooks are locked in one order, so that two
// workers wait for each other instead of deadlocking.
const lockSql = `
  WITH attempted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS a(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text)),
  held AS (
    SELECT q.org_id, q.subscription_id, q.delivery_id FROM webhook_queue q JOIN attempted a ON ${sameEntry('q', 'a')}
    WHERE q.worker = $2 FOR UPDATE OF q),
  grouped AS (
    SELECT org_id, subscription_id, array_agg(delivery_id) AS held FROM held GROUP BY org_id, subscription_id)
  SELECT s.org_id, s.subscription_id, s.status, s.disabled_reason, s.consecutive_failures, s.failing_since,
    s.failure_run, s.successes, s.rests_until, s.last_delivery_status, s.last_delivery_at, s.last_success_at, g.held
  FROM webhook_subscriptions s JOIN grouped g ON g.org_id = s.org_id AND g.subscription_id = s.subscription_id
  ORDER BY s.org_id, s.subscription_id FOR NO KEY UPDATE OF s`

const recordSql = `
  WITH result AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(org_id uuid, subscription_id text, due_at timestamptz,
      delivery_id text, status text, attempt integer, next_attempt_at timestamptz, finished_at timestamptz,
      counted_run integer, response_status integer, response_ms integer, error text, resolved_ip text,
      request_headers jsonb, response_excerpt text, entry jsonb)),
  held AS (SELECT r.* FROM result r JOIN webhook_queue q ON ${sameEntry('q', 'r')} AND q.worker = $2),
  done AS (
    DELETE FROM webhook_queue q USING held h WHERE ${sameEntry('q', 'h')} AND h.next_attempt_at IS NULL),
  again AS (
    UPDATE webhook_queue q SET due_at = h.next_attempt_at, leased_until = NULL, worker = NULL FROM held h
    WHERE ${sameEntry('q', 'h')} AND h.next_attempt_at IS NOT NULL),
  logged AS (
    UPDATE webhook_deliveries d SET status = h.status, attempt = h.attempt, next_attempt_at = h.next_attempt_at,
      finished_at = h.finished_at, counted_run = h.counted_run, response_status = h.response_status,
      response_ms = h.response_ms, error = h.error, resolved_ip = h.resolved_ip, request_headers = h.request_headers,
      response_excerpt = h.response_excerpt, attempt_log = d.attempt_log || h.entry
    FROM held h WHERE d.org_id = h.org_id AND d.delivery_id = h.delivery_id)
  UPDATE webhook_subscriptions s SET status = n.status, disabled_reason = n.disabled_reason,
    consecutive_failures = n.consecutive_failures, failing_since = n.failing_since, failure_run = n.failure_run,
    successes = n.successes, rests_until = n.rests_until, probed_until = NULL, last_delivery_status = n.last_delivery_status,
    last_delivery_at = n.last_delivery_at, last_success_at = n.last_success_at,
    version = s.version + (n.status <> s.status)::integer,
    updated_at = CASE WHEN n.status <> s.status THEN n.last_delivery_at ELSE s.updated_at END
  FROM jsonb_to_recordset($3::jsonb) AS n(org_id uuid, subscription_id text, status text, disabled_reason text,
    consecutive_failures integer, failing_since timestamptz, failure_run integer, successes integer,
    rests_until timestamptz, last_delivery_status text, last_delivery_at timestamptz, last_success_at timestamptz)
  WHERE s.org_id = n.org_id AND s.subscription_id = n.subscription_id`

/** Writes down how attempts went: in the log, in the queue, and in how their webhooks fare; tells of those it disables. */
export async function record(
  services: Services,
  trx: Transaction,
  worker: string,
  attempts: readonly Ended[],
): Promise<void> {
  const entries = attempts.map(({ delivery }) => entryOf(delivery))
  const found = await query<HealthRow>(trx, lockSql, [JSON.stringify(entries), worker])
  const held = new Set(found.flatMap((row) => row.held))
  const counting = attempts.filter(({ delivery }) => held.has(delivery.delivery_id))
  const before = new Map(found.map((row) => [keyOf(row), healthOf(row)]))
  const { now, results } = settle(before, counting, services.config.webhookRetryDelays)
  const rows = found.map((row) => ({ ...row, ...timesOf(now.get(keyOf(row))!) }))
  const parameters = [JSON.stringify(results), worker, JSON.stringify(rows)]
  const changes = rows.flatMap((row, i) => {
    const was = found[i]!.status
    return row.status === was ? [] : [disabling(row, was, row.disabled_reason!)]
  })
  if (changes.length === 0) return void (await trx.last(numbered(recordSql, parameters)))
  await query(trx, recordSql, parameters)
  await recordOwn(services, trx, changes)
}

/** What the service tells when it disables a webhook. */
export const webhookDisabled = { 'webhook.disabled': 'The service disabled a webhook.' }

/** That the service disabled a webhook. */
export const disabling = (
  { org_id, subscription_id }: Key,
  before: string,
  reason: DisabledReason,
): ChangeEvent => ({
  org_id,
  type: 'webhook.disabled',
  resource_type: 'webhook',
  resource_id: subscription_id,
  before: { status: before, disabled_reason: null },
  after: { status: 'disabled', disabled_reason: reason },
})

const healthOf = (row: HealthRow): Health => ({
  ...row,
  failing_since: millisOf(row.failing_since),
  rests_until: millisOf(row.rests_until),
  last_delivery_at: millisOf(row.last_delivery_at),
  last_success_at: millisOf(row.last_success_at),
})

const timesOf = (health: Health) => ({
  ...health,
  failing_since: iso(health.failing_since),
  rests_until: iso(health.rests_until),
  last_delivery_at: iso(health.last_delivery_at),
  last_success_at: iso(health.last_success_at),
})

/** Goes through the attempts in the order in which they ended. */
function settle(before: ReadonlyMap<string, Health>, attempts: readonly Ended[], delays: number[]) {
  const now = new Map(before)
  const results = attempts
    .toSorted((a, b) => a.ended - b.ended)
    .flatMap((attempt) => {
      const { delivery, result, ended } = attempt
      const known = now.get(keyOf(delivery))
      if (!known) return []
      const { counted_run } = delivery
      const next = after(known, { ...result, at: ended, shown_at: shownEnd(attempt), counted_run })
      now.set(keyOf(delivery), next.health)
      return [resultOf(attempt, next.counted_run, delays)]
    })
  return { now, results }
}

/** What the log keeps of a delivery after an attempt, the number `number`. */
export function attemptRow(
  { number, ...attempt }: Omit<Ended, 'delivery'> & { number: number },
  next: number | null,
) {
  const { result, began } = attempt
  const { outcome, status, ms, error, resolved_ip } = result
  const next_attempt_at = iso(next)
  return {
    status: outcome === 'succeeded' ? 'succeeded' : next === null ? 'dead' : 'failed',
    attempt: number,
    next_attempt_at,
    finished_at: next === null ? iso(shownEnd(attempt)) : null,
    response_status: status,
    response_ms: ms,
    error,
    resolved_ip,
    request_headers: result.headers,
    response_excerpt: result.excerpt,
    entry: [{ attempt: number, at: iso(began), status, ms, outcome, error, resolved_ip, next_attempt_at }],
  }
}
export type AttemptRow = ReturnType<typeof attemptRow>

/** The same with the key of the delivery, and when it is tried again. */
function resultOf(attempt: Ended, counted_run: number | null, delays: number[]) {
  const { delivery, result } = attempt
  const { org_id, subscription_id, due_at, delivery_id } = delivery
  const number = delivery.attempt + 1
  const over = result.outcome === 'succeeded' || result.outcome === 'gone'
  const failed = { attempt: number, at: shownEnd(attempt), retryAfter: result.retry_after }
  const row = attemptRow({ ...attempt, number }, over ? null : nextAttemptAt(delays, failed))
  return { org_id, subscription_id, due_at, delivery_id, counted_run, ...row }
}
