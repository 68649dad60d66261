import type { User } from '../../kernel/caller.ts'

/**
 * The form in which addresses are compared; null for one that is not plain ASCII. No invitation has such an address,
 * and Unicode's own case folding would make some that look alike equal, such as one with a Kelvin sign for its k.
 */
export const addressKey = (email: string): string | null =>
  /^[\x21-\x7e]+$/.test(email) ? email.toLowerCase() : null

/** The address that a person has proved to be theirs, in comparable form; null when there is none. */
export const verifiedAddress = (user: User): string | null =>
  user.email !== null && user.email_verified ? addressKey(user.email) : null

/** Whether it is this person who is invited. */
export function isAddressedTo(invite: { email: string }, user: User): boolean {
  const address = verifiedAddress(user)
  return address !== null && addressKey(invite.email) === address
}

/** The addresses of service accounts end so; nobody reads mail there. */
export const isServiceAddress = (email: string): boolean => /\.svc\.invalid$/i.test(email)
