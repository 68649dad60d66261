import { inTurn } from '../../../db/by-organization.ts'
import type { Transaction } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import type { ChangeEvent } from '../../../kernel/events.ts'
import { ofOrganization } from '../../../kernel/sql.ts'
import { recordOwn } from '../../../kernel/write/ledger.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { DisabledReason } from '../schemas.ts'
import type { AttemptResult } from './attempt.ts'
import { after, toRunMillis, type Health } from './health.ts'
import { entryOf, nameOf, sameEntry, type Claimed, type WebhookKey } from './queue.ts'
import { nextAttemptAt } from './retry.ts'

/** An attempt that has ended; times in milliseconds. */
export interface Ended {
  delivery: Claimed
  result: AttemptResult
  began: number
  ended: number
}

/**
 * The end of an attempt as it is shown. Without an answer it is the beginning: the time until a connection failed would
 * tell an open port from a closed one.
 */
const shownEnd = ({ result, began, ended }: Omit<Ended, 'delivery'>): number =>
  result.status === null ? began : ended

const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())
const millisOf = (time: string | null) => (time === null ? null : Date.parse(time))

const timed = [
  'failing_since',
  'rests_until',
  'last_delivery_at',
  'last_success_at',
  'disabled_at',
  'next_probe_at',
] as const
type Timed = (typeof timed)[number]
/** How a webhook fares, and the deliveries to it that the worker still has. */
type HealthRow = WebhookKey & Omit<Health, Timed> & Record<Timed, string | null> & { held: string[] }

/**
 * The webhooks of attempted deliveries, locked until all is written, with what the worker still holds of these. A worker
 * whose lease ran out has lost its deliveries to another, and writes nothing of them: neither in the log nor in how the
 * webhook fares. Webhooks are locked in one order, so that two workers wait for each other instead of deadlocking.
 */
const lockHeld = (worker: string, attempts: readonly Ended[], orgId?: string): Sql<HealthRow> => sql`
  with attempted as (
    select * from jsonb_to_recordset(${JSON.stringify(attempts.map(({ delivery }) => entryOf(delivery)))}::jsonb)
      as a(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text)),
  held as (
    select q.org_id, q.subscription_id, q.delivery_id from webhook_queue q join attempted a on ${sameEntry('q', 'a')}
    where ${ofOrganization('q.org_id', orgId)} and q.worker = ${worker} for update of q),
  grouped as (
    select org_id, subscription_id, array_agg(delivery_id) as held from held group by org_id, subscription_id)
  select s.org_id, s.subscription_id, s.status, s.disabled_reason, s.consecutive_failures, s.failing_since,
    s.failure_run, s.successes, s.rests_until, s.last_delivery_status, s.last_delivery_at, s.last_success_at, s.disabled_at,
    s.next_probe_at, g.held
  from webhook_subscriptions s join grouped g on g.org_id = s.org_id and g.subscription_id = s.subscription_id
  where ${ofOrganization('s.org_id', orgId)} order by s.org_id, s.subscription_id for no key update of s`

