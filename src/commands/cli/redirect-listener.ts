import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VisitUrl } from './sign-in.ts'

/** Loopback redirect URI that waits for the browser (RFC 8252 section 7.3). */
interface RedirectListener {
  redirectUri: string
  /** Resolves with the URL of the first redirect; rejects after five minutes. */
  redirected: Promise<URL>
  close(): void
}

const TIMEOUT_MS = 5 * 60_000

export async function openRedirectListener(): Promise<RedirectListener> {
  let resolveRedirect!: (url: URL) => void
  let rejectRedirect!: (error: Error) => void
  const returned = new Promise<URL>((resolve, reject) => {
    resolveRedirect = resolve
    rejectRedirect = reject
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri)
    const isCallback = url.pathname === '/callback'
    response.writeHead(isCallback ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    })
    response.end(isCallback ? 'Done. You can close this window and go back to the terminal.\n' : 'Not found.\n')
    if (isCallback) resolveRedirect(url)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const timer = setTimeout(() => rejectRedirect(new Error('no sign-in within five minutes')), TIMEOUT_MS)
  const close = () => {
    clearTimeout(timer)
    server.close()
  }
  return { redirectUri, redirected: returned, close }
}

interface DevelopmentCredentials {
  user: string
  email?: string
  unverified?: boolean
}

/** Redirect URI without a browser; nothing listens there. */
export const UNUSED_REDIRECT_URI = 'http://127.0.0.1/callback'

/** Simulates a browser: follows redirects, stores cookies, submits the form, and stops at `home`. */
export function simulateBrowser(credentials: DevelopmentCredentials, home: string = UNUSED_REDIRECT_URI): VisitUrl {
  const { user, email, unverified } = credentials
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
      for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
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
          `signing in as ${user} failed: ${parseError(text) ?? `status ${response.status} at ${url.href}`}`,
        )
      }
    }
    throw new Error(`signing in as ${user} has too many redirects`)
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
  if (value) cookies.set(name, value)
  else cookies.delete(name)
}

const parseError = (page: string) => /role="alert"[^>]*>([^<]+)</.exec(page)?.[1]
