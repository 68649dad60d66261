import { findRecipientLocale } from '../../../auth/user-language.ts'
import { runInLanguage } from '../../../core/messages/language.ts'
import { domainCodeTexts as texts } from './messages.ts'
import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { EMAIL_LEASE_MS, getRetryTime, sendDueEmails } from '../../../core/email/queue.ts'
import type { Email } from '../../../core/email/smtp.ts'
import { removeUrls, renderEmail, toReportLine } from '../../../core/email/template.ts'
import { CODE_LIFETIME_MS, createDomainCode, hashDomainCode } from './rules.ts'

/** Maximum codes to a domain per day, from all organizations. Further ones wait. */
const MAX_PER_DOMAIN = 5
const OVER_LIMIT_DELAY_MS = 3_600_000

interface DueCode {
  org_id: string
  domain: string
  mailbox: string
  created_by: string
  mail_due_at: string
  mail_attempts: number
  requested: number
}

const toTime = (millis: number) => new Date(millis).toISOString()

/** Stores when the code is due again, or null. Returns false if another process did, or the domain was deleted. */
async function saveDueCode(db: Db, due: DueCode, dueAt: string | null): Promise<boolean> {
  const { org_id, domain, mail_due_at, mail_attempts } = due
  const changed = await db.query(sql`
    update organization_domains set mail_due_at = ${dueAt}, mail_attempts = ${mail_attempts}
    where org_id = ${org_id} and domain = ${domain} and mail_due_at = ${mail_due_at} returning 1`)
  return changed.length > 0
}

/** Leases the code that has been due the longest. Retries if another process was faster. */
async function claimDueCode(db: Db, millis: number): Promise<DueCode | undefined> {
  for (;;) {
    const [found] = await db.query(sql<DueCode>`
      select d.org_id, d.domain, d.mailbox, d.created_by, d.mail_due_at, d.mail_attempts,
        (select count(*)::int from organization_domains o cross join unnest(o.requested_at) as t(at)
          where o.domain = d.domain and t.at > ${toTime(millis - 24 * 3_600_000)}) as requested
      from organization_domains d where d.mail_due_at <= ${toTime(millis)} order by d.mail_due_at limit 1`)
    if (!found) return undefined
    const lease = toTime(millis + EMAIL_LEASE_MS)
    const due = { ...found, mail_attempts: found.mail_attempts + 1 }
    if (await saveDueCode(db, due, lease)) return { ...due, mail_due_at: lease }
  }
}

async function composeCodeEmail({ database, config, clock }: Dependencies, due: DueCode): Promise<Email | undefined> {
  const { org_id, domain, mail_due_at } = due
  if (due.requested > MAX_PER_DOMAIN) {
    await saveDueCode(database.db, { ...due, mail_attempts: 0 }, toTime(clock() + OVER_LIMIT_DELAY_MS))
    return undefined
  }
  const code = createDomainCode()
  await database.db.query(sql`
    update organization_domains set code_hash = ${hashDomainCode(code)},
      code_expires_at = ${toTime(clock() + CODE_LIFETIME_MS)}
    where org_id = ${org_id} and domain = ${domain} and mail_due_at = ${mail_due_at}`)
  const [organization] = await database.db.query(sql<{ name: string }>`
    select name from organizations where org_id = ${org_id} and deleted_at is null`)
  if (!organization) return void (await saveDueCode(database.db, due, null))
  const { language } = await findRecipientLocale(database.db, null, due.created_by)
  return runInLanguage(language, () => {
    const name = removeUrls(organization.name) || texts.organization
    return buildCodeEmail(due, { code, config, name, millis: clock() })
  })
}

function buildCodeEmail(
  { org_id, domain, mailbox, created_by, mail_due_at }: DueCode,
  { code, config, name, millis }: { code: string; config: Dependencies['config']; name: string; millis: number },
): Email {
  const sender = removeUrls(created_by) || texts.owner
  const blocks = [
    texts.purpose(name, domain, config.baseUrl),
    texts.code(sender, code),
    texts.unexpected,
    { small: [texts.reason(sender, config.baseUrl), ...toReportLine(config)] },
  ]
  return {
    to: `${mailbox}@${domain}`,
    subject: texts.subject(domain),
    ...renderEmail(blocks),
    id: `${org_id}.${Date.parse(mail_due_at)}`,
    date: millis,
  }
}

/** Emails the codes of added domains, each of which replaces earlier ones. */
export async function sendDomainCodes(services: Dependencies): Promise<number> {
  const { mail, database, clock } = services
  if (!mail) return 0
  return sendDueEmails<DueCode>(services, mail, {
    claim: () => claimDueCode(database.db, clock()),
    compose: (due) => composeCodeEmail(services, due),
    markSent: (due) => saveDueCode(database.db, due, null),
    scheduleRetry: (due) => saveDueCode(database.db, due, getRetryTime(due.mail_attempts, clock())),
    count: () => {},
    logMessages: {
      refused: 'the address that a domain code was sent to was rejected',
      failed: 'the email with the code of a domain was not sent',
      about: ({ org_id, mail_attempts }) => ({ org_id, attempt: mail_attempts }),
    },
  })
}
