import { sql, type Sql } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { WebhookKey } from './queue.ts'

const BATCH_SIZE = 1000
/** Maximum number of batches per run, so that a backlog does not delay shutdown. */
const MAX_BATCHES = 200

const findWithOldDeliveries = (instant: string): Sql<WebhookKey> => sql`
  select s.org_id, s.subscription_id from webhook_subscriptions s
  where exists (select 1 from webhook_deliveries d where d.org_id = s.org_id
    and d.subscription_id = s.subscription_id and d.created_at <= ${instant})`

/** Deletes a batch of old deliveries of a webhook, except deliveries still queued for an active webhook. */
const buildDelete = ({ org_id, subscription_id }: WebhookKey, instant: string): Sql<{ deleted: number }> => sql`
  with old as (
    delete from webhook_deliveries d using (
      select d.org_id, d.delivery_id from webhook_deliveries d
      join webhook_subscriptions s on s.org_id = d.org_id and s.subscription_id = d.subscription_id
      where d.org_id = ${org_id} and s.org_id = ${org_id} and d.subscription_id = ${subscription_id}
        and d.created_at <= ${instant}
        and (d.finished_at is not null or s.status <> 'active' or s.deleted_at is not null)
      order by d.created_at ${sql.raw(`limit ${BATCH_SIZE}`)} for update of d skip locked) aged
    where d.org_id = ${org_id} and d.org_id = aged.org_id and d.delivery_id = aged.delivery_id
    returning d.subscription_id, d.delivery_id),
  -- Regardless of \`due_at\`, which an attempt that ends meanwhile changes.
  dequeued as (
    delete from webhook_queue q using old
    where q.org_id = ${org_id} and q.subscription_id = old.subscription_id and q.delivery_id = old.delivery_id)
  select count(*)::integer as deleted from old`

export async function deleteOldDeliveries({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock() - config.deliveryLogDays * 24 * 60 * 60 * 1000).toISOString()
  let total = 0
  let batches = 0
  for (const webhook of await database.db.query(findWithOldDeliveries(before))) {
    let deleted = BATCH_SIZE
    while (deleted === BATCH_SIZE && batches++ < MAX_BATCHES) {
      const [row] = await database.db.query(buildDelete(webhook, before))
      deleted = row!.deleted
      total += deleted
    }
  }
  return total
}
