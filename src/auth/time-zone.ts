import { sql, type Sql } from '../db/sql.ts'
import type { Context } from '../core/context.ts'
import { isTimeZone, toLocalDate } from '../core/time-zones.ts'

/** Returns the caller's time zone: from their preferences, else X-Time-Zone, else UTC. */
export function resolveTimeZone({ timeZone }: Context, preferred: string | null | undefined): string {
  return preferred ?? (timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC')
}

/** Rows written by earlier versions have no `zone_chosen`; for those, any zone other than the default counts as chosen. */
export const chosenZoneSql: Sql = sql`case when n.zone_chosen or n.time_zone <> 'UTC' then n.time_zone end`

export const buildPreferredZoneSql = (ctx: Context): Sql =>
  sql`(select ${chosenZoneSql} from notification_preferences n where n.user_id = ${ctx.user.user_id})`

export const getLocalDate = (ctx: Context, preferred: string | null | undefined): string =>
  toLocalDate(ctx.millis, resolveTimeZone(ctx, preferred))

/** Sets `ctx.today` to today's date in the caller's time zone, with one statement. */
export async function loadToday(ctx: Context): Promise<void> {
  const [row] = await ctx.db.query(sql<{ preferred: string | null }>`select ${buildPreferredZoneSql(ctx)} as preferred`)
  ctx.today = getLocalDate(ctx, row?.preferred)
}
