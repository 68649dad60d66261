import { domainToUnicode } from 'node:url'
import type { CallerPrincipal } from '../../../core/caller.ts'
import { toEmailLookupKey } from '../../../core/text.ts'
import { normalizeEmail } from '../../../core/email-address.ts'

/** Returns the normalized forms in which profiles may store an email address: with an ASCII and a Unicode domain. */
export function listEmailKeys(address: string): string[] {
  const at = address.lastIndexOf('@') + 1
  return [toEmailLookupKey(address), toEmailLookupKey(address.slice(0, at) + domainToUnicode(address.slice(at)))]
}

export const getVerifiedEmail = (user: CallerPrincipal): string | null =>
  user.email !== null && user.email_verified ? normalizeEmail(user.email) : null

export function isInvitedUser(invite: { email: string }, user: CallerPrincipal): boolean {
  const email = getVerifiedEmail(user)
  return email !== null && normalizeEmail(invite.email) === email
}

/** Returns true for the placeholder email addresses of service accounts. */
export const isServiceAccountEmail = (email: string): boolean => (normalizeEmail(email) ?? '').endsWith('.svc.invalid')
