import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { Problem } from '../../../core/errors.ts'
import type { WebhookRow } from './queries.ts'

/** Maximum number of tests, and of replays, per webhook and minute: the receiving endpoint belongs to a third party. */
const MAX_SENDS_PER_MINUTE = 6
const MINUTE_MS = 60_000

const timesColumns = { tests: sql`recent_tests`, replays: sql`recent_replays` }
type SendKind = keyof typeof timesColumns

export async function requireManualSendQuota(ctx: Context, webhook: WebhookRow, kind: SendKind): Promise<void> {
  const seconds = await countSend(ctx, webhook, kind)
  if (seconds === 0) return
  throw new Problem(
    429,
    `Limit of ${MAX_SENDS_PER_MINUTE} ${kind} per webhook and minute reached. Retry after ${seconds} seconds.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}

const selectRecent = (column: Sql, since: string): Sql =>
  sql`array(select t from unnest(${column}) t where t > ${since})`

/** Counts in one statement, so that concurrent requests cannot exceed the limit. Returns the seconds to wait, or 0. */
async function countSend(ctx: Context, { org_id, subscription_id }: WebhookRow, kind: SendKind): Promise<number> {
  const column = timesColumns[kind]
  const since = new Date(ctx.millis - MINUTE_MS).toISOString()
  const updated = await ctx.db.query(sql`
    update webhook_subscriptions set ${column} = ${selectRecent(column, since)} || ${ctx.now}::timestamptz
    where org_id = ${org_id} and subscription_id = ${subscription_id}
      and cardinality(${selectRecent(column, since)}) < ${MAX_SENDS_PER_MINUTE} returning 1`)
  if (updated.length > 0) return 0
  const [row] = await ctx.db.query(sql<{ oldest: string | null }>`
    select min(t) as oldest from webhook_subscriptions, unnest(${column}) t
    where org_id = ${org_id} and subscription_id = ${subscription_id} and t > ${since}`)
  const waitMs = Date.parse(row?.oldest ?? ctx.now) + MINUTE_MS - ctx.millis
  // Sends of concurrent requests may be counted before an earlier one.
  return Math.ceil(Math.min(MINUTE_MS, Math.max(1, waitMs)) / 1000)
}
