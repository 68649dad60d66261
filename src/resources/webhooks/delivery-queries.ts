import type { Db } from '../../db/database.ts'
import { changeTogether } from '../../db/parts.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { queueing, type NewDelivery } from './delivery/queue.ts'
import { noteWaiting } from './delivery/waiting.ts'
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

const briefColumns = sql`
  d.org_id, d.delivery_id, d.subscription_id, d.event_id, d.event_type, d.replay_of, d.attempt, d.max_attempts,
  d.next_attempt_at, d.response_status, d.response_ms, d.error, d.resolved_ip, d.created_at, d.finished_at`
const fullColumns = sql`
  ${briefColumns}, d.message_id, d.body, d.made_for, d.project_id, d.request_headers, d.response_excerpt,
  d.attempt_log`
/** The log, with the entry of the queue that belongs to a delivery while it waits. */
const logAndQueue = sql`
  webhook_deliveries d left join webhook_queue q on q.org_id = d.org_id and q.subscription_id = d.subscription_id
    and q.due_at = d.next_attempt_at and q.delivery_id = d.delivery_id`
const statusAt = (now: string): Sql =>
  sql`case when q.leased_until > ${now} then 'in_flight' else d.status end`

/** A delivery of a webhook. */
export async function findDelivery(
  ctx: Context,
  { org_id, subscription_id }: Pick<WebhookRow, 'org_id' | 'subscription_id'>,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await ctx.db.lookUp(sql<DeliveryRow>`
    select ${fullColumns}, ${statusAt(ctx.now)} as status from ${logAndQueue}
    where d.org_id = ${org_id} and d.subscription_id = ${subscription_id} and d.delivery_id = ${deliveryId}`)
  return row
}

/** A page of a webhook's deliveries. */
export function listDeliveries(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
  status: string | undefined,
  page: ListQuery,
): Promise<DeliveryRow[]> {
  const wanted = status === undefined ? sql`true` : sql`${statusAt(ctx.now)} = ${status}`
  return selectPage<DeliveryRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<DeliveryRow>`
      select ${briefColumns}, ${statusAt(ctx.now)} as status, ${columns} from ${logAndQueue}
      where d.org_id = ${org_id} and d.subscription_id = ${subscription_id} and ${wanted} and ${where}
      ${order} ${limit}`,
  )
}

/** Queues a delivery that no change gave rise to; due at once. */
export const queueDelivery = (ctx: Context, delivery: NewDelivery): Promise<unknown> =>
  Promise.all([
    changeTogether(ctx.db, ...queueing([delivery], ctx.database.sharded)),
    noteWaiting(ctx.database, ctx.db, { org_id: delivery.org_id, due_at: delivery.created_at }),
  ])

/** Writes a delivery into the log that has been attempted already, and will not be again. */
export const insertAttempted = (
  db: Db,
  delivery: NewDelivery,
  done: Omit<AttemptRow, 'next_attempt_at' | 'counted_run'>,
): Promise<unknown> =>
  db.query(sql`
    insert into webhook_deliveries (org_id, delivery_id, subscription_id, event_type, message_id, body, made_for,
      max_attempts, created_at, status, attempt, finished_at, response_status, response_ms, error, resolved_ip,
      request_headers, response_excerpt, attempt_log)
    values (${delivery.org_id}, ${delivery.delivery_id}, ${delivery.subscription_id}, ${delivery.event_type},
      ${delivery.message_id}, ${delivery.body}, ${delivery.made_for}, ${delivery.max_attempts}, ${delivery.created_at},
      ${done.status}, ${done.attempt}, ${done.finished_at}, ${done.response_status}, ${done.response_ms}, ${done.error},
      ${done.resolved_ip}, ${JSON.stringify(done.request_headers)}, ${done.response_excerpt},
      ${JSON.stringify(done.entry)})`)

/** A webhook's secrets, sealed. */
export async function findSecrets(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
): Promise<SealedSecrets> {
  const [row] = await ctx.db.query(sql<SealedSecrets>`
    select secret, previous_secret, previous_secret_expires_at from webhook_subscriptions
    where org_id = ${org_id} and subscription_id = ${subscription_id}`)
  return row!
}
