import type { Db, Transaction } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import { recordOwn } from '../../../kernel/write/ledger.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { newId } from '../../../kernel/values/ids.ts'
import { attemptRow, type Attempt } from '../attempt-row.ts'
import { insertAttempted } from '../delivery-queries.ts'
import { noteWaiting } from '../enqueue.ts'
import { forgottenFailures, mayOwn, type WebhookRow } from '../queries.ts'
import { secretsAt, type SealedSecrets } from '../secrets.ts'
import { buildTest } from '../test-delivery.ts'
import { toNextProbe } from './health.ts'
import type { WebhookKey } from './queue.ts'
import { enabling } from './record.ts'
import { senderOf } from './sender.ts'

const MAX_PROBES = 20
/** Lease of a probe, longer than an attempt, so that no other process probes the same endpoint. */
const LEASE_MS = 60_000

type ProbedWebhook = Pick<
  WebhookRow,
  'org_id' | 'subscription_id' | 'api_version' | 'owner_user_id' | 'url'
> &
  SealedSecrets & { disabled_at: string; next_probe_at: string | null }

const toIso = (millis: number): string => new Date(millis).toISOString()

const isFailing = sql`s.status = 'disabled' and s.disabled_reason = 'consecutive_failures' and s.deleted_at is null`

const MAX_AGE_MS = 30 * 24 * 3_600_000

/**
 * Condition that `s` is due for a probe. A webhook that an older server disabled has no times and is due immediately.
 */
const isDue = (millis: number): Sql => sql`(s.next_probe_at <= ${toIso(millis)}
  or s.next_probe_at is null and s.disabled_at is null and s.updated_at > ${toIso(millis - MAX_AGE_MS)})`

const findDue = (db: Db, millis: number): Promise<WebhookKey[]> =>
  db.query(sql<WebhookKey>`
    select s.org_id, s.subscription_id from webhook_subscriptions s
    where ${isFailing} and ${isDue(millis)} order by s.next_probe_at nulls first limit ${MAX_PROBES}`)

/** Leases a webhook; undefined if another process has it, or its owner may no longer have webhooks. */
async function claim(db: Db, key: WebhookKey, millis: number): Promise<ProbedWebhook | undefined> {
  const [row] = await db.query(sql<ProbedWebhook>`
    update webhook_subscriptions s
    set disabled_at = coalesce(s.disabled_at, s.updated_at),
      next_probe_at = case when ${mayOwn} and o.deleted_at is null then ${toIso(millis + LEASE_MS)}::timestamptz end
    from organization_members m, organizations o
    where s.org_id = ${key.org_id} and s.subscription_id = ${key.subscription_id} and ${isFailing} and ${isDue(millis)}
      and m.org_id = ${key.org_id} and m.user_id = s.owner_user_id and o.org_id = ${key.org_id}
    returning s.org_id, s.subscription_id, s.api_version, s.owner_user_id, s.url, s.disabled_at, s.secret,
      s.previous_secret, s.previous_secret_expires_at, s.next_probe_at`)
  return row?.next_probe_at ? row : undefined
}

/** Probes webhooks that were disabled after failures, and enables those whose endpoint returns 2xx. */
export async function probeDisabled(services: Services): Promise<void> {
  const { database, clock } = services
  const dueKeys = await findDue(database.db, clock())
  await Promise.all(dueKeys.map((key) => probe(services, key)))
}

async function probe(services: Services, key: WebhookKey): Promise<void> {
  const { database, keyring, clock } = services
  const startedAt = clock()
  const webhook = await claim(database.db, key, startedAt)
  if (!webhook) return
  const delivery = buildTest(webhook, { id: newId('WD', startedAt), now: toIso(startedAt), request_id: null })
  const { message_id: id, event_type: type, body } = delivery
  const secrets = secretsAt(keyring, webhook, webhook, startedAt)
  const result = await senderOf(services).attempt({
    id,
    type,
    body,
    secrets,
    at: startedAt,
    url: webhook.url,
  })
  const attempt = { result, began: startedAt, ended: clock() }
  await database.transaction(async (trx) => {
    const [row] = await trx.query(sql`
      select 1 from webhook_subscriptions s
      where s.org_id = ${key.org_id} and s.subscription_id = ${key.subscription_id} and ${isFailing}
      for no key update`)
    await insertAttempted(trx, delivery, attemptRow({ ...attempt, number: 1 }, null))
    // A user may have enabled or deleted it during the attempt.
    if (row) await applyProbeResult(services, trx, webhook, attempt)
  })
}

async function applyProbeResult(
  services: Services,
  trx: Transaction,
  { org_id, subscription_id, disabled_at }: ProbedWebhook,
  { result, ended }: Attempt,
): Promise<void> {
  const now = toIso(ended)
  const where = sql`where org_id = ${org_id} and subscription_id = ${subscription_id}`
  if (result.outcome !== 'succeeded') {
    const next = result.outcome === 'gone' ? null : toNextProbe(Date.parse(disabled_at), ended)
    const next_probe_at = next === null ? null : toIso(next)
    await trx.query(sql`update webhook_subscriptions set next_probe_at = ${next_probe_at} ${where}`)
    return
  }
  // `disabled_at` stays until a delivery succeeds: an endpoint may accept probes and nothing else.
  await trx.query(sql`
    update webhook_subscriptions set status = 'active', disabled_reason = null, next_probe_at = null,
      ${forgottenFailures}, version = version + 1, updated_at = ${now} ${where}`)
  await noteWaiting(services.database, trx, { org_id, due_at: now })
  await recordOwn(services, trx, [enabling({ org_id, subscription_id })])
}
