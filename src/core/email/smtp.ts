import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { SmtpServer } from '../config/email.ts'
import { traceDelivery } from '../delivery-channel.ts'

export interface Email {
  to: string
  subject: string
  text: string
  html: string
  id: string
  date: number
  headers?: Record<string, string>
}

/** Sends one email. Throws `EmailRejected` if another attempt would be rejected too. */
export type SendEmail = (mail: Email) => Promise<void>

export class EmailRejected extends Error {}

const TIMEOUT_MS = 20_000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

export function createEmailSender({ mail, baseUrl }: Config): SendEmail | undefined {
  if (!mail) return undefined
  const { server, from } = mail
  let transportPromise: Promise<Transporter> | undefined
  const host = new URL(baseUrl).hostname
  return async ({ to, id, date, headers, ...content }) => {
    const transport = await (transportPromise ??= openTransport(server))
    const message = {
      ...content,
      from,
      to: { name: '', address: to },
      date: new Date(date),
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    }
    try {
      const sent = withTimeout(TIMEOUT_MS, transport.sendMail(message)).then(() => undefined)
      await traceDelivery('mail', { message_id: id }, sent)
    } catch (error) {
      const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
      if (command === 'RCPT TO' && responseCode >= 500)
        throw new EmailRejected(`refused with ${responseCode}`, { cause: error })
      throw error
    }
  }
}

async function openTransport(server: SmtpServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...server, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
}

/** Connects to a mail server and signs in without sending. Throws what fails. */
export async function verifySmtpServer(server: SmtpServer): Promise<void> {
  const transport = await openTransport(server)
  try {
    await withTimeout(TIMEOUT_MS, transport.verify())
  } finally {
    transport.close()
  }
}

async function withTimeout<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${millis} ms`)), millis)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
