import { hash, randomBytes } from 'node:crypto'
import { normalizeEmail } from '../../../core/email-address.ts'
import { conflict, invalid, Problem } from '../../../core/errors.ts'
import { isPublicDomain } from './public-domains.ts'

const DAY_MS = 24 * 3_600_000
export const CODE_LIFETIME_MS = DAY_MS
/** Maximum codes that an organization can request per day. */
export const MAX_REQUESTS_PER_DAY = 10
/** Letters and digits that are not confused with each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns the domain of a valid email address in ASCII form; null for null. */
export const getEmailDomain = (email: string | null): string | null => email && email.slice(email.lastIndexOf('@') + 1)

/** Returns a domain in ASCII form and lower case; null if no email address can have it. */
export const normalizeDomain = (domain: string): string | null =>
  domain.includes('@') ? null : getEmailDomain(normalizeEmail(`postmaster@${domain}`))

/** Throws 422 for a domain that is invalid, or on which everyone can get an address. */
export function requireOwnDomain(text: string): string {
  const domain = normalizeDomain(text)
  if (domain === null) throw invalid(['body', 'domain'], 'is not a domain of email addresses, such as example.com')
  if (isPublicDomain(domain))
    throw invalid(['body', 'domain'], 'is a public email provider. Enter a domain that belongs to your organization.')
  return domain
}

/** Creates a code of 80 bits, which cannot be guessed, so that attempts need not be counted. */
export const createDomainCode = (): string =>
  Array.from(randomBytes(16), (byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${LETTERS[byte % 32]}`).join('')

export const hashDomainCode = (code: string): Buffer =>
  hash('sha256', code.toUpperCase().replaceAll(/[\s-]/g, ''), 'buffer')

export function requireNewDomain(stored: { deleted_at: string | null } | undefined): void {
  if (stored?.deleted_at === null) throw conflict('The domain was added already. Delete it to get a new code.')
}

/** Throws 429 beyond the limit of the organization. */
export function requireCodeQuota(requestsOfOrganization: readonly string[], millis: number): void {
  const recent = requestsOfOrganization.map((at) => Date.parse(at)).filter((at) => at > millis - DAY_MS)
  if (recent.length < MAX_REQUESTS_PER_DAY) return
  const seconds = Math.max(1, Math.ceil((Math.min(...recent) + DAY_MS - millis) / 1000))
  throw new Problem(
    429,
    `An organization can request ${MAX_REQUESTS_PER_DAY} codes per day. Wait ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
