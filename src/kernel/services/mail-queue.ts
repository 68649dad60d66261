import { MailRefused, type Mail, type SendMail } from './mail.ts'
import type { Services } from './services.ts'

/** How many mails are sent at the same time, and how many of them each of these senders sends in a turn of the job. */
const senders = 4
const mostEach = 25

/**
 * The milliseconds for which nobody else takes up a mail that is being sent. Should the process die, another takes it
 * up after that.
 */
export const leaseMillis = 120_000

/** Seconds from each failed attempt to send a mail to the next; the last number is that of all later attempts. */
const retrySeconds = [30, 120, 600, 1800, 7200, 21_600]

/** When to send a mail again after so many attempts. */
export function retryAt(attempts: number, millis: number): string {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1]!
  return new Date(millis + seconds * 1000).toISOString()
}

/**
 * Rows that say which mail is due, so that no answer waits for a mail server and none is forgotten. A mail is sent again
 * when the process dies between sending it and noting that; both have the same Message-ID.
 */
export interface MailQueue<Due> {
  /** Takes what has been due the longest, for the time of the lease; rows that another process has are passed over. */
  claim(): Promise<Due | undefined>
  /** The mail as it is to be sent now; undefined for one that is not sent, or not yet, of which that is noted. */
  write(due: Due): Promise<Mail | undefined>
  /** Notes that it was sent, or that its address is refused for good. */
  done(due: Due): Promise<unknown>
  /** Notes that it was not sent: the server may be away. */
  failed(due: Due): Promise<unknown>
  counted(outcome: 'sent' | 'refused' | 'failed'): void
  /** What the log says of it, without any address. */
  words: { refused: string; failed: string; about: (due: Due) => Record<string, unknown> }
}

/** Sends what is due, some at a time; gives how many were sent. */
export async function sendDue<Due>(
  { log }: Pick<Services, 'log'>,
  mail: SendMail,
  queue: MailQueue<Due>,
): Promise<number> {
  const send = async () => {
    let sent = 0
    for (let taken = 0; taken < mostEach; taken++) {
      const due = await queue.claim()
      if (due === undefined) break
      const outcome = await attempt(log, mail, queue, due)
      // After a failure the rest waits for the next turn: the server may be away.
      if (outcome === 'failed') break
      if (outcome === 'sent') sent++
    }
    return sent
  }
  const counts = await Promise.all(Array.from({ length: senders }, send))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Sends one mail and notes what became of it. */
async function attempt<Due>(
  log: Services['log'],
  mail: SendMail,
  queue: MailQueue<Due>,
  due: Due,
): Promise<'sent' | 'refused' | 'failed' | 'left'> {
  const written = await queue.write(due)
  if (!written) return 'left'
  try {
    await mail(written)
  } catch (error) {
    const outcome = error instanceof MailRefused ? 'refused' : 'failed'
    queue.counted(outcome)
    await (outcome === 'refused' ? queue.done(due) : queue.failed(due))
    // Of the error only codes are logged: what a mail server says may hold the address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log('warn', queue.words[outcome], { ...queue.words.about(due), code, responseCode })
    return outcome
  }
  queue.counted('sent')
  await queue.done(due)
  return 'sent'
}
