import { sql } from '../db/sql.ts'
import { commitSystemEvents } from '../events/log.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { isOwnerEligible } from '../resources/platform/webhooks/queries.ts'
import { isSameQueueEntry, type WebhookKey } from './queue.ts'
import { buildDisabledEvent } from './record.ts'

export async function disableOrphanedWebhooks(services: Dependencies): Promise<void> {
  const now = new Date(services.clock()).toISOString()
  await services.database.transaction(async (trx) => {
    const orphaned = await trx.query(sql<WebhookKey>`
      update webhook_subscriptions s set status = 'disabled', disabled_reason = 'owner_gone', version = s.version + 1,
        updated_at = ${now}
      from organization_members m, organizations o
      where m.org_id = s.org_id and m.user_id = s.owner_user_id and o.org_id = s.org_id and o.deleted_at is null
        and s.status = 'active' and s.deleted_at is null and not ${isOwnerEligible}
      returning s.org_id, s.subscription_id`)
    if (orphaned.length === 0) return
    const changes = orphaned.map((key) => buildDisabledEvent(key, 'active', 'owner_gone'))
    await commitSystemEvents(services, trx, changes)
  })
}

/** Drops the deliveries of a deleted webhook, except those in flight, whose results are still recorded. */
export function dropQueuedDeliveries({ database, clock }: Dependencies, { org_id, subscription_id }: WebhookKey) {
  const now = new Date(clock()).toISOString()
  return database.db.query(sql`
    with dropped as (
      delete from webhook_queue q using (
        select org_id, subscription_id, due_at, delivery_id from webhook_queue
        where org_id = ${org_id} and subscription_id = ${subscription_id}
          and (leased_until is null or leased_until <= ${now})
        order by due_at limit 1000 for update skip locked) old
      where q.org_id = ${org_id} and ${isSameQueueEntry('q', 'old')} returning q.org_id, q.delivery_id)
    update webhook_deliveries d
    set status = 'dead', next_attempt_at = null, finished_at = ${now}
    from dropped where d.org_id = ${org_id} and d.org_id = dropped.org_id and d.delivery_id = dropped.delivery_id`)
}
