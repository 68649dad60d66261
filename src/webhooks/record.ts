import { forEachOrg } from '../db/citus/per-org.ts'
import type { Transaction } from '../db/database.ts'
import { sql, type Sql, orgEquals } from '../db/sql.ts'
import type { ChangeEvent } from '../core/change-event.ts'
import { commitSystemEvents } from '../events/log.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { DisabledReason } from '../resources/platform/webhooks/schema.ts'
import {
  toAttemptRow,
  toDisplayedEnd,
  toIsoOrNull,
  type EndedAttempt,
} from '../resources/platform/webhooks/attempt-row.ts'
import { applyAttempt, computeFailureWindow, type Health } from './health.ts'
import {
  findEndpointLease,
  formatWebhookKey,
  isSameQueueEntry,
  toQueueKey,
  type ClaimedDelivery,
  type WebhookKey,
} from './queue.ts'
import { computeNextAttempt } from '../resources/platform/webhooks/sender/retry.ts'

export interface LeasedAttempt extends EndedAttempt {
  delivery: ClaimedDelivery
}

const RESPONSE_REMOVED = 'the response could not be recorded'

/** Returns the attempt without what came from the endpoint but its status; undefined if that was removed before. */
export function removeResponse(attempt: LeasedAttempt): LeasedAttempt | undefined {
  const { result } = attempt
  if (result.error === RESPONSE_REMOVED) return undefined
  return { ...attempt, result: { ...result, error: RESPONSE_REMOVED, excerpt: null, resolved_ip: null, headers: {} } }
}

const toMillis = (time: string | null) => (time === null ? null : Date.parse(time))

const TIME_FIELDS = [
  'failing_since',
  'rests_until',
  'last_delivery_at',
  'last_success_at',
  'disabled_at',
  'next_probe_at',
] as const
type TimeField = (typeof TIME_FIELDS)[number]
type HealthRow = WebhookKey &
  Omit<Health, TimeField> &
  Record<TimeField, string | null> & { url: string; is_deleted: boolean; delivery_ids: string[] }

/**
 * Locks the webhooks of attempted deliveries and returns which deliveries the worker still has claimed. Nothing is
 * recorded for one that another worker has taken over. Webhooks are locked in the order of their ids, queue
 * rows only by the worker that leased them.
 */
const lockClaimed = (worker: string, attempts: readonly LeasedAttempt[], orgId?: string): Sql<HealthRow> => sql`
  with attempted as (
    select * from jsonb_to_recordset(${JSON.stringify(attempts.map(({ delivery }) => toQueueKey(delivery)))}::jsonb)
      as a(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text)),
  still_claimed as (
    select q.org_id, q.subscription_id, q.delivery_id from webhook_queue q join attempted a on ${isSameQueueEntry('q', 'a')}
    where ${orgEquals('q.org_id', orgId)} and q.worker = ${worker} for update of q),
  grouped as (
    select org_id, subscription_id, array_agg(delivery_id) as delivery_ids from still_claimed group by org_id, subscription_id)
  select s.org_id, s.subscription_id, s.status, s.disabled_reason, s.consecutive_failures, s.failing_since,
    s.failure_run, s.successes, s.rests_until, s.last_delivery_status, s.last_delivery_at, s.last_success_at, s.disabled_at, s.next_probe_at, s.url,
    s.deleted_at is not null or o.deleted_at is not null as is_deleted, g.delivery_ids
  from webhook_subscriptions s join grouped g on g.org_id = s.org_id and g.subscription_id = s.subscription_id
  join organizations o on o.org_id = s.org_id
  where ${orgEquals('s.org_id', orgId)} and ${orgEquals('o.org_id', orgId)} order by s.org_id, s.subscription_id for no key update of s`

