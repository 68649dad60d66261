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

/** A notification whose mail this process is sending. */
interface Due extends Waiting {
  user_id: string
  attempts: number
}

/** After so many attempts, which take two days, a mail is given up. */
const mostAttempts = 14

const iso = (millis: number) => new Date(millis).toISOString()

/** Organizations that are looked into for a mail, where the tables are spread. */
const tried = 20

const withDue = (millis: number) => sql<{ org_id: string }>`
  select org_id from notification_mails where way = 'now' and due_at <= ${iso(millis)}
  group by org_id order by min(due_at) limit ${tried}`

async function claim(db: Db, millis: number, orgId?: string): Promise<Due | undefined> {
  const [due] = await db.query(sql<Due>`
    update notification_mails w set due_at = ${iso(millis + leaseMillis)}, attempts = w.attempts + 1
    where ${ofOrganization('w.org_id', orgId)} and (w.org_id, w.notification_id, w.way) = (
      select d.org_id, d.notification_id, d.way from notification_mails d
      where ${ofOrganization('d.org_id', orgId)}
        and d.way = 'now' and d.due_at <= ${iso(millis)} order by d.due_at limit 1 for no key update skip locked)
    returning w.org_id, w.notification_id, w.user_id, w.cause_ids, w.attempts`)
  return due
}

/** The mail goes out later, without counting as an attempt. */
const putOff = (db: Db, { org_id, notification_id }: Due, millis: number, attempts: number) =>
  db.query(sql`
    update notification_mails set due_at = ${iso(millis)}, attempts = ${attempts}
    where org_id = ${org_id} and notification_id = ${notification_id} and way = 'now'`)

/**
 * Sends the mail that is not to wait for the next daily one; gives how many were sent. Right before it goes out it is
 * looked up whether the person may still read what it tells, has not read it meanwhile, and still wants such mail.
 */
export async function sendAtOnce(services: Services): Promise<number> {
  const { mail, clock, database } = services
  if (!mail) return 0
  const { db } = database
  // What comes while a mail is being sent makes another, a minute later.
  const strikeOut = (due: Due) => strike(db, database.sharded, 'now', [due], iso(clock() + 60_000))
  return sendDue<Due>(services, mail, {
    claim: () => firstOf(database, withDue(clock()), (orgId) => claim(db, clock(), orgId)),
    async write(due) {
      const preferences = (await findPreferences(db, [due.user_id]))(due.user_id)
      const quiet = endOfQuiet(clock(), preferences)
      if (quiet !== null) return void (await putOff(db, due, quiet, due.attempts - 1))
      const [told] = toTell(await findMailed(db, database.sharded, [due]), preferences)
      if (told && due.attempts <= mostAttempts) {
        if (due.attempts > 1 || (await countSingleMail(db, due.user_id, clock())))
          return mailOfOne(told, linkOf(services, { user_id: due.user_id, kinds: kindsIn(told.causes) }))
        await leaveToDaily(db, due, iso(clock()))
      } else countMail(services, 'dropped')
      await strikeOut(due)
      return undefined
    },
    done: strikeOut,
    failed: (due) => putOff(db, due, Date.parse(retryAt(due.attempts, clock())), due.attempts),
    counted: (outcome) => countMail(services, outcome),
    words: {
      refused: 'the address of a person was refused',
      failed: 'the mail of a notification was not sent',
      about: ({ notification_id, attempts }) => ({ notification_id, attempt: attempts }),
    },
  })
}
