import { conflict, invalid } from '../../kernel/problem.ts'
import type { InviteRow } from './queries.ts'
import type { InviteStatus } from './schemas.ts'

const defaultDays = 7
const dayMillis = 24 * 60 * 60 * 1000

/** The status of an invitation at this moment: a pending one past its time has expired, though nothing was written. */
export const statusAt = (invite: Pick<InviteRow, 'status' | 'expires_at'>, millis: number): InviteStatus =>
  invite.status === 'pending' && Date.parse(invite.expires_at) <= millis ? 'expired' : invite.status

/** 409 unless it can still be accepted. */
export function requirePending(invite: InviteRow, millis: number): void {
  const status = statusAt(invite, millis)
  if (status !== 'pending')
    throw conflict(`The invitation is ${status}: only a pending one can be changed or answered.`)
}

/** The moment an invitation ends, as asked for: 422 unless it lies in the future. */
export function readExpiry(given: string, millis: number): string {
  const at = Date.parse(given)
  if (at <= millis) throw invalid(['body', 'expires_at'], 'must lie in the future')
  return new Date(at).toISOString()
}

/** When an invitation ends for which nobody asked otherwise. */
export const defaultExpiry = (millis: number): string =>
  new Date(millis + defaultDays * dayMillis).toISOString()

/** The columns that say an invitation goes out to its address now: its mail is due. Nothing else writes `sent_at`. */
export function sending(millis: number, expires_at = defaultExpiry(millis), earlier: readonly string[] = []) {
  const now = new Date(millis).toISOString()
  const recent_sends = [...earlier.filter((at) => Date.parse(at) > millis - dayMillis), now]
  return { sent_at: now, expires_at, mail_due_at: now, mail_attempts: 0, recent_sends }
}

/** The columns of an invitation that was called off, by whichever side. */
export const cancelling = (now: string) =>
  ({ status: 'cancelled', cancel_date: now, mail_due_at: null }) as const
