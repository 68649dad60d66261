import { query } from '../../../db/database.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { Key } from './queue.ts'

const batch = 1000
/** So that a long backlog never holds up a stop; the next turn goes on. */
const mostBatches = 200

// The oldest delivery of each webhook is the first of its part of the log's index.
const agedSql = `
  SELECT s.org_id, s.subscription_id FROM webhook_subscriptions s
  WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.org_id = s.org_id
    AND d.subscription_id = s.subscription_id AND d.created_at <= $1)`

// What still waits for an active webhook is no log yet; for another, it has waited long enough.
const deleteSql = `
  WITH old AS (
    DELETE FROM webhook_deliveries d USING (
      SELECT d.org_id, d.delivery_id FROM webhook_deliveries d
      JOIN webhook_subscriptions s ON s.org_id = d.org_id AND s.subscription_id = d.subscription_id
      WHERE d.org_id = $1 AND d.subscription_id = $2 AND d.created_at <= $3
        AND (d.finished_at IS NOT NULL OR s.status <> 'active' OR s.deleted_at IS NOT NULL)
      ORDER BY d.created_at LIMIT ${batch} FOR UPDATE OF d SKIP LOCKED) aged
    WHERE d.org_id = aged.org_id AND d.delivery_id = aged.delivery_id
    RETURNING d.org_id, d.subscription_id, d.next_attempt_at, d.delivery_id),
  waiting AS (
    DELETE FROM webhook_queue q USING old WHERE q.org_id = old.org_id AND q.subscription_id = old.subscription_id
      AND q.due_at = old.next_attempt_at AND q.delivery_id = old.delivery_id)
  SELECT count(*)::integer AS deleted FROM old`

/** Deletes deliveries that the log has held for `DELIVERY_LOG_DAYS`, in small batches; gives how many. */
export async function deleteOldDeliveries({
  config,
  database,
  clock,
}: Pick<Services, 'config' | 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock() - config.deliveryLogDays * 24 * 60 * 60 * 1000).toISOString()
  let total = 0
  let batches = 0
  for (const { org_id, subscription_id } of await query<Key>(database.db, agedSql, [before])) {
    let gone = batch
    while (gone === batch && batches++ < mostBatches) {
      const values = [org_id, subscription_id, before]
      const [row] = await query<{ deleted: number }>(database.db, deleteSql, values)
      gone = row!.deleted
      total += gone
    }
  }
  return total
}
