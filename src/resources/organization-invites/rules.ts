import { conflict, invalid } from '../../kernel/problem.ts'
import type { InviteRow } from './queries.ts'
import type { InviteStatus } from './schemas.ts'

const defaultDays = 7
const dayMillis = 24 * 60 * 60 * 1000

/** What an invitation is at this moment: a pending one expires without anybody doing anything. */
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

export const defaultExpiry = (millis: number): string =>
  new Date(millis + defaultDays * dayMillis).toISOString()

/**
 * The columns that say an invitation goes out to its address now. Nothing else writes `sent_at`: whoever delivers
 * invitations watches this column.
 */
export const sending = (millis: number, expiresAt = defaultExpiry(millis)) => ({
  sent_at: new Date(millis).toISOString(),
  expires_at: expiresAt,
})

/** The columns of an invitation that was called off, by whichever side. */
export const cancelling = (now: string) => ({ status: 'cancelled', cancel_date: now }) as const
