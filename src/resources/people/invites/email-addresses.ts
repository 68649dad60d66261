import type { CallerPrincipal } from '../../../core/caller.ts'
import { normalizeEmail } from '../../../core/email-address.ts'

export const getVerifiedEmail = (user: CallerPrincipal): string | null =>
  user.email !== null && user.email_verified ? normalizeEmail(user.email) : null

export function isInvitedUser(invite: { email: string }, user: CallerPrincipal): boolean {
  const email = getVerifiedEmail(user)
  return email !== null && normalizeEmail(invite.email) === email
}

/** Returns true for the placeholder email addresses of service accounts. */
export const isServiceAccountEmail = (email: string): boolean => (normalizeEmail(email) ?? '').endsWith('.svc.invalid')
