import type { SmtpServer } from '../core/config/email.ts'
import type { Email } from '../core/email/smtp.ts'
import { renderEmail, toSingleLine } from '../core/email/template.ts'
import { testEmailTexts } from './messages.ts'

const MAX_WORDS = 300

export const formatSmtpServer = ({ host, port }: Pick<SmtpServer, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Explains a failure by the response of the mail server, or else by the error of the connection. */
export function explainSmtpFailure(server: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { response, message } = cause as { response?: string; message?: string }
  const words = toSingleLine(response ?? message ?? String(cause), MAX_WORDS)
  return response === undefined
    ? `The mail server ${server} cannot be used: ${words}. Check SMTP_URL.`
    : `The mail server ${server} did not accept the email: "${words}". Check SMTP_URL and MAIL_FROM.`
}

export function buildTestEmail(
  to: string,
  { id, baseUrl, date }: { id: string; baseUrl: string; date: number },
): Email {
  const { host } = new URL(baseUrl)
  const text = renderEmail([[testEmailTexts.purpose, { url: baseUrl }], testEmailTexts.others])
  return { to, subject: testEmailTexts.subject(host), ...text, id, date }
}
