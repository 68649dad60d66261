import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { WebhookRow } from './rows.ts'

/** How many tests, and how many replays, one webhook may have in a minute: its endpoint is somebody else's. */
const mostByHand = 6
const minute = 60_000

/** The columns of `webhook_subscriptions` that hold the times of the last ones. */
const columns = { tests: sql`recent_tests`, replays: sql`recent_replays` }
type Kind = keyof typeof columns

/** Counts a test or replay of the webhook; 429 when it has had as many in the last minute as it may. */
export async function limitByHand(ctx: Context, webhook: WebhookRow, kind: Kind): Promise<void> {
  const seconds = await countByHand(ctx, webhook, kind)
  if (seconds === 0) return
  throw new Problem(429, `A webhook has ${mostByHand} ${kind} a minute. Wait ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const recentIn = (column: Sql, since: string): Sql =>
  sql`array(select t from unnest(${column}) t where t > ${since})`

/**
 * Counts in one statement, so that of many at once no more get through than may. Gives the seconds to wait when there
 * were enough already, else 0.
 */
async function countByHand(
  ctx: Context,
  { org_id, subscription_id }: WebhookRow,
  kind: Kind,
): Promise<number> {
  const column = columns[kind]
  const since = new Date(ctx.millis - minute).toISOString()
  const counted = await ctx.db.query(sql`
    update webhook_subscriptions set ${column} = ${recentIn(column, since)} || ${ctx.now}::timestamptz
    where org_id = ${org_id} and subscription_id = ${subscription_id}
      and cardinality(${recentIn(column, since)}) < ${mostByHand} returning 1`)
  if (counted.length > 0) return 0
  const [row] = await ctx.db.query(sql<{ oldest: string | null }>`
    select min(t) as oldest from webhook_subscriptions, unnest(${column}) t
    where org_id = ${org_id} and subscription_id = ${subscription_id} and t > ${since}`)
  const left = Date.parse(row?.oldest ?? ctx.now) + minute - ctx.millis
  // Those that came together may have been counted before one that came a little earlier.
  return Math.ceil(Math.min(minute, Math.max(1, left)) / 1000)
}
