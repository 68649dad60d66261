import type { Db, Transaction } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { addDays, localDate } from '../../../kernel/values/zones.ts'
import { defaultPreferences } from '../kinds.ts'

/** A person whose day has begun, with the last one of which the person was told; null for nobody told before. */
interface Beginning {
  user_id: string
  day: string
  last: string | null
}

/** A person who is to be told of a day, and of what was due since another. */
export interface Begun {
  user_id: string
  day: string
  since: string
}

/** The day that it is in each of the time zones in which people live. */
export async function findDays(db: Db, millis: number): Promise<{ time_zone: string; day: string }[]> {
  const said = await db.query(
    sql<{ time_zone: string }>`select distinct time_zone from notification_preferences`,
  )
  const zones = new Set([defaultPreferences.time_zone, ...said.map((row) => row.time_zone)])
  return [...zones].map((time_zone) => ({ time_zone, day: localDate(millis, time_zone) }))
}

/**
 * Some of the people who were not told yet what is due on their day. Those who said nothing of where they live count for the
 * zone that is taken for all of them.
 */
export const findBeginning = (
  db: Db,
  days: readonly { time_zone: string; day: string }[],
  most: number,
): Promise<Beginning[]> =>
  db.query(sql<Beginning>`
    select u.user_id, z.day::text as day, d.day::text as last
    from users u left join notification_preferences f on f.user_id = u.user_id
    join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as z(time_zone text, day date)
      on z.time_zone = coalesce(f.time_zone, ${defaultPreferences.time_zone})
    left join notification_days d on d.user_id = u.user_id
    where u.kind = 'user' and (d.day is null or d.day < z.day)
    limit ${most}`)

/**
 * Writes down that these people are told of their day; gives those of whom nobody else has done so meanwhile. What was due
 * the day before is overdue now, and where nothing ran for days so is all that was due since.
 */
export async function begin(trx: Transaction, people: readonly Beginning[]): Promise<Begun[]> {
  const begun = await trx.query(sql<{ user_id: string }>`
    insert into notification_days as d (user_id, day)
    select p.user_id, p.day from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(user_id uuid, day date)
    order by p.user_id
    on conflict (user_id) do update set day = excluded.day where d.day < excluded.day
    returning d.user_id`)
  const mine = new Set(begun.map((row) => row.user_id))
  return people
    .filter((one) => mine.has(one.user_id))
    .map(({ user_id, day, last }) => {
      const yesterday = addDays(day, -1)
      return { user_id, day, since: last !== null && last < yesterday ? last : yesterday }
    })
}
