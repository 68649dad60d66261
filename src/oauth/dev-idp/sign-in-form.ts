import type { IncomingMessage } from 'node:http'
import { hasValidEmailLength } from '../../core/email-address.ts'
import { readUrlEncodedForm } from '../read-form.ts'

export interface DevUser {
  /** Lowercase name, so that one name is always the same user. */
  sub: string
  preferred_username: string
  email: string
  email_verified: boolean
}

const MAX_BODY_BYTES = 8 * 1024

/** Reads the submitted form (RFC 1866, section 8.2.1). Returns the user, or the error of an invalid form. */
export async function readSignInForm(request: IncomingMessage): Promise<DevUser | string> {
  const form = await readUrlEncodedForm(request, MAX_BODY_BYTES)
  return parseDevUser(form.get('user') ?? '', form.get('email') ?? '', !form.has('unverified'))
}

/**
 * Builds the user of a name, with a generated email unless one was entered. Returns an error sentence for invalid
 * input.
 */
function parseDevUser(name: string, email: string, email_verified: boolean): DevUser | string {
  const preferred_username = name.trim()
  if (!/^[^\p{Control}\p{Surrogate}]{1,64}$/u.test(preferred_username)) return 'Enter a name of 1 to 64 characters.'
  const sub = preferred_username.toLowerCase()
  const emailAddress = email.trim() || `${sub.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')}@dev.invalid`
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(emailAddress) || (email.trim() && !hasValidEmailLength(emailAddress)))
    return 'Enter a valid email address.'
  return { sub, preferred_username, email: emailAddress, email_verified }
}
