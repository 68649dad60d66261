import * as oauth from 'oauth4webapi'
import { inject } from 'vitest'
import { expectStatus, type Client, type Server } from './client.ts'

/** A server under test, in this process or one of its own. */
type Served = Pick<Server, 'url'>

interface Cookie {
  origin: string
  path: string
  name: string
  value: string
}

/** What a browser would show, or where it was sent that nobody under test answers. */
export interface Shown {
  url: URL
  status: number
  text: string
  headers: Headers
}

/** Does by HTTP what a browser does: keeps cookies, follows redirects and pages that forward, submits forms. */
export class Browser {
  cookies: Cookie[] = []
  /** What it was told to keep, as it was told. */
  readonly setCookies: string[] = []

  /** Opens an address, and follows where it leads; stops before any origin but these. */
  async open(address: string | URL, home: string[], form?: Record<string, string | string[]>): Promise<Shown> {
    let url = new URL(address)
    let body = form && formOf(form)
    for (let step = 0; step < 15; step++) {
      if (!home.includes(url.origin)) return { url, status: 0, text: '', headers: new Headers() }
      const origin = body ? { origin: url.origin } : undefined
      const headers = { cookie: this.cookieFor(url), accept: 'text/html', ...origin }
      const answer = await fetch(url, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
      for (const line of answer.headers.getSetCookie()) this.#keep(url, line)
      const text = await answer.text()
      const next = answer.headers.get('location') ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]
      if (!next) return { url, status: answer.status, text, headers: answer.headers }
      url = new URL(next.replaceAll('&amp;', '&'), url)
      body = undefined
    }
    throw new Error(`led in a circle at ${url.href}`)
  }

  /** The cookies that go along to an address. */
  cookieFor(url: URL): string {
    const fitting = this.cookies.filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  #keep(url: URL, line: string): void {
    this.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
    const gone = (cookie: Cookie) => cookie.origin === url.origin && cookie.name === name && cookie.path === path
    this.cookies = this.cookies.filter((cookie) => !gone(cookie))
    if (value) this.cookies.push({ origin: url.origin, path, name, value })
  }
}

const formOf = (values: Record<string, string | string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  )

/** A registered app, as its developer's software uses it. */
export interface TestClient {
  app: Served
  client_id: string
  client_secret: string | null
  redirect_uri: string
  as: oauth.AuthorizationServer
}

export const callback = 'https://board.example.com/callback'
const insecure = { [oauth.allowInsecureRequests]: true }

/** Registers an app of `owner`'s organization. */
export async function registerApp(owner: Client, orgId: string, values: object = {}): Promise<TestClient> {
  const body = {
    org_id: orgId,
    name: 'Harbour board',
    redirect_uris: [callback],
    allowed_scopes: ['tasks:read', 'tasks:write', 'projects:read'],
    ...values,
  }
  const made = expectStatus(await owner.post('/v1/oauth/clients', { body }), 200)
  const { client_id, client_secret, redirect_uris } = made
  return {
    app: owner.server,
    client_id,
    client_secret,
    redirect_uri: redirect_uris[0],
    as: await metadata(owner.server),
  }
}

/** The command line, which no organization has registered. */
export const commandLine = async (app: Served): Promise<TestClient> => ({
  app,
  client_id: 'svc-cli',
  client_secret: null,
  redirect_uri: 'http://127.0.0.1:49217/callback',
  as: await metadata(app),
})

/** The server's metadata, found and checked as an app would. */
export async function metadata(app: Served): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(app.url)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, answer)
}

export interface Asking {
  scope?: string
  state?: string
  /** Anything else of the authorization request; undefined leaves a parameter out, a list sends it several times. */
  more?: Record<string, string | string[] | undefined>
}

export interface Begun {
  url: URL
  verifier: string
  state: string
}

/** The address that an app sends a person to. */
export async function begin({ client_id, redirect_uri, as }: TestClient, asking: Asking = {}): Promise<Begun> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = asking.state ?? oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint!)
  const parameters = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: asking.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...asking.more,
  }
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one)
  return { url, verifier, state }
}

