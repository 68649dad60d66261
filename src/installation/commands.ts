import type { Operator } from '../auth/operators.ts'
import type { Context } from '../core/context.ts'
import { conflict, Problem } from '../core/errors.ts'
import { createEmailSender } from '../core/email/smtp.ts'
import { getRetryAfterSeconds } from '../http/limits/rate-limits.ts'
import { findUserLocale } from '../auth/user-language.ts'
import { runInLanguage } from '../core/messages/language.ts'
import { buildTestEmail, explainSmtpFailure, formatSmtpServer } from './rules.ts'

export const MAX_TEST_EMAILS_PER_MINUTE = 5

async function requireTestEmailQuota({ user, services }: Context): Promise<void> {
  const millis = services.monotonic()
  const window = await services.limits.testEmails.count(user.user_id, millis)
  if (window.used <= MAX_TEST_EMAILS_PER_MINUTE) return
  const seconds = getRetryAfterSeconds(window, millis)
  throw new Problem(
    429,
    `Limit of ${MAX_TEST_EMAILS_PER_MINUTE} test emails per minute reached. Retry after ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

interface SentTestEmail {
  to: string
  server: string
  sent_at: string
}

/** Sends an email to the operator. Throws 409 if there is no mail server or address, 422 if the email is not accepted. */
export async function sendTestEmail(ctx: Context, { email }: Operator): Promise<SentTestEmail> {
  const { config, clock } = ctx.services
  const mail = createEmailSender(config)
  if (!mail || !config.mail)
    throw conflict('The server sends no email. Set SMTP_URL and MAIL_FROM, and restart the server.')
  if (email === null) throw conflict('You have no verified email address. Verify your address first.')
  await requireTestEmailQuota(ctx)
  const server = formatSmtpServer(config.mail.server)
  const { language } = await findUserLocale(ctx.services.database.db, ctx.user.user_id)
  const details = { id: ctx.newId('TM'), baseUrl: config.baseUrl, date: clock() }
  try {
    await mail(runInLanguage(language, () => buildTestEmail(email, details)))
  } catch (error) {
    throw new Problem(422, explainSmtpFailure(server, error))
  }
  return { to: email, server, sent_at: new Date(clock()).toISOString() }
}
