import { sql, type Sql } from '../db/sql.ts'
import type { Context } from '../kernel/context.ts'
import { isTimeZone, localDate } from '../kernel/values/zones.ts'

/** The zone of preferences in which none was set. */
const unset = 'UTC'

/** Returns the zone of the caller's days: that of their preferences, else that of X-Time-Zone, else UTC. */
export function toTimeZone({ timeZone }: Context, preferred: string | null | undefined): string {
  if (preferred && preferred !== unset) return preferred
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : unset
}

/** Selects the zone of the caller's preferences, as an expression. */
export const preferredZone = (ctx: Context): Sql =>
  sql`(select n.time_zone from notification_preferences n where n.user_id = ${ctx.user.user_id})`

/** Returns today's date by the caller's clocks, whose zone `preferredZone` selected. */
export const toToday = (ctx: Context, preferred: string | null | undefined): string =>
  localDate(ctx.millis, toTimeZone(ctx, preferred))

/** Sets `ctx.today` to today's date by the caller's clocks. One statement. */
export async function loadToday(ctx: Context): Promise<void> {
  const [row] = await ctx.db.query(
    sql<{ preferred: string | null }>`select ${preferredZone(ctx)} as preferred`,
  )
  ctx.today = toToday(ctx, row?.preferred)
}