const buildUpdate = (
  worker: string,
  results: readonly object[],
  webhooks: readonly object[],
  orgId?: string,
): Sql => sql`
  with result as (
    select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(org_id uuid, subscription_id text,
      due_at timestamptz, delivery_id text, status text, attempt integer, next_attempt_at timestamptz,
      finished_at timestamptz, counted_run integer, response_status integer, response_ms integer, error text,
      resolved_ip text, request_headers jsonb, response_excerpt text, entry jsonb)),
  still_claimed as (select r.* from result r join webhook_queue q on ${isSameQueueEntry('q', 'r')} and q.worker = ${worker}
    and ${orgEquals('q.org_id', orgId)}),
  done as (
    delete from webhook_queue q using still_claimed c
    where ${orgEquals('q.org_id', orgId)} and ${isSameQueueEntry('q', 'c')} and c.next_attempt_at is null),
  rescheduled as (
    update webhook_queue q set due_at = c.next_attempt_at, leased_until = null, worker = null from still_claimed c
    where ${orgEquals('q.org_id', orgId)} and ${isSameQueueEntry('q', 'c')} and c.next_attempt_at is not null),
  logged as (
    update webhook_deliveries d set status = c.status, attempt = c.attempt, next_attempt_at = c.next_attempt_at,
      finished_at = c.finished_at, counted_run = c.counted_run, response_status = c.response_status,
      response_ms = c.response_ms, error = c.error, resolved_ip = c.resolved_ip, request_headers = c.request_headers,
      response_excerpt = c.response_excerpt, attempt_log = d.attempt_log || c.entry
    from still_claimed c
    where ${orgEquals('d.org_id', orgId)} and d.org_id = c.org_id and d.delivery_id = c.delivery_id)
  update webhook_subscriptions s set status = n.status, disabled_reason = n.disabled_reason,
    consecutive_failures = n.consecutive_failures, failing_since = n.failing_since, failure_run = n.failure_run,
    successes = n.successes, rests_until = n.rests_until,
    probed_until = case when s.probed_until = any(n.ended_leases) then null else s.probed_until end, last_delivery_status = n.last_delivery_status,
    last_delivery_at = n.last_delivery_at, last_success_at = n.last_success_at, disabled_at = n.disabled_at,
    next_probe_at = n.next_probe_at, version = s.version + (n.status <> s.status)::integer,
    updated_at = case when n.status <> s.status then n.last_delivery_at else s.updated_at end
  from jsonb_to_recordset(${JSON.stringify(webhooks)}::jsonb) as n(org_id uuid, subscription_id text, status text,
    disabled_reason text, consecutive_failures integer, failing_since timestamptz, failure_run integer,
    successes integer, rests_until timestamptz, last_delivery_status text, last_delivery_at timestamptz,
    last_success_at timestamptz, disabled_at timestamptz, next_probe_at timestamptz, ended_leases timestamptz[])
  where ${orgEquals('s.org_id', orgId)} and s.org_id = n.org_id and s.subscription_id = n.subscription_id`

export async function recordAttempts(
  services: Dependencies,
  trx: Transaction,
  worker: string,
  attempts: readonly LeasedAttempt[],
): Promise<void> {
  const { sharded } = services.database
  const byOrg = attempts.map((attempt) => ({ org_id: attempt.delivery.org_id, attempt }))
  const found = await forEachOrg(sharded, byOrg, (batch, orgId) =>
    trx.query(
      lockClaimed(
        worker,
        batch.map(({ attempt }) => attempt),
        orgId,
      ),
    ),
  )
  const stillClaimed = new Set(found.flatMap((row) => row.delivery_ids))
  const recordable = attempts.filter(({ delivery }) => stillClaimed.has(delivery.delivery_id))
  const before = new Map(found.map((row) => [formatWebhookKey(row), { ...toHealth(row), url: findUrlForHealth(row) }]))
  const { healthByWebhook, results } = applyAttempts(before, recordable, services.config.webhookRetryDelays)
  const rows = found.map((row) => ({
    ...row,
    ...toRow(healthByWebhook.get(formatWebhookKey(row))!),
    ended_leases: listEndedLeases(recordable, row),
  }))
  const write = (batch: readonly WebhookKey[], orgId?: string) =>
    buildUpdate(worker, orgId === undefined ? results : results.filter((one) => one.org_id === orgId), batch, orgId)
  const changes = rows.flatMap((row, i) => {
    const statusBefore = found[i]!.status
    return row.status === statusBefore ? [] : [buildDisabledEvent(row, statusBefore, row.disabled_reason!)]
  })
  if (changes.length === 0 && !sharded) return trx.queryAndCommit(write(rows))
  await forEachOrg(sharded, rows, (batch, orgId) => trx.query(write(batch, orgId)))
  if (changes.length > 0) await commitSystemEvents(services, trx, changes)
}

