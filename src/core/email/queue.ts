import { EmailRejected, type Email, type SendEmail } from './smtp.ts'
import type { Dependencies } from '../dependencies.ts'

/** Number of concurrent senders, and maximum emails of each per run. */
const MAX_CONCURRENT = 4
const MAX_PER_SENDER = 25

/** Lease of an email that is being sent. If the process dies, another one retries after it. */
export const EMAIL_LEASE_MS = 120_000

const RETRY_DELAYS_S = [30, 120, 600, 1800, 7200, 21_600]

export function getRetryTime(attempts: number, millis: number): string {
  const seconds = RETRY_DELAYS_S[Math.min(attempts, RETRY_DELAYS_S.length) - 1]!
  return new Date(millis + seconds * 1000).toISOString()
}

/** Queue in the database: no request waits for the mail server. A repeated email has the same Message-ID. */
interface EmailQueue<Due> {
  /** Leases the email that has been due longest; skips rows locked by other processes. */
  claim(): Promise<Due | undefined>
  /** Composes the email; undefined if it is not to be sent (yet), which is stored. */
  compose(due: Due): Promise<Email | undefined>
  markSent(due: Due): Promise<unknown>
  scheduleRetry(due: Due): Promise<unknown>
  count(outcome: 'sent' | 'refused' | 'failed'): void
  /** Log messages, without addresses. */
  logMessages: { refused: string; failed: string; about: (due: Due) => Record<string, unknown> }
}

export async function sendDueEmails<Due>(
  { log }: Pick<Dependencies, 'log'>,
  mail: SendEmail,
  queue: EmailQueue<Due>,
): Promise<number> {
  const send = async () => {
    let sent = 0
    for (let count = 0; count < MAX_PER_SENDER; count++) {
      const due = await queue.claim()
      if (due === undefined) break
      const outcome = await attempt(log, mail, queue, due)
      // Stops after a failure, since the mail server may be unavailable.
      if (outcome === 'failed') break
      if (outcome === 'sent') sent++
    }
    return sent
  }
  const counts = await Promise.all(Array.from({ length: MAX_CONCURRENT }, send))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function attempt<Due>(
  log: Dependencies['log'],
  mail: SendEmail,
  queue: EmailQueue<Due>,
  due: Due,
): Promise<'sent' | 'refused' | 'failed' | 'left'> {
  const email = await queue.compose(due)
  if (!email) return 'left'
  try {
    await mail(email)
  } catch (error) {
    const outcome = error instanceof EmailRejected ? 'refused' : 'failed'
    queue.count(outcome)
    await (outcome === 'refused' ? queue.markSent(due) : queue.scheduleRetry(due))
    // Logs only codes, since the server's message may contain the address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log('warn', queue.logMessages[outcome], { ...queue.logMessages.about(due), code, responseCode })
    return outcome
  }
  queue.count('sent')
  await queue.markSent(due)
  return 'sent'
}
