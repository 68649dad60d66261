import { toSlug } from '../../../core/text.ts'

/** Prefix of the usernames of service accounts, which usernames of persons never have. */
const prefix = 'sa-'

/** Returns the slug of a name, or `account` for a name without characters for a slug. */
export const toServiceAccountSlug = (name: string): string => toSlug(name) || 'account'

export const toServiceAccountUsername = (slug: string): string => `${prefix}${slug}`

/** Returns a placeholder email in a domain that never exists (RFC 2606). */
export const toServiceAccountEmail = (slug: string, orgId: string): string => `${slug}@service.${orgId}.svc.invalid`

/** Appends a number from 2 up while the username is taken. */
export function findFreeSlug(slug: string, usernames: readonly string[]): string {
  const taken = new Set(usernames)
  for (let number = 1; ; number++) {
    const next = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(toServiceAccountUsername(next))) return next
  }
}
