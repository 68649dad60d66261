import type { IncomingMessage } from 'node:http'
import { hasMailLength } from '../../kernel/values/mail-address.ts'
import { readSubmitted } from '../forms.ts'

/** Who signs in at the development provider. */
export interface Person {
  /** The lower-cased name, so that one name is one person for good. */
  sub: string
  preferred_username: string
  email: string
  email_verified: boolean
}

const MAX_BODY = 8 * 1024

/** Reads the submitted sign-in form (RFC 1866 section 8.2.1); gives the person, or what is wrong with it. */
export async function readSignIn(request: IncomingMessage): Promise<Person | string> {
  const form = await readSubmitted(request, MAX_BODY)
  return person(form.get('user') ?? '', form.get('email') ?? '', !form.has('unverified'))
}

/** The person of a name; the e-mail address is made up unless one is given. Gives a sentence when unusable. */
export function person(name: string, email: string, email_verified: boolean): Person | string {
  const preferred_username = name.trim()
  if (!/^[^\p{Control}\p{Surrogate}]{1,64}$/u.test(preferred_username))
    return 'A name has 1 to 64 characters.'
  const sub = preferred_username.toLowerCase()
  const address = email.trim() || `${sub.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')}@dev.invalid`
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address) || (email.trim() && !hasMailLength(address)))
    return 'That is not an e-mail address.'
  return { sub, preferred_username, email: address, email_verified }
}
