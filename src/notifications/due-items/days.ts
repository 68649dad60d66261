import type { Db, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, toLocalDate } from '../../core/time-zones.ts'
import { defaultPreferences } from '../../resources/platform/notifications/kinds.ts'

/** User whose day has begun, with the day of the last notification. */
interface DayStart {
  user_id: string
  day: string
  last: string | null
}

export interface ClaimedDay {
  user_id: string
  day: string
  since: string
}

export async function listLocalDays(db: Db, millis: number): Promise<{ time_zone: string; day: string }[]> {
  const chosen = await db.query(sql<{ time_zone: string }>`select distinct time_zone from notification_preferences`)
  const zones = new Set([defaultPreferences.time_zone, ...chosen.map((row) => row.time_zone)])
  return [...zones].map((time_zone) => ({ time_zone, day: toLocalDate(millis, time_zone) }))
}

/** Users without preferences have the default time zone. */
export const findUsersWithNewDay = (db: Db, days: readonly { time_zone: string; day: string }[], limit: number) =>
  db.query(sql<DayStart>`
    select u.user_id, z.day::text as day, d.day::text as last
    from users u left join notification_preferences f on f.user_id = u.user_id
    join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as z(time_zone text, day date)
      on z.time_zone = coalesce(f.time_zone, ${defaultPreferences.time_zone})
    left join notification_days d on d.user_id = u.user_id
    where u.kind = 'user' and (d.day is null or d.day < z.day)
    limit ${limit}`)

/** Skips users claimed by another process. Items due since the last claimed day are overdue. */
export async function claimDays(trx: Transaction, people: readonly DayStart[]): Promise<ClaimedDay[]> {
  const rows = await trx.query(sql<{ user_id: string }>`
    insert into notification_days as d (user_id, day)
    select p.user_id, p.day from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(user_id uuid, day date)
    order by p.user_id
    on conflict (user_id) do update set day = excluded.day where d.day < excluded.day
    returning d.user_id`)
  const claimedIds = new Set(rows.map((row) => row.user_id))
  return people
    .filter((user) => claimedIds.has(user.user_id))
    .map(({ user_id, day, last }) => {
      const yesterday = addDays(day, -1)
      return { user_id, day, since: last !== null && last < yesterday ? last : yesterday }
    })
}
