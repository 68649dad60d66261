import { buildEmailLinks } from './unsubscribe.ts'
import { firstInOrgs } from '../../db/citus/per-org.ts'
import type { Db } from '../../db/database.ts'
import { sql, orgEquals } from '../../db/sql.ts'
import { EMAIL_LEASE_MS, getRetryTime, sendDueEmails } from '../../core/email/queue.ts'
import type { Email } from '../../core/email/smtp.ts'
import { runInLanguage } from '../../core/messages/language.ts'
import { findUserLocale } from '../../auth/user-language.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { findPreferences } from '../../resources/platform/notifications/rows.ts'
import {
  findDeliverableEmails,
  removeSentCauses,
  type QueuedNotificationEmail,
  countNotificationEmail,
} from './queue.ts'
import { listKinds, buildSingleEmail, selectEmailItems, type EmailItem } from './content.ts'
import { findQuietHoursEnd } from './schedule.ts'

interface DueEmail extends QueuedNotificationEmail {
  user_id: string
  attempts: number
}

const MAX_ATTEMPTS = 14

const toIso = (millis: number) => new Date(millis).toISOString()

const MAX_ORGS = 20

const selectOrgsWithDue = (millis: number) => sql<{ org_id: string }>`
  select org_id from notification_mails where way = 'now' and due_at <= ${toIso(millis)}
  group by org_id order by min(due_at) limit ${MAX_ORGS}`

const claim = (db: Db, millis: number, orgId?: string) =>
  db.queryRow(sql<DueEmail>`
    update notification_mails w set due_at = ${toIso(millis + EMAIL_LEASE_MS)}, attempts = w.attempts + 1
    where ${orgEquals('w.org_id', orgId)} and (w.org_id, w.notification_id, w.way) = (
      select d.org_id, d.notification_id, d.way from notification_mails d
      where ${orgEquals('d.org_id', orgId)}
        and d.way = 'now' and d.due_at <= ${toIso(millis)} order by d.due_at limit 1 for no key update skip locked)
    returning w.org_id, w.notification_id, w.user_id, w.cause_ids, w.attempts`)

const postpone = (db: Db, { org_id, notification_id }: DueEmail, millis: number, attempts: number) =>
  db.query(sql`
    update notification_mails set due_at = ${toIso(millis)}, attempts = ${attempts}
    where org_id = ${org_id} and notification_id = ${notification_id} and way = 'now'`)

/** Maximum single-notification emails per user and day, since other users cause them and choose their text. */
const MAX_SINGLE_MAILS = 50
const DAY_MS = 24 * 3_600_000

async function countSingleEmail(db: Db, userId: string, millis: number): Promise<boolean> {
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

async function moveToDailyEmail(
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

async function composeSingleEmail(services: Dependencies, item: EmailItem): Promise<Email> {
  const { user_id } = item.notification
  const { language } = await findUserLocale(services.database.db, user_id)
  return runInLanguage(language, () =>
    buildSingleEmail(item, buildEmailLinks(services, { user_id, kinds: listKinds(item.causes) })),
  )
}

/** Checks immediately before sending that the user can still read the resource and still wants the email. */
export async function sendSingleEmails(services: Dependencies): Promise<number> {
  const { mail, clock, database } = services
  if (!mail) return 0
  const { db } = database
  // Causes that arrive during sending are sent in another email, a minute later.
  const removeEmail = (due: DueEmail) => removeSentCauses(db, database.sharded, 'now', [due], toIso(clock() + 60_000))
  return sendDueEmails<DueEmail>(services, mail, {
    claim: () => firstInOrgs(database, selectOrgsWithDue(clock()), (orgId) => claim(db, clock(), orgId)),
    async compose(due) {
      const preferences = (await findPreferences(db, [due.user_id]))(due.user_id)
      const quietUntil = findQuietHoursEnd(clock(), preferences)
      if (quietUntil !== null) return void (await postpone(db, due, quietUntil, due.attempts - 1))
      const [item] = selectEmailItems(await findDeliverableEmails(db, database.sharded, [due]), preferences)
      if (item && due.attempts <= MAX_ATTEMPTS) {
        if (due.attempts > 1 || (await countSingleEmail(db, due.user_id, clock())))
          return composeSingleEmail(services, item)
        await moveToDailyEmail(db, due, toIso(clock()))
      } else countNotificationEmail(services, 'dropped')
      await removeEmail(due)
      return undefined
    },
    markSent: removeEmail,
    scheduleRetry: (due) => postpone(db, due, Date.parse(getRetryTime(due.attempts, clock())), due.attempts),
    count: (outcome) => countNotificationEmail(services, outcome),
    logMessages: {
      refused: 'email address refused',
      failed: 'notification email not sent',
      about: ({ notification_id, attempts }) => ({ notification_id, attempt: attempts }),
    },
  })
}