/** Writes results that the worker still holds into queue and log, and how the webhooks fare. */
const writing = (
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
  held as (select r.* from result r join webhook_queue q on ${sameEntry('q', 'r')} and q.worker = ${worker}
    and ${ofOrganization('q.org_id', orgId)}),
  done as (
    delete from webhook_queue q using held h
    where ${ofOrganization('q.org_id', orgId)} and ${sameEntry('q', 'h')} and h.next_attempt_at is null),
  again as (
    update webhook_queue q set due_at = h.next_attempt_at, leased_until = null, worker = null from held h
    where ${ofOrganization('q.org_id', orgId)} and ${sameEntry('q', 'h')} and h.next_attempt_at is not null),
  logged as (
    update webhook_deliveries d set status = h.status, attempt = h.attempt, next_attempt_at = h.next_attempt_at,
      finished_at = h.finished_at, counted_run = h.counted_run, response_status = h.response_status,
      response_ms = h.response_ms, error = h.error, resolved_ip = h.resolved_ip, request_headers = h.request_headers,
      response_excerpt = h.response_excerpt, attempt_log = d.attempt_log || h.entry
    from held h
    where ${ofOrganization('d.org_id', orgId)} and d.org_id = h.org_id and d.delivery_id = h.delivery_id)
  update webhook_subscriptions s set status = n.status, disabled_reason = n.disabled_reason,
    consecutive_failures = n.consecutive_failures, failing_since = n.failing_since, failure_run = n.failure_run,
    successes = n.successes, rests_until = n.rests_until, probed_until = null, last_delivery_status = n.last_delivery_status,
    last_delivery_at = n.last_delivery_at, last_success_at = n.last_success_at, disabled_at = n.disabled_at,
    next_probe_at = n.next_probe_at, version = s.version + (n.status <> s.status)::integer,
    updated_at = case when n.status <> s.status then n.last_delivery_at else s.updated_at end
  from jsonb_to_recordset(${JSON.stringify(webhooks)}::jsonb) as n(org_id uuid, subscription_id text, status text,
    disabled_reason text, consecutive_failures integer, failing_since timestamptz, failure_run integer,
    successes integer, rests_until timestamptz, last_delivery_status text, last_delivery_at timestamptz,
    last_success_at timestamptz, disabled_at timestamptz, next_probe_at timestamptz)
  where ${ofOrganization('s.org_id', orgId)} and s.org_id = n.org_id and s.subscription_id = n.subscription_id`

/** Writes down how attempts went: in the log, in the queue, and in how their webhooks fare; tells of those it disables. */
export async function record(
  services: Services,
  trx: Transaction,
  worker: string,
  attempts: readonly Ended[],
): Promise<void> {
  const { sharded } = services.database
  const keyed = attempts.map((attempt) => ({ org_id: attempt.delivery.org_id, attempt }))
  const found = await inTurn(sharded, keyed, (some, orgId) =>
    trx.query(
      lockHeld(
        worker,
        some.map(({ attempt }) => attempt),
        orgId,
      ),
    ),
  )
  const held = new Set(found.flatMap((row) => row.held))
  const counting = attempts.filter(({ delivery }) => held.has(delivery.delivery_id))
  const before = new Map(found.map((row) => [nameOf(row), healthOf(row)]))
  const { now, results } = settle(before, counting, services.config.webhookRetryDelays)
  const rows = found.map((row) => ({ ...row, ...timesOf(now.get(nameOf(row))!) }))
  const write = (some: readonly WebhookKey[], orgId?: string) =>
    writing(
      worker,
      orgId === undefined ? results : results.filter((one) => one.org_id === orgId),
      some,
      orgId,
    )
  const changes = rows.flatMap((row, i) => {
    const was = found[i]!.status
    return row.status === was ? [] : [disabling(row, was, row.disabled_reason!)]
  })
  if (changes.length === 0 && !sharded) return void (await trx.last(write(rows)))
  await inTurn(sharded, rows, (some, orgId) => trx.query(write(some, orgId)))
  if (changes.length > 0) await recordOwn(services, trx, changes)
}

/** Events for webhooks that the service disables and enables. */
export const webhookSwitched = {
  'webhook.disabled': 'The service disabled a webhook.',
  'webhook.enabled': 'The service enabled a webhook again, since its endpoint responds.',
}

/** The event that says that the service disabled a webhook. */
export const disabling = (
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

const convertTimes = <F, T>(from: Record<Timed, F>, convert: (time: F) => T) =>
  Object.fromEntries(timed.map((name) => [name, convert(from[name])])) as Record<Timed, T>

/** Builds the event for a webhook that the service enabled again. */
export const enabling = ({ org_id, subscription_id }: WebhookKey): ChangeEvent => ({
  org_id,
  type: 'webhook.enabled',
  resource_type: 'webhook',
  resource_id: subscription_id,
  before: { status: 'disabled', disabled_reason: 'consecutive_failures' },
  after: { status: 'active', disabled_reason: null },
})

const healthOf = (row: HealthRow): Health => ({ ...row, ...convertTimes(row, millisOf) })

const timesOf = (health: Health) => ({ ...health, ...convertTimes(health, iso) })

/** Goes through the attempts in the order in which they ended. */
function settle(before: ReadonlyMap<string, Health>, attempts: readonly Ended[], delays: number[]) {
  const now = new Map(before)
  const runMillis = toRunMillis(delays)
  const results = attempts
    .toSorted((a, b) => a.ended - b.ended)
    .flatMap((attempt) => {
      const { delivery, result, ended } = attempt
      const known = now.get(nameOf(delivery))
      if (!known) return []
      const { counted_run } = delivery
      const next = after(known, { ...result, at: ended, shown_at: shownEnd(attempt), counted_run }, runMillis)
      now.set(nameOf(delivery), next.health)
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

/** What is written of an attempt: the row for the log with the key of the delivery, and when it is tried again. */
function resultOf(attempt: Ended, counted_run: number | null, delays: number[]) {
  const { delivery, result } = attempt
  const { org_id, subscription_id, due_at, delivery_id } = delivery
  const number = delivery.attempt + 1
  const over = result.outcome === 'succeeded' || result.outcome === 'gone'
  const failed = { attempt: number, at: shownEnd(attempt), retryAfter: result.retry_after }
  const row = attemptRow({ ...attempt, number }, over ? null : nextAttemptAt(delays, failed))
  return { org_id, subscription_id, due_at, delivery_id, counted_run, ...row }
}