const listEndedLeases = (attempts: readonly LeasedAttempt[], { subscription_id }: WebhookKey): string[] =>
  attempts
    .filter(({ delivery }) => delivery.subscription_id === subscription_id)
    .flatMap(({ delivery }) => findEndpointLease(delivery) ?? [])

export const buildDisabledEvent = (
  { org_id, subscription_id }: WebhookKey,
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

const convertTimes = <F, T>(from: Record<TimeField, F>, convert: (time: F) => T) =>
  Object.fromEntries(TIME_FIELDS.map((name) => [name, convert(from[name])])) as Record<TimeField, T>

export const buildEnabledEvent = ({ org_id, subscription_id }: WebhookKey): ChangeEvent => ({
  org_id,
  type: 'webhook.enabled',
  resource_type: 'webhook',
  resource_id: subscription_id,
  before: { status: 'disabled', disabled_reason: 'consecutive_failures' },
  after: { status: 'active', disabled_reason: null },
})

/** Returns the URL whose attempts count for the health; null for a webhook that was deleted during them. */
const findUrlForHealth = ({ is_deleted, url }: HealthRow): string | null => (is_deleted ? null : url)

const toHealth = (row: HealthRow): Health => ({ ...row, ...convertTimes(row, toMillis) })

const toRow = (health: Health) => ({ ...health, ...convertTimes(health, toIsoOrNull) })

type CountedHealth = Health & { url: string | null }

function applyAttempts(
  before: ReadonlyMap<string, CountedHealth>,
  attempts: readonly LeasedAttempt[],
  delays: number[],
) {
  const healthByWebhook = new Map(before)
  const windowMs = computeFailureWindow(delays)
  const results = attempts
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .flatMap((attempt) => {
      const { delivery, result, endedAt } = attempt
      const health = healthByWebhook.get(formatWebhookKey(delivery))
      if (!health) return []
      const { counted_run } = delivery
      // The URL was changed, or the webhook deleted, during the attempt: its result is recorded and changes nothing else.
      if (health.url !== delivery.url)
        return [toResultRow(attempt, counted_run, delays, { urlChanged: health.url !== null })]
      const next = applyAttempt(
        health,
        { ...result, ended_at: endedAt, displayed_end: toDisplayedEnd(attempt), counted_run },
        windowMs,
      )
      healthByWebhook.set(formatWebhookKey(delivery), { ...next.health, url: health.url })
      return [toResultRow(attempt, next.counted_run, delays)]
    })
  return { healthByWebhook, results }
}

function toResultRow(
  attempt: LeasedAttempt,
  counted_run: number | null,
  delays: number[],
  { urlChanged = false } = {},
) {
  const { delivery, result } = attempt
  const { org_id, subscription_id, due_at, delivery_id } = delivery
  const number = delivery.attempt + 1
  const isFinal = result.outcome === 'succeeded' || (result.outcome === 'gone' && !urlChanged)
  const failed = {
    attempt: number,
    maxAttempts: delivery.max_attempts,
    at: toDisplayedEnd(attempt),
    retryAfter: result.retry_after,
  }
  const row = toAttemptRow({ ...attempt, number }, isFinal ? null : computeNextAttempt(delays, failed))
  return { org_id, subscription_id, due_at, delivery_id, counted_run, ...row }
}
