import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { MailRefused, type SendMail } from '../../kernel/services/mail.ts'
import type { Services } from '../../kernel/services/services.ts'
import { invitationMail, type Invited } from './mail-text.ts'
import { retryAt } from './rules.ts'

/** An invitation whose mail this process is sending. */
interface Due extends Invited {
  mail_attempts: number
}

/**
 * The milliseconds for which nobody else takes up a mail that is being sent. Should the process die, another takes it
 * up after that.
 */
const leaseMillis = 120_000

/** Takes the mail that has been due the longest, for the time of the lease; rows that another process has are passed over. */
async function claimDue(db: Db, millis: number): Promise<Due | undefined> {
  const now = new Date(millis).toISOString()
  const lease = new Date(millis + leaseMillis).toISOString()
  const [due] = await db.query(sql<Due>`
    update organization_invites i set mail_due_at = ${lease}, mail_attempts = i.mail_attempts + 1
    from organizations o
    where o.org_id = i.org_id and (i.org_id, i.invite_id) = (
      select due.org_id, due.invite_id
      from organization_invites due join organizations live on live.org_id = due.org_id and live.deleted_at is null
      where due.mail_due_at <= ${now} and due.status = 'pending' and due.expires_at > ${now}
      order by due.mail_due_at limit 1 for no key update of due skip locked)
    returning i.org_id, i.invite_id, o.name as org_name, i.email, i.role, i.invited_by, i.sent_at, i.expires_at,
      i.mail_attempts`)
  return due
}

/**
 * Notes when the mail of an invitation is due again; null when it is not. An invitation that was sent anew meanwhile stays
 * as it is.
 */
async function noteDue(db: Db, { org_id, invite_id, sent_at }: Due, dueAt: string | null): Promise<void> {
  await db.query(sql`
    update organization_invites set mail_due_at = ${dueAt}
    where org_id = ${org_id} and invite_id = ${invite_id} and sent_at = ${sent_at}`)
}

/** How many mails are still to be sent, in all organizations. */
export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.query(sql<{ waiting: number }>`
    select count(org_id)::int as waiting from organization_invites
    where mail_due_at is not null and status = 'pending'`)
  return row!.waiting
}

/** How many mails are sent at the same time, and how many of them each of these senders sends in a turn of the job. */
const senders = 4
const mostEach = 25

/**
 * Sends the mail of pending invitations that is due; gives how many were sent. The row itself says what is to be sent,
 * so that no answer waits for a mail server and none is forgotten. A mail is sent again when the process dies between
 * sending it and noting that; both have the same Message-ID.
 */
export async function sendInvitations(services: Services): Promise<number> {
  const { mail } = services
  if (!mail) return 0
  const send = async () => {
    let sent = 0
    while (sent < mostEach) {
      const due = await claimDue(services.database.db, services.clock())
      // After a failure the rest waits for the next turn: the server may be away.
      if (!due || !(await sendDue(services, mail, due))) break
      sent++
    }
    return sent
  }
  const counts = await Promise.all(Array.from({ length: senders }, send))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Sends one mail and notes what became of it; false when the mail server may be away. */
async function sendDue(services: Services, mail: SendMail, due: Due): Promise<boolean> {
  const { config, clock, log, metrics } = services
  const { db } = services.database
  const counted = metrics.counter('svc_mail_total', 'Attempts to send the mail of an invitation.', 'outcome')
  try {
    await mail(invitationMail(due, config.baseUrl))
  } catch (error) {
    const refused = error instanceof MailRefused
    counted.inc({ outcome: refused ? 'refused' : 'failed' })
    await noteDue(db, due, refused ? null : retryAt(due.mail_attempts, clock()))
    // Of the error only codes are logged: what a mail server says may hold the address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const about = { invite_id: due.invite_id, attempt: due.mail_attempts, code, responseCode }
    log('warn', refused ? 'the address of an invitation was refused' : 'an invitation was not sent', about)
    return refused
  }
  counted.inc({ outcome: 'sent' })
  await noteDue(db, due, null)
  return true
}
