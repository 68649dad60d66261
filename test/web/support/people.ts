import type { BrowserContext } from 'playwright-core'
import { simulateBrowser } from '../../../src/commands/cli/redirect-listener.ts'

interface Cookie {
  name: string
  value: string
  url: string
}

const cookiesOf = (response: Response, url: string): Cookie[] =>
  response.headers.getSetCookie().flatMap((line) => {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    return value ? [{ name, value, url }] : []
  })

/**
 * Signs a person in at the console's own door and the development provider behind it, by HTTP: a browser that does it takes
 * a second each time. Gives the cookies that a browser would have then.
 */
export async function cookiesOfPerson(baseUrl: string, user: string): Promise<Cookie[]> {
  const begun = await fetch(`${baseUrl}/auth/sign-in?to=/`, { redirect: 'manual' })
  const location = begun.headers.get('location')
  if (!location) throw new Error(`signing in did not begin: ${begun.status} ${await begun.text()}`)
  const jar = cookiesOf(begun, baseUrl)
  const back = await simulateBrowser({ user }, `${baseUrl}/oauth/login/callback`)(new URL(location))
  const cookie = jar.map(({ name, value }) => `${name}=${value}`).join('; ')
  const landed = await fetch(back, { redirect: 'manual', headers: { cookie } })
  const cookies = cookiesOf(landed, baseUrl)
  if (cookies.length === 0) throw new Error(`nobody is signed in: ${landed.status} ${await landed.text()}`)
  return cookies
}

const known = new Map<string, Promise<Cookie[]>>()

/** Signs `user` in for a context; once for a server, however many contexts they have. */
export async function signInto(context: BrowserContext, baseUrl: string, user: string): Promise<void> {
  const key = `${baseUrl} ${user}`
  if (!known.has(key)) known.set(key, cookiesOfPerson(baseUrl, user))
  await context.addCookies(await known.get(key)!)
}
