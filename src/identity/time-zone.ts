import { sql, type Sql } from '../db/sql.ts'
import type { Context } from '../kernel/context.ts'
import { isTimeZone, localDate } from '../kernel/values/zones.ts'

/** Returns the caller's time zone: from their preferences, else X-Time-Zone, else UTC. */
export function toTimeZone({ timeZone }: Context, preferred: string | null | undefined): string {
  return preferred ?? (timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC')
}

/**
 * SQL for the zone chosen in preferences `n`, else null. Rows written by the previous version have no `zone_chosen`;
 * there any zone but the default counts as chosen.
 */
export const chosenZone: Sql = sql`case when n.zone_chosen or n.time_zone <> 'UTC' then n.time_zone end`

/** Builds an SQL expression for the caller's preferred zone. */
export const preferredZone = (ctx: Context): Sql =>
  sql`(select ${chosenZone} from notification_preferences n where n.user_id = ${ctx.user.user_id})`

export const toToday = (ctx: Context, preferred: string | null | undefined): string =>
  localDate(ctx.millis, toTimeZone(ctx, preferred))

/** Sets `ctx.today` to today's date in the caller's time zone, with one statement. */
export async function loadToday(ctx: Context): Promise<void> {
  const [row] = await ctx.db.query(
    sql<{ preferred: string | null }>`select ${preferredZone(ctx)} as preferred`,
  )
  ctx.today = toToday(ctx, row?.preferred)
}
