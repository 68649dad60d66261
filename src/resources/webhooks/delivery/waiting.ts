import { query, type Db } from '../../../db/database.ts'

const countSql = `
  SELECT count(*) FILTER (WHERE q.leased_until > $1)::integer AS in_flight,
    count(*) FILTER (WHERE s.status <> 'active')::integer AS held,
    count(*) FILTER (WHERE s.status = 'active' AND q.due_at <= $1
      AND (q.leased_until IS NULL OR q.leased_until <= $1))::integer AS due,
    count(*) FILTER (WHERE s.status = 'active' AND q.due_at > $1)::integer AS retry
  FROM webhook_queue q
  JOIN webhook_subscriptions s ON s.org_id = q.org_id AND s.subscription_id = q.subscription_id`

/** How many deliveries wait, of what kind: being sent, due, for a later attempt, for a webhook that is not active. */
export const countDeliveries = async (db: Db, now: string): Promise<Record<string, number>> =>
  (await query<Record<string, number>>(db, countSql, [now]))[0]!
