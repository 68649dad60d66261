import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { leaseMillis, retryAt, sendDue } from '../../../kernel/services/mail-queue.ts'
import type { Mail } from '../../../kernel/services/mail.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { localDate } from '../../../kernel/values/zones.ts'
import { findPreferences } from '../rows.ts'
import { findMailed, strike, type Waiting } from './rows.ts'
import { countMail, linkOf } from './sending.ts'
import { mailOfDay, toTell } from './text.ts'
import { nextDigest } from './times.ts'

/** The daily mail of a person, while this process looks at it. */
interface Due {
  user_id: string
  since: string
  day: string | null
  upto: string | null
  attempts: number
  /** What it tells, once that was looked up. */
  told?: Waiting[]
}

/** How many notifications a daily mail tells of, at most; the others are told by the next. */
const most = 1000

const iso = (millis: number) => new Date(millis).toISOString()

async function claim(db: Db, millis: number): Promise<Due | undefined> {
  const [due] = await db.query(sql<Due>`
    update notification_digests d set due_at = ${iso(millis + leaseMillis)}, attempts = d.attempts + 1
    where d.user_id = (
      select user_id from notification_digests
      where due_at <= ${iso(millis)} order by due_at limit 1 for no key update skip locked)
    returning d.user_id, d.since, d.day, d.upto, d.attempts`)
  return due
}

const putOff = (db: Db, { user_id }: Due, dueAt: string, attempts: number) =>
  db.query(sql`
    update notification_digests set due_at = ${dueAt}, attempts = ${attempts} where user_id = ${user_id}`)

/** From now on the mail of this day is being sent: whoever sends it again sends the same. */
async function settle(db: Db, due: Due, day: string, upto: string): Promise<void> {
  await db.query(sql`
    update notification_digests set day = ${day}::date, upto = ${upto} where user_id = ${due.user_id}`)
  Object.assign(due, { day, upto })
}

const findWaiting = (db: Db, { user_id, upto }: Due): Promise<Waiting[]> =>
  db.query(sql<Waiting>`
    select org_id, notification_id, cause_ids from notification_mails
    where user_id = ${user_id} and way = 'daily' and created_at <= ${upto} order by created_at limit ${most}`)

/** The mail is done with; where more has come for the person meanwhile, the next one is due at its hour. */
async function finish({ database, clock }: Services, { user_id, told = [] }: Due): Promise<void> {
  await database.transaction(async (trx) => {
    // What makes mails waits for this row, and then sees whether it is asked for again.
    await trx.query(sql`select 1 from notification_digests where user_id = ${user_id} for update`)
    await strike(trx, database.sharded, 'daily', told, null)
    const waiting = sql`select w.org_id from notification_mails w where w.user_id = ${user_id} and w.way = 'daily'`
    // The mails are on other servers than what is updated, where the tables are spread.
    const more = database.sharded
      ? sql`${(await trx.query(sql`${waiting} limit 1`)).length > 0}`
      : sql`exists (${waiting})`
    await trx.query(sql`
      update notification_digests d set upto = null, attempts = 0, since = ${iso(clock())},
        due_at = case when ${more}
          then ${iso(clock())}::timestamptz end
      where d.user_id = ${user_id}`)
  })
}

/** The mail of the person's day; undefined where its hour has not come, or there is nothing to be told any more. */
async function write(services: Services, due: Due): Promise<Mail | undefined> {
  const { db } = services.database
  const now = services.clock()
  const preferences = (await findPreferences(db, [due.user_id]))(due.user_id)
  if (due.upto === null) {
    const at = nextDigest(Date.parse(due.since), preferences, due.day)
    if (at > now) return void (await putOff(db, due, iso(at), 0))
    await settle(db, due, localDate(now, preferences.time_zone), iso(now))
  }
  due.told = await findWaiting(db, due)
  const left = toTell(await findMailed(db, services.database.sharded, due.told), preferences)
  if (left.length === 0) {
    countMail(services, 'dropped')
    return void (await finish(services, due))
  }
  const { user_id, day, upto } = due
  const leading = linkOf(services, { user_id, kinds: 'daily' })
  return mailOfDay({ user_id, day: day!, upto: upto! }, left, leading)
}

/** Has the mails looked at anew of those who have changed since at which hour, and where, they want them. */
const lookAnew = (db: Db, millis: number) =>
  db.query(sql`
    update notification_digests d set due_at = ${iso(millis)} from notification_preferences f
    where f.user_id = d.user_id and d.due_at > ${iso(millis)} and d.upto is null and f.updated_at > ${iso(millis - 90_000)}`)

/** Sends the daily mails whose hour has come where their people live; gives how many were sent. */
export async function sendDaily(services: Services): Promise<number> {
  const { mail, clock, database } = services
  if (!mail) return 0
  const { db } = database
  await lookAnew(db, clock())
  return sendDue<Due>(services, mail, {
    claim: () => claim(db, clock()),
    write: (due) => write(services, due),
    done: (due) => finish(services, due),
    failed: (due) => putOff(db, due, retryAt(due.attempts, clock()), due.attempts),
    counted: (outcome) => countMail(services, outcome),
    words: {
      refused: 'the address of a person was refused',
      failed: 'a daily mail was not sent',
      about: ({ user_id, attempts }) => ({ user_id, attempt: attempts }),
    },
  })
}
