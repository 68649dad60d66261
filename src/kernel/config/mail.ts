import { hasMailLength } from '../values/mail-address.ts'
import { ConfigError, type Reader } from './reader.ts'

/** Where mail is handed over, and as whose. */
export interface MailConfig {
  server: SmtpServer
  from: string
  /** Contact for reports of misuse, shown in emails; undefined: the address of `from`. */
  abuseContact?: string | undefined
}

/** How to reach a mail server, in the words of nodemailer. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; else it is begun when the server offers it. */
  secure: boolean
  requireTLS: boolean
  ignoreTLS: boolean
  auth?: { user: string; pass: string }
}

/** Reads `smtp://user:password@host:port`, `smtps://…`. Throws `ConfigError` naming `source`, never showing the value. */
function parseSmtp(text: string, source: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const known = ['', '?requireTLS=true', '?ignoreTLS=true']
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.hash)
    throw new ConfigError(
      source,
      'must be smtp://host:port or smtps://host:port, with user:password@ if needed',
    )
  if (!known.includes(url.search))
    throw new ConfigError(source, 'takes ?requireTLS=true or ?ignoreTLS=true and nothing else after the port')
  const secure = url.protocol === 'smtps:'
  try {
    const [user, pass] = [url.username, url.password].map(decodeURIComponent) as [string, string]
    return {
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: url.search === '?requireTLS=true',
      ignoreTLS: url.search === '?ignoreTLS=true',
      ...(user && { auth: { user, pass } }),
    }
  } catch {
    throw new ConfigError(source, 'has a user or password with a % that is not written as %25')
  }
}

const sender = /^(?:("[^"\r\n]*"|[^\r\n<>@,"]*)<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

const contact = /^(?:[^\s<>@,]+@[^\s<>@,]+|https:\/\/[^\s<>]+)$/

/** Test for an email address, or `Name <address>`, within the length limits of mail servers. */
const isSender = {
  test: (text: string) => sender.test(text) && hasMailLength(/<([^<>]*)>$/.exec(text)?.[1] ?? text),
}
const isContact = {
  test: (text: string) => contact.test(text) && (text.startsWith('https:') || hasMailLength(text)),
}

/** Reads `SMTP_URL`, `MAIL_FROM` and `ABUSE_CONTACT`; undefined if email is not configured. */
export function readMail(read: Reader): MailConfig | undefined {
  const url = read.text('SMTP_URL')
  const server = url === undefined ? undefined : parseSmtp(url, 'SMTP_URL')
  const from = read.matching('MAIL_FROM', isSender, 'an address or "Name <address>"')
  if (!server) return undefined
  if (from === undefined) throw new ConfigError('MAIL_FROM', 'must be set when SMTP_URL is')
  const abuseContact = read.matching(
    'ABUSE_CONTACT',
    isContact,
    'a mail address, or an https address of a page',
  )
  return { server, from, abuseContact }
}
