import { sql, type Sql } from '../db/sql.ts'
import type { Context } from '../kernel/context.ts'
import { isTimeZone, localDate } from '../kernel/values/zones.ts'

/** Returns the caller's time zone: that of their preferences, else that of X-Time-Zone, else UTC. */
export function toTimeZone({ timeZone }: Context, preferred: string | null | undefined): string {
  return preferred ?? (timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC')
}

/**
 * Expression for the zone that the user of preferences `n` chose, else null. A server of the previous version stores no
 * choice; there any zone but the default counts as chosen.
 */
export const chosenZone: Sql = sql`case when n.zone_chosen or n.time_zone <> 'UTC' then n.time_zone end`

/** Selects the zone of the caller's preferences, as an expression. */
export const preferredZone = (ctx: Context): Sql =>
  sql`(select ${chosenZone} from notification_preferences n where n.user_id = ${ctx.user.user_id})`

/** Returns today's date in the caller's time zone, which `preferredZone` selected. */
export const toToday = (ctx: Context, preferred: string | null | undefined): string =>
  localDate(ctx.millis, toTimeZone(ctx, preferred))

/** Sets `ctx.today` to today's date in the caller's time zone. One statement. */
export async function loadToday(ctx: Context): Promise<void> {
  const [row] = await ctx.db.query(
    sql<{ preferred: string | null }>`select ${preferredZone(ctx)} as preferred`,
  )
  ctx.today = toToday(ctx, row?.preferred)
}
