import type { Db, Transaction } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import { commitSystemEvents } from '../events/log.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { newId } from '../core/ids.ts'
import { toTestRow, type EndedAttempt } from '../resources/platform/webhooks/attempt-row.ts'
import { insertAttemptedDelivery } from '../resources/platform/webhooks/delivery-queries.ts'
import { markOrgDue } from '../resources/platform/webhooks/enqueue.ts'
import { resetFailureColumns, isOwnerEligible, type WebhookRow } from '../resources/platform/webhooks/queries.ts'
import { listSigningSecrets, type EncryptedSecrets } from '../resources/platform/webhooks/secrets.ts'
import { buildTestDelivery } from '../resources/platform/webhooks/test-delivery.ts'
import { computeNextProbe } from './health.ts'
import type { WebhookKey } from './queue.ts'
import { buildEnabledEvent } from './record.ts'
import { getWebhookSender } from '../resources/platform/webhooks/sender/sender.ts'

const MAX_PROBES = 20
/** Lease of a probe, longer than an attempt, so that no other process probes the same endpoint. */
const LEASE_MS = 60_000

type ProbedWebhook = Pick<WebhookRow, 'org_id' | 'subscription_id' | 'api_version' | 'owner_user_id' | 'url'> &
  EncryptedSecrets & { disabled_at: string; can_be_enabled: boolean }

const toIso = (millis: number): string => new Date(millis).toISOString()

const isDisabledAfterFailures = sql`s.status = 'disabled' and s.disabled_reason = 'consecutive_failures' and s.deleted_at is null`

const MAX_AGE_MS = 30 * 24 * 3_600_000

/**
 * Condition that `s` is due for a probe. A webhook without times is due immediately: an older server disabled it, or it
 * has a new URL.
 */
const isDue = (millis: number): Sql => sql`(s.next_probe_at <= ${toIso(millis)}
  or s.next_probe_at is null and s.disabled_at is null and s.updated_at > ${toIso(millis - MAX_AGE_MS)})`

const findDue = (db: Db, millis: number) =>
  db.query(sql<WebhookKey>`
    select s.org_id, s.subscription_id from webhook_subscriptions s
    where ${isDisabledAfterFailures} and ${isDue(millis)} order by s.next_probe_at nulls first limit ${MAX_PROBES}`)

/** Leases a webhook; undefined if another process has it. */
async function claim(db: Db, key: WebhookKey, millis: number): Promise<ProbedWebhook | undefined> {
  const [row] = await db.query(sql<ProbedWebhook>`
    update webhook_subscriptions s
    set disabled_at = coalesce(s.disabled_at, s.updated_at),
      next_probe_at = ${toIso(millis + LEASE_MS)}
    from organization_members m, organizations o
    where s.org_id = ${key.org_id} and s.subscription_id = ${key.subscription_id} and ${isDisabledAfterFailures} and ${isDue(millis)}
      and m.org_id = ${key.org_id} and m.user_id = s.owner_user_id and o.org_id = ${key.org_id}
    returning s.org_id, s.subscription_id, s.api_version, s.owner_user_id, s.url, s.disabled_at, s.secret,
      s.previous_secret, s.previous_secret_expires_at, ${isOwnerEligible} and o.deleted_at is null as can_be_enabled`)
  return row
}

/** Probes webhooks that were disabled after failures, and enables those whose endpoint returns 2xx. */
export async function probeDisabledWebhooks(services: Dependencies): Promise<void> {
  const { database, clock } = services
  const dueKeys = await findDue(database.db, clock())
  const results = await Promise.allSettled(dueKeys.map((key) => probe(services, key)))
  for (const [i, result] of results.entries())
    if (result.status === 'rejected')
      services.log('error', 'webhook not probed', { ...dueKeys[i], error: String(result.reason) })
}

async function probe(services: Dependencies, key: WebhookKey): Promise<void> {
  const { database, keyring, clock } = services
  const startedAt = clock()
  const webhook = await claim(database.db, key, startedAt)
  if (!webhook) return
  // Its owner may be made an admin again.
  if (!webhook.can_be_enabled) return scheduleNextProbe(database.db, webhook, startedAt)
  const delivery = buildTestDelivery(webhook, {
    id: newId('WD', startedAt),
    now: toIso(startedAt),
    request_id: null,
  })
  const { message_id: id, event_type: type, body } = delivery
  const secrets = listSigningSecrets(keyring, webhook, webhook, startedAt)
  const result = await getWebhookSender(services).attempt({
    id,
    type,
    body,
    secrets,
    at: startedAt,
    url: webhook.url,
  })
  const attempt = { result, startedAt, endedAt: clock() }
  await database.transaction(async (trx) => {
    const [row] = await trx.query(sql`
      select 1 from webhook_subscriptions s
      where s.org_id = ${key.org_id} and s.subscription_id = ${key.subscription_id} and ${isDisabledAfterFailures}
        and s.url = ${webhook.url} for no key update`)
    await insertAttemptedDelivery(trx, delivery, toTestRow(attempt))
    // A user may have enabled or deleted it, or changed its URL, during the attempt.
    if (row) await applyProbeResult(services, trx, webhook, attempt)
  })
}

async function applyProbeResult(
  services: Dependencies,
  trx: Transaction,
  webhook: ProbedWebhook,
  { result, endedAt }: EndedAttempt,
): Promise<void> {
  const { org_id, subscription_id } = webhook
  const now = toIso(endedAt)
  if (result.outcome === 'gone') return saveNextProbe(trx, webhook, null)
  if (result.outcome !== 'succeeded') return scheduleNextProbe(trx, webhook, endedAt)
  // `disabled_at` stays until a delivery succeeds: an endpoint may accept probes and nothing else.
  await trx.query(sql`
    update webhook_subscriptions set status = 'active', disabled_reason = null, next_probe_at = null,
      ${resetFailureColumns}, version = version + 1, updated_at = ${now}
    where org_id = ${org_id} and subscription_id = ${subscription_id}`)
  await markOrgDue(services.database, trx, { org_id, due_at: now })
  await commitSystemEvents(services, trx, [buildEnabledEvent({ org_id, subscription_id })])
}

const scheduleNextProbe = (db: Db, webhook: ProbedWebhook, millis: number): Promise<void> =>
  saveNextProbe(db, webhook, computeNextProbe(Date.parse(webhook.disabled_at), millis))

async function saveNextProbe(db: Db, { org_id, subscription_id }: WebhookKey, millis: number | null): Promise<void> {
  await db.query(sql`
    update webhook_subscriptions set next_probe_at = ${millis === null ? null : toIso(millis)}
    where org_id = ${org_id} and subscription_id = ${subscription_id}`)
}
