import type { Db } from '../../../db/database.ts'
import { runTogether } from '../../../db/named-statements.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { adminEventTypes, linkEventTypes, memberEventResources, personalEventTypes } from '../events/catalog.ts'
import { buildUserProjectCondition } from '../tokens/queries.ts'
import type { AttemptRow } from './attempt-row.ts'
import { markOrgDue, buildEnqueueStatements, type NewDelivery, type QueuedDelivery } from './enqueue.ts'
import type { WebhookRow } from './queries.ts'

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

const summaryColumns = sql`
  d.org_id, d.delivery_id, d.subscription_id, d.event_id, d.event_type, d.replay_of, d.attempt, d.max_attempts,
  d.next_attempt_at, d.response_status, d.response_ms, d.error, d.resolved_ip, d.created_at, d.finished_at`
const detailColumns = sql`
  ${summaryColumns}, d.message_id, d.body, d.made_for, d.made_for_projects, d.project_id, d.request_headers, d.response_excerpt,
  d.attempt_log`
const deliveriesWithQueue = sql`
  webhook_deliveries d left join webhook_queue q on q.org_id = d.org_id and q.subscription_id = d.subscription_id
    and q.due_at = d.next_attempt_at and q.delivery_id = d.delivery_id`
const selectStatus = (now: string): Sql => sql`case when q.leased_until > ${now} then 'in_flight' else d.status end`

/**
 * Condition that the caller can read delivery `d`: its own, tests, and those of events that it could receive. Those of
 * links are not among them, since the other end may be hidden.
 */
function buildVisibleDeliveryCondition(ctx: Context, orgId: string): Sql {
  const { user_id } = ctx.user
  const limit = ctx.caller.allowedProjectIds
  const isWithinLimit = limit ? sql`(d.event_id is null or d.project_id = any(${limit}::text[]))` : sql`true`
  const isAddressed = sql`(d.event_type <> all(${personalEventTypes}::text[]) or d.made_for = ${user_id}
    or d.body::jsonb #>> '{data,after,user_id}' is null)`
  if (ctx.caller.isOrgAdmin(orgId)) return sql`${isWithinLimit} and ${isAddressed}`
  return sql`${isWithinLimit} and ${isAddressed} and (d.made_for = ${user_id} or d.event_id is null
    or d.event_type <> all(${[...adminEventTypes, ...linkEventTypes]}::text[])
      and split_part(d.event_type, '.', 1) = any(${memberEventResources}::text[])
      and exists (select from projects p where p.org_id = ${orgId} and p.project_id = d.project_id
        and ${buildUserProjectCondition(ctx, orgId)}))`
}

export const findDelivery = (
  ctx: Context,
  { org_id, subscription_id }: Pick<WebhookRow, 'org_id' | 'subscription_id'>,
  deliveryId: string,
) =>
  ctx.db.queryRowByKey(sql<DeliveryRow>`
    select ${detailColumns}, ${selectStatus(ctx.now)} as status from ${deliveriesWithQueue}
    where d.org_id = ${org_id} and d.subscription_id = ${subscription_id} and d.delivery_id = ${deliveryId}
      and ${buildVisibleDeliveryCondition(ctx, org_id)}`)

export function listDeliveries(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
  status: string | undefined,
  page: PageRequest,
): Promise<DeliveryRow[]> {
  const statusCondition = status === undefined ? sql`true` : sql`${selectStatus(ctx.now)} = ${status}`
  return selectPage<DeliveryRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<DeliveryRow>`
      select ${summaryColumns}, ${selectStatus(ctx.now)} as status, ${columns} from ${deliveriesWithQueue}
      where d.org_id = ${org_id} and d.subscription_id = ${subscription_id} and ${statusCondition}
        and ${buildVisibleDeliveryCondition(ctx, org_id)} and ${where}
      ${order} ${limit}`,
  )
}

export const enqueueDelivery = (ctx: Context, delivery: QueuedDelivery): Promise<unknown> =>
  Promise.all([
    runTogether(ctx.db, ...buildEnqueueStatements([delivery], ctx.database.sharded)),
    markOrgDue(ctx.database, ctx.db, { org_id: delivery.org_id, due_at: delivery.due_at }),
  ])

export const insertAttemptedDelivery = (db: Db, delivery: NewDelivery, attempt: Omit<AttemptRow, 'next_attempt_at'>) =>
  db.query(sql`
    insert into webhook_deliveries (org_id, delivery_id, subscription_id, event_type, message_id, body, made_for,
      max_attempts, created_at, status, attempt, finished_at, response_status, response_ms, error, resolved_ip,
      request_headers, response_excerpt, attempt_log)
    values (${delivery.org_id}, ${delivery.delivery_id}, ${delivery.subscription_id}, ${delivery.event_type},
      ${delivery.message_id}, ${delivery.body}, ${delivery.made_for}, ${delivery.max_attempts}, ${delivery.created_at},
      ${attempt.status}, ${attempt.attempt}, ${attempt.finished_at}, ${attempt.response_status}, ${attempt.response_ms}, ${attempt.error},
      ${attempt.resolved_ip}, ${JSON.stringify(attempt.request_headers)}, ${attempt.response_excerpt},
      ${JSON.stringify(attempt.entry)})`)
