import type { BrowserContext } from 'playwright-core'
import { simulateBrowser } from '../../../src/commands/cli/redirect-listener.ts'

interface Cookie {
  name: string
  value: string
  url: string
}

const parseCookies = (response: Response, url: string): Cookie[] =>
  response.headers.getSetCookie().flatMap((line) => {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    return value ? [{ name, value, url }] : []
  })

/**
 * Signs in at the console and the development provider by HTTP, since a browser takes a second each time. Returns the
 * resulting cookies.
 */
export async function signInForCookies(baseUrl: string, user: string): Promise<Cookie[]> {
  const start = await fetch(`${baseUrl}/auth/sign-in?to=/`, { redirect: 'manual' })
  const location = start.headers.get('location')
  if (!location) throw new Error(`signing in did not begin: ${start.status} ${await start.text()}`)
  const jar = parseCookies(start, baseUrl)
  const back = await simulateBrowser({ user }, `${baseUrl}/oauth/login/callback`)(new URL(location))
  const cookie = jar.map(({ name, value }) => `${name}=${value}`).join('; ')
  const end = await fetch(back, { redirect: 'manual', headers: { cookie } })
  const cookies = parseCookies(end, baseUrl)
  if (cookies.length === 0) throw new Error(`nobody is signed in: ${end.status} ${await end.text()}`)
  return cookies
}

const cookiesByUser = new Map<string, Promise<Cookie[]>>()

/** Forgets the sessions of earlier files, whose ports the servers of this one may have. */
export const forgetSessions = (): void => cookiesByUser.clear()

/** Signs `user` in for a context; caches the session of each server and user. */
export async function signInto(context: BrowserContext, baseUrl: string, user: string): Promise<void> {
  const key = `${baseUrl} ${user}`
  if (!cookiesByUser.has(key)) cookiesByUser.set(key, signInForCookies(baseUrl, user))
  await context.addCookies(await cookiesByUser.get(key)!)
}
