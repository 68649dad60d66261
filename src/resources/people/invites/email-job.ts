import { createAccountLink } from '../../../auth/accounts/links.ts'
import { findRecipientLocale } from '../../../auth/user-language.ts'
import type { Email } from '../../../core/email/smtp.ts'
import { runInLanguage } from '../../../core/messages/language.ts'
import { firstInOrgs } from '../../../db/citus/per-org.ts'
import type { Db } from '../../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../../db/sql.ts'
import { EMAIL_LEASE_MS, getRetryTime, sendDueEmails } from '../../../core/email/queue.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { reserveInvitationEmail, isUnsubscribed } from './email-limits.ts'
import { buildInvitationEmail, type InvitationEmailFields } from './email.ts'
import { buildUnsubscribeLink } from './unsubscribe-page.ts'

interface Due extends InvitationEmailFields {
  email_key: string
  mail_attempts: number
}

/** Maximum number of organizations to search for a due email in a sharded database. */
const MAX_ORGS = 20

const selectOrgsWithDueMail = (millis: number): Sql<{ org_id: string }> => {
  const now = new Date(millis).toISOString()
  return sql`
    select org_id from organization_invites where mail_due_at <= ${now} and status = 'pending' and expires_at > ${now}
    group by org_id order by min(mail_due_at) limit ${MAX_ORGS}`
}

/** Leases the email that has been due the longest. Skips rows that another process has locked. */
async function claimDue(db: Db, millis: number, orgId?: string): Promise<Due | undefined> {
  const now = new Date(millis).toISOString()
  const lease = new Date(millis + EMAIL_LEASE_MS).toISOString()
  return db.queryRow(sql<Due>`
    update organization_invites i set mail_due_at = ${lease}, mail_attempts = i.mail_attempts + 1
    from organizations o
    where ${orgEquals('o.org_id', orgId)} and ${orgEquals('i.org_id', orgId)}
      and o.org_id = i.org_id and (i.org_id, i.invite_id) = (
      select due.org_id, due.invite_id
      from organization_invites due join organizations live on live.org_id = due.org_id and live.deleted_at is null
      where ${orgEquals('due.org_id', orgId)}
        and due.mail_due_at <= ${now} and due.status = 'pending' and due.expires_at > ${now}
      order by due.mail_due_at limit 1 for no key update of due skip locked)
    returning i.org_id, i.invite_id, o.name as org_name, i.email, i.email_key, i.role, i.invited_by, i.sent_at, i.expires_at,
      i.mail_attempts`)
}

/** Creates the link of the email, whose use proves the address; undefined without built-in accounts. */
async function createMailedAcceptUrl(
  { config, database, clock }: Dependencies,
  { org_id, invite_id, expires_at }: Due,
): Promise<string | undefined> {
  if (config.accounts.mode === 'off') return undefined
  const lifetimeMs = Date.parse(expires_at) - clock()
  return createAccountLink(database.db, config, clock(), {
    kind: 'invitation',
    org_id,
    invite_id,
    mailed: true,
    lifetimeMs,
  })
}

/** Composes the email in the language of the invited user, else in that of the user who invited them. */
async function composeInvitationEmail(services: Dependencies, due: Due): Promise<Email> {
  const { config, database } = services
  const accept = await createMailedAcceptUrl(services, due)
  const stop = buildUnsubscribeLink(services, due.email_key)
  const { language, time_zone } = await findRecipientLocale(database.db, due.email_key, due.invited_by)
  const timeZone = time_zone ?? 'UTC'
  return runInLanguage(language, () => buildInvitationEmail(due, { config, accept, stop, timeZone }))
}

/** Stores when the email is due again, or null. Does nothing if the invitation was resent concurrently. */
async function saveDueTime(db: Db, due: Due, dueAt: string | null, attempts = due.mail_attempts): Promise<void> {
  const { org_id, invite_id, sent_at } = due
  await db.query(sql`
    update organization_invites set mail_due_at = ${dueAt}, mail_attempts = ${attempts}
    where org_id = ${org_id} and invite_id = ${invite_id} and sent_at = ${sent_at}`)
}

export const selectPendingInvitationEmailCount: Sql<{ waiting: number }> = sql`
    select count(org_id)::int as waiting from organization_invites
    where mail_due_at is not null and status = 'pending'`

export const countPendingInvitationEmails = async (db: Db) =>
  (await db.queryRow(selectPendingInvitationEmailCount))!.waiting

export async function sendInvitationEmails(services: Dependencies): Promise<number> {
  const { mail, config, clock, metrics } = services
  if (!mail) return 0
  const { db } = services.database
  const counter = metrics.counter('svc_mail_total', 'Attempts to send the email of an invitation.', 'outcome')
  return sendDueEmails<Due>(services, mail, {
    claim: () =>
      firstInOrgs(services.database, selectOrgsWithDueMail(clock()), (orgId) => claimDue(db, clock(), orgId)),
    async compose(due) {
      if (await isUnsubscribed(db, due.email_key)) return void (await saveDueTime(db, due, null))
      const later =
        due.mail_attempts > 1
          ? null
          : await services.database.transaction((trx) =>
              reserveInvitationEmail(trx, due, clock(), config.invitesPerDay),
            )
      if (later !== null) return void (await saveDueTime(db, due, later, 0))
      return composeInvitationEmail(services, due)
    },
    markSent: (due) => saveDueTime(db, due, null),
    scheduleRetry: (due) => saveDueTime(db, due, getRetryTime(due.mail_attempts, clock())),
    count: (outcome) => counter.inc({ outcome }),
    logMessages: {
      refused: 'the email address of an invitation was rejected',
      failed: 'the email of an invitation was not sent',
      about: ({ invite_id, mail_attempts }) => ({ invite_id, attempt: mail_attempts }),
    },
  })
}
