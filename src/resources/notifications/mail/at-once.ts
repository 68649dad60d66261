import { firstOf } from '../../../db/by-organization.ts'
import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { ofOrganization } from '../../../kernel/sql.ts'
import { leaseMillis, retryAt, sendDue } from '../../../kernel/services/mail-queue.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { findPreferences } from '../rows.ts'
import { findMailed, strike, type Waiting } from './rows.ts'
import { kindsIn, mailOfOne, toTell } from './text.ts'
import { endOfQuiet } from './times.ts'
import { countSingleMail, leaveToDaily } from './limits.ts'
import { countMail, linkOf } from './sending.ts'

interface DueEmail extends Waiting {
  user_id: string
  attempts: number
}

const MAX_ATTEMPTS = 14

const toIso = (millis: number) => new Date(millis).toISOString()

const MAX_ORGS = 20

const selectOrgsWithDue = (millis: number) => sql<{ org_id: string }>`
  select org_id from notification_mails where way = 'now' and due_at <= ${toIso(millis)}
  group by org_id order by min(due_at) limit ${MAX_ORGS}`

async function claim(db: Db, millis: number, orgId?: string): Promise<DueEmail | undefined> {
  const [due] = await db.query(sql<DueEmail>`
    update notification_mails w set due_at = ${toIso(millis + leaseMillis)}, attempts = w.attempts + 1
    where ${ofOrganization('w.org_id', orgId)} and (w.org_id, w.notification_id, w.way) = (
      select d.org_id, d.notification_id, d.way from notification_mails d
      where ${ofOrganization('d.org_id', orgId)}
        and d.way = 'now' and d.due_at <= ${toIso(millis)} order by d.due_at limit 1 for no key update skip locked)
    returning w.org_id, w.notification_id, w.user_id, w.cause_ids, w.attempts`)
  return due
}

const postpone = (db: Db, { org_id, notification_id }: DueEmail, millis: number, attempts: number) =>
  db.query(sql`
    update notification_mails set due_at = ${toIso(millis)}, attempts = ${attempts}
    where org_id = ${org_id} and notification_id = ${notification_id} and way = 'now'`)

/**
 * Sends emails of single notifications; returns their number. Checks right before sending that the user can still read
 * the resource, has not read the notification, and still wants the email.
 */
export async function sendAtOnce(services: Services): Promise<number> {
  const { mail, clock, database } = services
  if (!mail) return 0
  const { db } = database
  // Causes that arrive during sending are sent in another email, a minute later.
  const removeEmail = (due: DueEmail) => strike(db, database.sharded, 'now', [due], toIso(clock() + 60_000))
  return sendDue<DueEmail>(services, mail, {
    claim: () => firstOf(database, selectOrgsWithDue(clock()), (orgId) => claim(db, clock(), orgId)),
    async write(due) {
      const preferences = (await findPreferences(db, [due.user_id]))(due.user_id)
      const quietUntil = endOfQuiet(clock(), preferences)
      if (quietUntil !== null) return void (await postpone(db, due, quietUntil, due.attempts - 1))
      const [item] = toTell(await findMailed(db, database.sharded, [due]), preferences)
      if (item && due.attempts <= MAX_ATTEMPTS) {
        if (due.attempts > 1 || (await countSingleMail(db, due.user_id, clock())))
          return mailOfOne(item, linkOf(services, { user_id: due.user_id, kinds: kindsIn(item.causes) }))
        await leaveToDaily(db, due, toIso(clock()))
      } else countMail(services, 'dropped')
      await removeEmail(due)
      return undefined
    },
    done: removeEmail,
    failed: (due) => postpone(db, due, Date.parse(retryAt(due.attempts, clock())), due.attempts),
    counted: (outcome) => countMail(services, outcome),
    words: {
      refused: 'email address refused',
      failed: 'notification email not sent',
      about: ({ notification_id, attempts }) => ({ notification_id, attempt: attempts }),
    },
  })
}
