import { query } from '../../../db/database.ts'
import { recordOwn } from '../../../kernel/write/ledger.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { mayOwn } from '../rows.ts'
import type { Key } from './queue.ts'
import { disabling } from './record.ts'

const disableSql = `
  UPDATE webhook_subscriptions s SET status = 'disabled', disabled_reason = 'owner_gone', version = s.version + 1,
    updated_at = $1
  FROM organization_members m, organizations o
  WHERE m.org_id = s.org_id AND m.user_id = s.owner_user_id AND o.org_id = s.org_id AND o.deleted_at IS NULL
    AND s.status = 'active' AND s.deleted_at IS NULL AND NOT ${mayOwn('m')}
  RETURNING s.org_id, s.subscription_id`

/** Disables the active webhooks whose owner has left or may have none any more. */
export async function disableOrphans(services: Services): Promise<void> {
  const now = new Date(services.clock()).toISOString()
  await services.database.transaction(async (trx) => {
    const gone = await query<Key>(trx, disableSql, [now])
    if (gone.length === 0) return
    const changes = gone.map((key) => disabling(key, 'active', 'owner_gone'))
    await recordOwn(services, trx, changes)
  })
}

const dropSql = `
  WITH dropped AS (
    DELETE FROM webhook_queue q USING (
      SELECT org_id, subscription_id, due_at, delivery_id FROM webhook_queue
      WHERE org_id = $1 AND subscription_id = $2 ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED) old
    WHERE q.org_id = old.org_id AND q.subscription_id = old.subscription_id AND q.due_at = old.due_at
      AND q.delivery_id = old.delivery_id
    RETURNING q.org_id, q.delivery_id)
  UPDATE webhook_deliveries d SET status = 'dead', next_attempt_at = NULL, finished_at = $3
  FROM dropped WHERE d.org_id = dropped.org_id AND d.delivery_id = dropped.delivery_id`

/** Takes out of the queue, in batches, what waits for a webhook that is no more, or whose organization is no more. */
export const dropWaiting = (
  { database, clock }: Services,
  { org_id, subscription_id }: Key,
): Promise<unknown> => query(database.db, dropSql, [org_id, subscription_id, new Date(clock()).toISOString()])
