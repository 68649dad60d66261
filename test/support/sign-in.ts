import { inject } from 'vitest'
import { Client, expectStatus, type Sending, type Server } from './client.ts'
import { Browser, type Shown } from './oauth.ts'

/** Client of the console in a browser that may be signed in: sends the cookie and the headers of browsers. */
export class OwnPage extends Client {
  readonly browser: Browser

  constructor(server: Server, browser = new Browser()) {
    super(server)
    this.browser = browser
  }

  override send(method: string, path: string, sending: Sending = {}) {
    const { url } = this.server
    const writes = method !== 'GET' && method !== 'HEAD'
    const headers = {
      cookie: this.browser.cookieFor(new URL(path, url)),
      'sec-fetch-site': 'same-origin',
      ...(writes && { origin: url, 'x-csrf': '1' }),
      ...sending.headers,
    }
    return super.send(method, path, { ...sending, headers })
  }
}

/** Opens the sign-in as the console does, and follows it to the identity provider and back. */
export async function visitSignIn(server: Server, browser: Browser, person: string, query = ''): Promise<Shown> {
  const home = [server.url, new URL(inject('svc').identityUrl).origin]
  const shown = await browser.open(`${server.url}/auth/sign-in${query}`, home)
  return shown.url.pathname.includes('/interaction/') ? browser.open(shown.url, home, { user: person }) : shown
}

export async function signIn(server: Server, person: string): Promise<OwnPage> {
  const page = new OwnPage(server)
  await visitSignIn(server, page.browser, person)
  return page
}

/** Returns the current session as the API lists it. */
export async function currentSession(page: OwnPage): Promise<{ session_id: string }> {
  const { data } = expectStatus(await page.get('/v1/me/sessions'), 200)
  return data.find(({ current }: { current: boolean }) => current)
}

export async function signInAt(
  server: Server,
  provider: { url: string },
  { query = '', browser = new Browser() } = {},
): Promise<OwnPage> {
  await browser.open(`${server.url}/auth/sign-in${query}`, [server.url, provider.url])
  return new OwnPage(server, browser)
}
