import { hasValidEmailLength } from '../email-address.ts'
import { ConfigError, type EnvReader } from './reader.ts'

export interface EmailConfig {
  server: SmtpServer
  from: string
  /** Contact for reports of misuse, shown in emails (default: the address in `from`). */
  abuseContact?: string | undefined
}

export interface SmtpServer {
  host: string
  port: number
  /** Uses TLS from the start; otherwise STARTTLS if the server offers it. */
  secure: boolean
  requireTLS: boolean
  ignoreTLS: boolean
  auth?: { user: string; pass: string }
}

/**
 * Parses `smtp://user:password@host:port` or `smtps://…`. Throws `ConfigError` naming `source`, without
 * showing the value.
 */
function parseSmtp(text: string, source: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const knownQueries = ['', '?requireTLS=true', '?ignoreTLS=true']
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.hash)
    throw new ConfigError(source, 'must be smtp://host:port or smtps://host:port, with user:password@ if needed')
  if (!knownQueries.includes(url.search))
    throw new ConfigError(source, 'may have only ?requireTLS=true or ?ignoreTLS=true after the port')
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
    throw new ConfigError(source, 'has a "%" in its user or password: write it as %25')
  }
}

const SENDER = /^(?:("[^"\r\n]*"|[^\r\n<>@,"]*)<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

const CONTACT = /^(?:[^\s<>@,]+@[^\s<>@,]+|https:\/\/[^\s<>]+)$/

const senderFormat = {
  test: (text: string) => SENDER.test(text) && hasValidEmailLength(/<([^<>]*)>$/.exec(text)?.[1] ?? text),
}
const contactFormat = {
  test: (text: string) => CONTACT.test(text) && (text.startsWith('https:') || hasValidEmailLength(text)),
}

export function readEmail(read: EnvReader): EmailConfig | undefined {
  const url = read.text('SMTP_URL')
  const server = url === undefined ? undefined : parseSmtp(url, 'SMTP_URL')
  const from = read.matching('MAIL_FROM', senderFormat, 'an email address, or "Name <address>"')
  if (!server) return undefined
  if (from === undefined) throw new ConfigError('MAIL_FROM', 'must be set when SMTP_URL is')
  const abuseContact = read.matching('ABUSE_CONTACT', contactFormat, 'an email address, or the https URL of a page')
  return { server, from, abuseContact }
}
