import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Visit } from './sign-in.ts'

/** A redirect address on this machine that waits for the browser to come back (RFC 8252 section 7.3). */
export interface Landing {
  redirectUri: string
  /** Resolves with the address of the first return; rejects after five minutes. */
  returned: Promise<URL>
  close(): void
}

const PATIENCE_MS = 5 * 60_000

/** Opens a landing on a free port of 127.0.0.1. */
export async function openLanding(): Promise<Landing> {
  let arrive!: (url: URL) => void
  let giveUp!: (error: Error) => void
  const returned = new Promise<URL>((resolve, reject) => {
    arrive = resolve
    giveUp = reject
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri)
    const mine = url.pathname === '/callback'
    response.writeHead(mine ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(mine ? 'Done. You can close this window and go back to the terminal.\n' : 'Not found.\n')
    if (mine) arrive(url)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const timer = setTimeout(() => giveUp(new Error('nobody signed in within five minutes')), PATIENCE_MS)
  const close = () => {
    clearTimeout(timer)
    server.close()
  }
  return { redirectUri, returned, close }
}

/** What is entered on the development provider's page. */
export interface DevelopmentSignIn {
  user: string
  email?: string
  unverified?: boolean
}

/** The redirect address used when no browser takes part; nothing listens there. */
export const UNVISITED = 'http://127.0.0.1/callback'

/**
 * Does by HTTP what a browser does at the development provider: follows redirects, keeps cookies, submits the
 * page's form, and stops at the redirect back to `home`. Throws with the page's own words when refused.
 */
export function visitAsBrowser(person: DevelopmentSignIn, home: string = UNVISITED): Visit {
  const { user, email, unverified } = person
  const form = new URLSearchParams({
    user,
    ...(email && { email }),
    ...(unverified && { unverified: 'yes' }),
  })
  return async (authorizationUrl) => {
    const cookies = new Map<string, string>()
    let url = authorizationUrl
    let body: URLSearchParams | undefined
    for (let step = 0; step < 10; step++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const request: RequestInit = { redirect: 'manual', headers: { cookie } }
      const response = await fetch(url, body ? { ...request, method: 'POST', body } : request)
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
      const text = await response.text()
      const location = response.headers.get('location')
      if (location) {
        url = new URL(location, url)
        body = undefined
        if (url.href.startsWith(`${home}?`)) return url
      } else if (response.status === 200 && !body && text.includes('<form')) {
        body = form
      } else {
        throw new Error(
          `signing in as ${user} failed: ${reason(text) ?? `status ${response.status} at ${url.href}`}`,
        )
      }
    }
    throw new Error(`signing in as ${user} led in a circle`)
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
  if (value) cookies.set(name, value)
  else cookies.delete(name)
}

const reason = (page: string) => /role="alert"[^>]*>([^<]+)</.exec(page)?.[1]
