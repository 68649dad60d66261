/** Names that are never given to people: the caller's alias, service accounts, filter words. */
const reserved = /^(me|__.*|sa-.*)$/i

/**
 * A username from what the identity provider says: 1 to 64 letters, digits, `.`, `_`, `-`; what doesn't fit becomes `-`.
 * `attempt` above 1 gives the next one when the name is taken.
 */
export function usernameFrom(name: string | undefined, email: string | undefined, attempt: number): string {
  const wanted = (name ?? email?.split('@')[0] ?? '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const base = wanted === '' ? 'user' : reserved.test(wanted) ? `u-${wanted}` : wanted
  const suffix = attempt === 1 ? '' : `-${attempt}`
  return base.slice(0, 64 - suffix.length) + suffix
}
