import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { QueuedNotificationEmail } from './queue.ts'

/** Maximum single-notification emails per user and day, since other users cause them and choose their text. */
const MAX_SINGLE_MAILS = 50
const DAY_MS = 24 * 3_600_000

/** Counts a single-notification email; returns false if the user has reached the daily limit. */
export async function countSingleEmail(db: Db, userId: string, millis: number): Promise<boolean> {
  const [now, day] = [millis, millis - DAY_MS].map((at) => new Date(at).toISOString())
  const recent = sql`array(select t.at from unnest(d.recent_mails) as t(at) where t.at > ${day})`
  const counted = await db.query(sql`
    insert into notification_digests as d (user_id, since, recent_mails)
    values (${userId}, ${now}, array[${now}::timestamptz])
    on conflict (user_id) do update set recent_mails = ${recent} || ${now}::timestamptz
      where cardinality(${recent}) < ${MAX_SINGLE_MAILS}
    returning 1`)
  return counted.length > 0
}

/** Moves notifications from an email of their own to the next daily email. */
export async function moveToDailyEmail(
  db: Db,
  { org_id, notification_id, user_id, cause_ids }: QueuedNotificationEmail & { user_id: string },
  now: string,
): Promise<void> {
  await db.query(sql`
    insert into notification_mails as m (org_id, notification_id, way, user_id, cause_ids, due_at, created_at)
    values (${org_id}, ${notification_id}, 'daily', ${user_id}, ${cause_ids}, null, ${now})
    on conflict (org_id, notification_id, way) do update set cause_ids = m.cause_ids || excluded.cause_ids`)
  await db.query(sql`
    update notification_digests set due_at = ${now}, since = ${now} where user_id = ${user_id} and due_at is null`)
}
