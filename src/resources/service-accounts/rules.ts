import { slugOf } from '../../kernel/text.ts'

/** What the usernames of service accounts begin with. No person's username does. */
const prefix = 'sa-'

/** The slug of a name; one that has nothing for a slug is called an account. */
export const accountSlug = (name: string): string => slugOf(name) || 'account'

/** The username of the account with this slug. */
export const usernameOf = (slug: string): string => `${prefix}${slug}`

/** The address that stands for an account; a domain that can never exist (RFC 2606). */
export const addressOf = (slug: string, orgId: string): string => `${slug}@service.${orgId}.svc.invalid`

/** The slug itself, or numbered from 2 on when its username is taken. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const usernames = new Set(taken)
  for (let number = 1; ; number++) {
    const next = number === 1 ? slug : `${slug}-${number}`
    if (!usernames.has(usernameOf(next))) return next
  }
}
