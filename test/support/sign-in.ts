import { inject } from 'vitest'
import { Client, expectStatus, type RequestOptions, type Server } from './client.ts'
import { Browser, type LoadedPage } from './oauth.ts'

/** Client of the console in a browser that may be signed in: sends the cookie and the headers of browsers. */
export class ConsoleClient extends Client {
  readonly browser: Browser

  constructor(server: Server, browser = new Browser()) {
    super(server)
    this.browser = browser
  }

  override send(method: string, path: string, options: RequestOptions = {}) {
    const { url } = this.server
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const headers = {
      cookie: this.browser.buildCookieHeader(new URL(path, url)),
      'sec-fetch-site': 'same-origin',
      ...(isWrite && { origin: url, 'x-csrf': '1' }),
      ...options.headers,
    }
    return super.send(method, path, { ...options, headers })
  }
}

/** Opens the sign-in as the console does, and follows it to the identity provider and back. */
export async function visitSignIn(server: Server, browser: Browser, person: string, query = ''): Promise<LoadedPage> {
  const origins = [server.url, new URL(inject('svc').identityUrl).origin]
  const firstPage = await browser.open(`${server.url}/auth/sign-in${query}`, origins)
  return firstPage.url.pathname.includes('/interaction/')
    ? browser.open(firstPage.url, origins, { user: person })
    : firstPage
}

export async function signIn(server: Server, person: string): Promise<ConsoleClient> {
  const page = new ConsoleClient(server)
  await visitSignIn(server, page.browser, person)
  return page
}

/** Returns the current session as the API lists it. */
export async function readCurrentSession(page: ConsoleClient): Promise<{ session_id: string }> {
  const { data } = expectStatus(await page.get('/v1/me/sessions'), 200)
  return data.find(({ current }: { current: boolean }) => current)
}

export async function signInAt(
  server: Server,
  provider: { url: string },
  { query = '', browser = new Browser() } = {},
): Promise<ConsoleClient> {
  await browser.open(`${server.url}/auth/sign-in${query}`, [server.url, provider.url])
  return new ConsoleClient(server, browser)
}
