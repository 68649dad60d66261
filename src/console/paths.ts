export const isConsolePath = (path: string): boolean => path === '/' || /^\/(o|t)\/./.test(path)

/** Returns the URL to open after sign-in; the start page unless it is a page of the console. */
export function resolveReturnUrl(to: string | undefined, baseUrl: string): string {
  const startPage = `${baseUrl}/`
  // Browsers treat backslashes as slashes and ignore tabs and line breaks, as URL does.
  if (to === undefined || /[\\\p{Control}]/u.test(to) || !URL.canParse(to, baseUrl)) return startPage
  const { origin, pathname, search, hash, username } = new URL(to, baseUrl)
  if (origin !== baseUrl || username !== '' || !isConsolePath(pathname)) return startPage
  return `${baseUrl}${pathname}${search}${hash}`
}
