import { query, type Db } from '../../db/database.ts'
import { MailRefused, type SendMail } from '../../kernel/services/mail.ts'
import type { Services } from '../../kernel/services/services.ts'
import { invitationMail, type Invited } from './mail-text.ts'
import { retryAt } from './rules.ts'

/** An invitation whose mail this process is sending. */
interface Due extends Invited {
  mail_attempts: number
}

/** While a mail is being sent nobody else takes it up; should the process die, somebody does after this. */
const leaseMillis = 120_000

const claim = `
  UPDATE organization_invites i SET mail_due_at = $2, mail_attempts = i.mail_attempts + 1
  FROM organizations o
  WHERE o.org_id = i.org_id AND (i.org_id, i.invite_id) = (
    SELECT due.org_id, due.invite_id
    FROM organization_invites due JOIN organizations live ON live.org_id = due.org_id AND live.deleted_at IS NULL
    WHERE due.mail_due_at <= $1 AND due.status = 'pending' AND due.expires_at > $1
    ORDER BY due.mail_due_at LIMIT 1 FOR NO KEY UPDATE OF due SKIP LOCKED)
  RETURNING i.org_id, i.invite_id, o.name AS org_name, i.email, i.role, i.invited_by, i.sent_at, i.expires_at,
    i.mail_attempts`

async function claimDue(db: Db, millis: number): Promise<Due | undefined> {
  const [now, lease] = [millis, millis + leaseMillis].map((at) => new Date(at).toISOString())
  return (await query<Due>(db, claim, [now, lease]))[0]
}

/** Unless it was sent anew meanwhile, notes when its mail is due again; null: never. */
async function settle(db: Db, { org_id, invite_id, sent_at }: Due, dueAt: string | null): Promise<void> {
  await query(
    db,
    `UPDATE organization_invites SET mail_due_at = $4 WHERE org_id = $1 AND invite_id = $2 AND sent_at = $3`,
    [org_id, invite_id, sent_at, dueAt],
  )
}

/** How many mails are still to be sent, in all organizations. */
export async function countWaiting(db: Db): Promise<number> {
  const text = `SELECT count(org_id)::int AS waiting FROM organization_invites
    WHERE mail_due_at IS NOT NULL AND status = 'pending'`
  return (await query<{ waiting: number }>(db, text))[0]!.waiting
}

/** How many are sent at once, and by each of these senders in a turn of the job. */
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
      if (!due || !(await deliver(services, mail, due))) break
      sent++
    }
    return sent
  }
  const counts = await Promise.all(Array.from({ length: senders }, send))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function deliver(services: Services, mail: SendMail, due: Due): Promise<boolean> {
  const { config, clock, log, metrics } = services
  const { db } = services.database
  const counted = metrics.counter('svc_mail_total', 'Attempts to send the mail of an invitation.', 'outcome')
  try {
    await mail(invitationMail(due, config.baseUrl))
  } catch (error) {
    const refused = error instanceof MailRefused
    counted.inc({ outcome: refused ? 'refused' : 'failed' })
    await settle(db, due, refused ? null : retryAt(due.mail_attempts, clock()))
    // A mail server's own words may hold the address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const about = { invite_id: due.invite_id, attempt: due.mail_attempts, code, responseCode }
    log('warn', refused ? 'the address of an invitation was refused' : 'an invitation was not sent', about)
    return refused
  }
  counted.inc({ outcome: 'sent' })
  await settle(db, due, null)
  return true
}
