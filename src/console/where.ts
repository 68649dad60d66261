/** The pages that the console has, by their paths. */
export const isOfConsole = (path: string): boolean => path === '/' || /^\/(o|t)\/./.test(path)

/**
 * Where to go once somebody is signed in: the address of the page that they wanted, whole, so that nothing in it can be
 * taken for another host. What leads anywhere but to a page of the console leads to its first one.
 */
export function wantedPage(to: string | undefined, baseUrl: string): string {
  const first = `${baseUrl}/`
  // A browser reads a backslash as a slash, and passes over tabs and line breaks, as URL does; none belongs into an address.
  if (to === undefined || /[\\\p{Control}]/u.test(to) || !URL.canParse(to, baseUrl)) return first
  const { origin, pathname, search, hash, username } = new URL(to, baseUrl)
  if (origin !== baseUrl || username !== '' || !isOfConsole(pathname)) return first
  return `${baseUrl}${pathname}${search}${hash}`
}