/** Opens the address as somebody who is signed in at the provider at once: comes to our page, or back to the app. */
export async function arrive(app: Served, browser: Browser, url: URL, person: string): Promise<Shown> {
  const provider = new URL(inject('svc').identityUrl).origin
  const home = [app.url, provider]
  const first = await browser.open(url, home)
  if (!first.url.pathname.includes('/dev-idp/interaction/')) return first
  return browser.open(first.url, home, { user: person })
}

/** The hidden token of a page's forms. */
export const formToken = ({ text }: Shown): string => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Submits an answer on the consent page. */
export const answer = (app: Served, browser: Browser, page: Shown, form: Record<string, string | string[]>) =>
  browser.open(`${app.url}${page.url.pathname}`, [app.url], { form: formToken(page), ...form })

/** Sends a page's form as it is to a path, and follows nothing. */
export async function sendForm(
  app: Served,
  browser: Browser,
  page: Shown,
  path: string,
  form: Record<string, string>,
  headers = {},
) {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form: formToken(page), ...form }),
    headers: { cookie: browser.cookieFor(new URL(path, app.url)), origin: app.url, ...headers },
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

export interface Consent extends Asking {
  org_id: string
  /** Limits the connection to these projects. */
  projects?: string[]
}

export interface Returned extends Begun {
  returned: URL
}

/** A person lets an app connect; gives the address that the browser is sent back to. */
export async function connect(client: TestClient, person: string, consent: Consent, browser = new Browser()) {
  const { app } = client
  const begun = await begin(client, consent)
  const page = await arrive(app, browser, begun.url, person)
  const limited: Record<string, string | string[]> = consent.projects
    ? { projects: 'some', project: consent.projects }
    : { projects: 'all' }
  const back = await answer(app, browser, page, { answer: 'allow', org: consent.org_id, ...limited })
  if (back.status !== 0) throw new Error(`not sent back but shown ${back.status}: ${back.text}`)
  return { ...begun, returned: back.url } satisfies Returned
}

/** How an app shows who it is. */
export const authentication = ({ client_secret }: TestClient, how: 'basic' | 'post' = 'basic'): oauth.ClientAuth =>
  client_secret === null
    ? oauth.None()
    : how === 'basic'
      ? oauth.ClientSecretBasic(client_secret)
      : oauth.ClientSecretPost(client_secret)

type TokenAnswer = oauth.TokenEndpointResponse & { refresh_token: string; scope: string }

/** Fetches the tokens for a code, and checks the answer as an app would. */
export async function redeem(
  client: TestClient,
  returned: Returned,
  how: 'basic' | 'post' = 'basic',
): Promise<TokenAnswer> {
  const { as, client_id, redirect_uri } = client
  const parameters = oauth.validateAuthResponse(as, { client_id }, returned.returned, returned.state)
  const auth = authentication(client, how)
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    { client_id },
    auth,
    parameters,
    redirect_uri,
    returned.verifier,
    insecure,
  )
  return (await oauth.processAuthorizationCodeResponse(as, { client_id }, answer)) as TokenAnswer
}

/** Refreshes, and checks the answer as an app would. */
export async function refresh(client: TestClient, token: string, more?: Record<string, string>): Promise<TokenAnswer> {
  const { as, client_id } = client
  const options = { ...insecure, ...(more && { additionalParameters: more }) }
  const answer = await oauth.refreshTokenGrantRequest(as, { client_id }, authentication(client), token, options)
  return (await oauth.processRefreshTokenResponse(as, { client_id }, answer)) as TokenAnswer
}

/** Sends a form to the token endpoint, or another, as it is. */
export async function post(
  app: Served,
  path: string,
  form: Record<string, string> | URLSearchParams | string,
  headers = {},
) {
  const body = form instanceof URLSearchParams || typeof form === 'string' ? form : new URLSearchParams(form)
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.includes('json')
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (json ? JSON.parse(text) : text) as any }
}
