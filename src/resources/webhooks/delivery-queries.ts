import { sql, type Sql } from '../../db/sql.ts'
import { lookUp, query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { queueing, type NewDelivery } from './delivery/queue.ts'
import type { AttemptRow } from './delivery/record.ts'
import type { WebhookRow } from './rows.ts'
import type { SealedSecrets } from './secrets.ts'

/** A delivery as it stands in the log. */
export interface DeliveryRow extends NewDelivery {
  status: 'pending' | 'in_flight' | 'succeeded' | 'failed' | 'dead'
  attempt: number
  next_attempt_at: string | null
  response_status: number | null
  response_ms: number | null
  error: string | null
  resolved_ip: string | null
  request_headers: Record<string, string> | null
  response_excerpt: string | null
  attempt_log: object[]
  finished_at: string | null
}

const briefColumns = `d.org_id, d.delivery_id, d.subscription_id, d.event_id, d.event_type, d.replay_of, d.attempt,
  d.max_attempts, d.next_attempt_at, d.response_status, d.response_ms, d.error, d.resolved_ip, d.created_at,
  d.finished_at`
const fullColumns = `${briefColumns}, d.message_id, d.body, d.made_for, d.project_id, d.request_headers,
  d.response_excerpt, d.attempt_log`
/** The log, beside what the queue says of it. */
const logged = `webhook_deliveries d LEFT JOIN webhook_queue q ON q.org_id = d.org_id
  AND q.subscription_id = d.subscription_id AND q.due_at = d.next_attempt_at AND q.delivery_id = d.delivery_id`
const statusAt = (now: string) => `CASE WHEN q.leased_until > ${now} THEN 'in_flight' ELSE d.status END`

const findSql = `
  SELECT ${fullColumns}, ${statusAt('$4')} AS status FROM ${logged}
  WHERE d.org_id = $1 AND d.subscription_id = $2 AND d.delivery_id = $3`

/** A delivery of a webhook. */
export async function findDelivery(
  ctx: Context,
  { org_id, subscription_id }: Pick<WebhookRow, 'org_id' | 'subscription_id'>,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const values = [org_id, subscription_id, deliveryId, ctx.now]
  return (await lookUp<DeliveryRow>(ctx.db, findSql, values))[0]
}

/** A page of a webhook's deliveries. */
export function listDeliveries(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
  status: string | undefined,
  page: ListQuery,
): Promise<DeliveryRow[]> {
  const statusNow: Sql = sql`case when q.leased_until > ${ctx.now} then 'in_flight' else d.status end`
  const wanted = status === undefined ? sql`true` : sql`${statusNow} = ${status}`
  return selectPage<DeliveryRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<DeliveryRow>`
      select ${sql.raw(briefColumns)}, ${statusNow} as status, ${columns} from ${sql.raw(logged)}
      where d.org_id = ${org_id} and d.subscription_id = ${subscription_id} and ${wanted} and ${where}
      ${order} ${limit}`,
  )
}

/** Queues a delivery that no change gave rise to; due at once. */
export const queueDelivery = (ctx: Context, delivery: NewDelivery): Promise<unknown> =>
  ctx.db.query(sql`WITH ${queueing([delivery])} SELECT`)

const insertSql = `
  INSERT INTO webhook_deliveries (org_id, delivery_id, subscription_id, event_type, message_id, body, made_for,
    max_attempts, created_at, status, attempt, finished_at, response_status, response_ms, error, resolved_ip,
    request_headers, response_excerpt, attempt_log)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`

/** Writes a delivery into the log that has been attempted already, and will not be again. */
export const insertAttempted = (
  ctx: Context,
  delivery: NewDelivery,
  done: Omit<AttemptRow, 'next_attempt_at' | 'counted_run'>,
): Promise<unknown> =>
  query(ctx.db, insertSql, [
    delivery.org_id,
    delivery.delivery_id,
    delivery.subscription_id,
    delivery.event_type,
    delivery.message_id,
    delivery.body,
    delivery.made_for,
    delivery.max_attempts,
    delivery.created_at,
    done.status,
    done.attempt,
    done.finished_at,
    done.response_status,
    done.response_ms,
    done.error,
    done.resolved_ip,
    JSON.stringify(done.request_headers),
    done.response_excerpt,
    JSON.stringify(done.entry),
  ])

const secretsSql = `
  SELECT secret, previous_secret, previous_secret_expires_at FROM webhook_subscriptions
  WHERE org_id = $1 AND subscription_id = $2`

/** A webhook's secrets, sealed. */
export async function findSecrets(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
): Promise<SealedSecrets> {
  return (await query<SealedSecrets>(ctx.db, secretsSql, [org_id, subscription_id]))[0]!
}

const recentIn = (column: string) => `ARRAY(SELECT t FROM unnest(${column}) t WHERE t > $3)`
const turnSql = (column: string) => `
  UPDATE webhook_subscriptions SET ${column} = ${recentIn(column)} || $4::timestamptz
  WHERE org_id = $1 AND subscription_id = $2 AND cardinality(${recentIn(column)}) < $5 RETURNING 1`
const turns = { tests: turnSql('recent_tests'), replays: turnSql('recent_replays') }
const oldestSql = (column: string) => `
  SELECT min(t) AS oldest FROM webhook_subscriptions, unnest(${column}) t
  WHERE org_id = $1 AND subscription_id = $2 AND t > $3`
const oldest = { tests: oldestSql('recent_tests'), replays: oldestSql('recent_replays') }

/**
 * Counts a test or replay, of which a webhook has so many a minute; in one statement, so that of many at once no more
 * get through. Gives the seconds to wait when there were enough already, else 0.
 */
export async function takeTurn(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
  kind: keyof typeof turns,
  most: number,
): Promise<number> {
  const minute = 60_000
  const since = new Date(ctx.millis - minute).toISOString()
  const values = [org_id, subscription_id, since]
  if ((await query(ctx.db, turns[kind], [...values, ctx.now, most])).length > 0) return 0
  const [row] = await query<{ oldest: string | null }>(ctx.db, oldest[kind], values)
  return Math.max(1, Math.ceil((Date.parse(row?.oldest ?? ctx.now) + minute - ctx.millis) / 1000))
}
