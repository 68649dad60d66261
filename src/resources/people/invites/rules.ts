import { conflict, invalid } from '../../../core/errors.ts'
import { inviteProblemTexts } from './messages.ts'
import type { InviteRow } from './queries.ts'
import type { InviteStatus } from './schema.ts'

const DEFAULT_EXPIRY_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the current status: `expired` for a pending invitation once `expires_at` has passed. */
export const getInviteStatus = (invite: Pick<InviteRow, 'status' | 'expires_at'>, millis: number): InviteStatus =>
  invite.status === 'pending' && Date.parse(invite.expires_at) <= millis ? 'expired' : invite.status

export function requirePendingInvite(invite: InviteRow, millis: number): void {
  const status = getInviteStatus(invite, millis)
  if (status !== 'pending') throw conflict(inviteProblemTexts.notPending(status))
}

export function parseInviteExpiry(expiresAt: string, millis: number): string {
  const at = Date.parse(expiresAt)
  if (at <= millis) throw invalid(['body', 'expires_at'], 'must be in the future')
  return new Date(at).toISOString()
}

export const computeDefaultInviteExpiry = (millis: number): string =>
  new Date(millis + DEFAULT_EXPIRY_DAYS * DAY_MS).toISOString()

/** Returns the columns that schedule the email of an invitation now. Nothing else writes `sent_at`. */
export function buildSendingFields(
  millis: number,
  expires_at = computeDefaultInviteExpiry(millis),
  earlier: readonly string[] = [],
) {
  const now = new Date(millis).toISOString()
  const recent_sends = [...earlier.filter((at) => Date.parse(at) > millis - DAY_MS), now]
  return { sent_at: now, expires_at, mail_due_at: now, mail_attempts: 0, recent_sends }
}

export const buildCancelledFields = (now: string) =>
  ({ status: 'cancelled', cancel_date: now, mail_due_at: null }) as const
