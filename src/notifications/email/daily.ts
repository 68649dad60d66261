import { buildEmailLinks } from './unsubscribe.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { EMAIL_LEASE_MS, getRetryTime, sendDueEmails } from '../../core/email/queue.ts'
import type { Email } from '../../core/email/smtp.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { findUserLocale } from '../../auth/user-language.ts'
import { runInLanguage } from '../../core/messages/language.ts'
import { toLocalDate } from '../../core/time-zones.ts'
import { findPreferences } from '../../resources/platform/notifications/rows.ts'
import {
  findDeliverableEmails,
  removeSentCauses,
  type QueuedNotificationEmail,
  countNotificationEmail,
} from './queue.ts'
import { buildDailyEmail, selectEmailItems } from './content.ts'
import { computeNextDailyEmail } from './schedule.ts'

interface DueDigest {
  user_id: string
  since: string
  day: string | null
  upto: string | null
  attempts: number
  included?: QueuedNotificationEmail[]
}

/** Maximum number of notifications in a daily email; the next one contains the others. */
const MAX_NOTIFICATIONS = 1000

const toIso = (millis: number) => new Date(millis).toISOString()

const claim = (db: Db, millis: number) =>
  db.queryRow(sql<DueDigest>`
    update notification_digests d set due_at = ${toIso(millis + EMAIL_LEASE_MS)}, attempts = d.attempts + 1
    where d.user_id = (
      select user_id from notification_digests
      where due_at <= ${toIso(millis)} order by due_at limit 1 for no key update skip locked)
    returning d.user_id, d.since, d.day, d.upto, d.attempts`)

const postpone = (db: Db, { user_id }: DueDigest, dueAt: string, attempts: number) =>
  db.query(sql`
    update notification_digests set due_at = ${dueAt}, attempts = ${attempts} where user_id = ${user_id}`)

/** Fixes day and content, so that a retry sends the same email. */
async function fixDay(db: Db, due: DueDigest, day: string, until: string): Promise<void> {
  await db.query(sql`
    update notification_digests set day = ${day}::date, upto = ${until} where user_id = ${due.user_id}`)
  Object.assign(due, { day, upto: until })
}

const findWaiting = (db: Db, { user_id, upto }: DueDigest) =>
  db.query(sql<QueuedNotificationEmail>`
    select org_id, notification_id, cause_ids from notification_mails
    where user_id = ${user_id} and way = 'daily' and created_at <= ${upto} order by created_at limit ${MAX_NOTIFICATIONS}`)

async function finish({ database, clock }: Dependencies, { user_id, included = [] }: DueDigest): Promise<void> {
  await database.transaction(async (trx) => {
    // The pipeline waits for this row before it queues an email, so that none is missed.
    await trx.query(sql`select 1 from notification_digests where user_id = ${user_id} for update`)
    await removeSentCauses(trx, database.sharded, 'daily', included, null)
    const waiting = sql`select w.org_id from notification_mails w where w.user_id = ${user_id} and w.way = 'daily'`
    // On a sharded database, the emails are on other servers than the updated row.
    const hasMore = database.sharded
      ? sql`${(await trx.query(sql`${waiting} limit 1`)).length > 0}`
      : sql`exists (${waiting})`
    await trx.query(sql`
      update notification_digests d set upto = null, attempts = 0, since = ${toIso(clock())},
        due_at = case when ${hasMore}
          then ${toIso(clock())}::timestamptz end
      where d.user_id = ${user_id}`)
  })
}

async function buildEmail(services: Dependencies, due: DueDigest): Promise<Email | undefined> {
  const { db } = services.database
  const now = services.clock()
  const preferences = (await findPreferences(db, [due.user_id]))(due.user_id)
  if (due.upto === null) {
    const at = computeNextDailyEmail(Date.parse(due.since), preferences, due.day)
    if (at > now) return void (await postpone(db, due, toIso(at), 0))
    await fixDay(db, due, toLocalDate(now, preferences.time_zone), toIso(now))
  }
  due.included = await findWaiting(db, due)
  const items = selectEmailItems(await findDeliverableEmails(db, services.database.sharded, due.included), preferences)
  if (items.length === 0) {
    countNotificationEmail(services, 'dropped')
    return void (await finish(services, due))
  }
  const { user_id, day, upto } = due
  const { language } = await findUserLocale(db, user_id)
  return runInLanguage(language, () => {
    const links = buildEmailLinks(services, { user_id, kinds: 'daily' })
    return buildDailyEmail({ user_id, day: day!, upto: upto! }, items, links)
  })
}

const rescheduleChanged = (db: Db, millis: number) =>
  db.query(sql`
    update notification_digests d set due_at = ${toIso(millis)} from notification_preferences f
    where f.user_id = d.user_id and d.due_at > ${toIso(millis)} and d.upto is null and f.updated_at > ${toIso(millis - 90_000)}`)

export async function sendDailyEmails(services: Dependencies): Promise<number> {
  const { mail, clock, database } = services
  if (!mail) return 0
  const { db } = database
  await rescheduleChanged(db, clock())
  return sendDueEmails<DueDigest>(services, mail, {
    claim: () => claim(db, clock()),
    compose: (due) => buildEmail(services, due),
    markSent: (due) => finish(services, due),
    scheduleRetry: (due) => postpone(db, due, getRetryTime(due.attempts, clock()), due.attempts),
    count: (outcome) => countNotificationEmail(services, outcome),
    logMessages: {
      refused: 'email address refused',
      failed: 'daily email not sent',
      about: ({ user_id, attempts }) => ({ user_id, attempt: attempts }),
    },
  })
}
