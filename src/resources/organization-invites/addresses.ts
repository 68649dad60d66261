import { domainToUnicode } from 'node:url'
import type { User } from '../../kernel/caller.ts'
import { foldAddress } from '../../kernel/text.ts'
import { mailbox } from '../../kernel/values/mail-address.ts'

/** Returns the normalized forms in which profiles may store an email address: with an ASCII and a Unicode domain. */
export function waysToWrite(address: string): string[] {
  const at = address.lastIndexOf('@') + 1
  return [foldAddress(address), foldAddress(address.slice(0, at) + domainToUnicode(address.slice(at)))]
}

/** Returns the normalized verified email address of a user, or null. */
export const verifiedAddress = (user: User): string | null =>
  user.email !== null && user.email_verified ? mailbox(user.email) : null

/** Returns true if the invitation was sent to the verified email address of the user. */
export function isAddressedTo(invite: { email: string }, user: User): boolean {
  const email = verifiedAddress(user)
  return email !== null && mailbox(invite.email) === email
}

/** Returns true for the placeholder email addresses of service accounts. */
export const isServiceAddress = (email: string): boolean => (mailbox(email) ?? '').endsWith('.svc.invalid')
