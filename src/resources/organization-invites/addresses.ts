import { domainToUnicode } from 'node:url'
import type { User } from '../../kernel/caller.ts'
import { foldAddress } from '../../kernel/text.ts'
import { mailbox } from '../../kernel/values/mail-address.ts'

/** The ways in which the same address may be written in the profile of a person, folded as it is there. */
export function waysToWrite(address: string): string[] {
  const at = address.lastIndexOf('@') + 1
  return [foldAddress(address), foldAddress(address.slice(0, at) + domainToUnicode(address.slice(at)))]
}

/** The address that a person has proved to be theirs, in comparable form; null when there is none. */
export const verifiedAddress = (user: User): string | null =>
  user.email !== null && user.email_verified ? mailbox(user.email) : null

/** Whether it is this person who is invited. */
export function isAddressedTo(invite: { email: string }, user: User): boolean {
  const address = verifiedAddress(user)
  return address !== null && mailbox(invite.email) === address
}

/** The addresses of service accounts end so; nobody reads mail there. */
export const isServiceAddress = (email: string): boolean => (mailbox(email) ?? '').endsWith('.svc.invalid')
