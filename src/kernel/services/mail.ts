import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { SmtpServer } from '../config/mail.ts'
import { announceSending } from './sendings.ts'

/** A message to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same whenever the same message is sent again, so that the second can be told from the first. */
  id: string
  /** Milliseconds since the epoch. */
  date: number
  /** Further headers, by their names. */
  headers?: Record<string, string>
}

/** Sends one message, or throws: `MailRefused` when another attempt would be refused as well. */
export type SendMail = (mail: Mail) => Promise<void>

/** The server will not take mail for this address. */
export class MailRefused extends Error {}

/** Longest an attempt may take in all. */
const patience = 20_000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** A sender of mail over SMTP, one connection a message; undefined when none is set up. */
export function createMailer({ mail, baseUrl }: Config): SendMail | undefined {
  if (!mail) return undefined
  const { server, from } = mail
  let opened: Promise<Transporter> | undefined
  const host = new URL(baseUrl).hostname
  return async ({ to, id, date, headers, ...content }) => {
    const transport = await (opened ??= openTransport(server))
    const message = {
      ...content,
      from,
      to: { name: '', address: to },
      date: new Date(date),
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    }
    try {
      const sent = within(patience, transport.sendMail(message)).then(() => undefined)
      await announceSending('mail', { message_id: id }, sent)
    } catch (error) {
      const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
      if (command === 'RCPT TO' && responseCode >= 500) throw new MailRefused(`refused with ${responseCode}`)
      throw error
    }
  }
}

async function openTransport(server: SmtpServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...server, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** Connects to a mail server and signs in there, and sends nothing. Throws what is in the way. */
export async function reachMail(server: SmtpServer): Promise<void> {
  const transport = await openTransport(server)
  try {
    await within(patience, transport.verify())
  } finally {
    transport.close()
  }
}

async function within<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${millis} ms`)), millis)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
