import * as oauth from 'oauth4webapi'
import { inject } from 'vitest'
import { expectStatus, type Client, type Server } from './client.ts'

type Served = Pick<Server, 'url'>

interface Cookie {
  origin: string
  path: string
  name: string
  value: string
}

/** Page that a browser shows, or the foreign URL it was redirected to. */
export interface Shown {
  url: URL
  status: number
  text: string
  headers: Headers
}

/** Minimal browser over HTTP: stores cookies, follows redirects and forwarding pages, submits forms. */
export class Browser {
  cookies: Cookie[] = []
  /** Set-Cookie headers as received. */
  readonly setCookies: string[] = []

  /** Opens a URL and follows redirects; stops before any origin outside `home`. */
  async open(address: string | URL, home: string[], form?: Record<string, string | string[]>): Promise<Shown> {
    let url = new URL(address)
    let body = form && toFormBody(form)
    for (let step = 0; step < 15; step++) {
      if (!home.includes(url.origin)) return { url, status: 0, text: '', headers: new Headers() }
      const origin = body ? { origin: url.origin } : undefined
      const headers = { cookie: this.cookieFor(url), accept: 'text/html', ...origin }
      const submitConsent = await fetch(url, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
      for (const line of submitConsent.headers.getSetCookie()) this.#keep(url, line)
      const text = await submitConsent.text()
      const next =
        submitConsent.headers.get('location') ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]
      if (!next) return { url, status: submitConsent.status, text, headers: submitConsent.headers }
      url = new URL(next.replaceAll('&amp;', '&'), url)
      body = undefined
    }
    throw new Error(`redirect loop at ${url.href}`)
  }

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

const toFormBody = (values: Record<string, string | string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  )

/** Registered app as its software uses it. */
export interface TestClient {
  app: Served
  client_id: string
  client_secret: string | null
  redirect_uri: string
  as: oauth.AuthorizationServer
}

export const callback = 'https://board.example.com/callback'
const insecure = { [oauth.allowInsecureRequests]: true }

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

/** Built-in client of the CLI, which no organization has registered. */
export const commandLine = async (app: Served): Promise<TestClient> => ({
  app,
  client_id: 'svc-cli',
  client_secret: null,
  redirect_uri: 'http://127.0.0.1:49217/callback',
  as: await metadata(app),
})

/** Discovers and validates the server's metadata as an app would. */
export async function metadata(app: Served): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(app.url)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, answer)
}

export interface Asking {
  scope?: string
  state?: string
  /** Further parameters of the authorization request; undefined omits one, a list repeats it. */
  more?: Record<string, string | string[] | undefined>
}

export interface AuthorizationRequest {
  url: URL
  verifier: string
  state: string
}

export async function startAuthorization(
  { client_id, redirect_uri, as }: TestClient,
  asking: Asking = {},
): Promise<AuthorizationRequest> {
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

/**
 * Opens the authorization URL as a user whom the provider signs in immediately; ends at the consent page or the app.
 */
export async function openAuthorization(app: Served, browser: Browser, url: URL, person: string): Promise<Shown> {
  const provider = new URL(inject('svc').identityUrl).origin
  const home = [app.url, provider]
  const first = await browser.open(url, home)
  if (!first.url.pathname.includes('/dev-idp/interaction/')) return first
  return browser.open(first.url, home, { user: person })
}

export const formToken = ({ text }: Shown): string => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? ''

export const answer = (app: Served, browser: Browser, page: Shown, form: Record<string, string | string[]>) =>
  browser.open(`${app.url}${page.url.pathname}`, [app.url], { form: formToken(page), ...form })

/** Sends a page's form unchanged to a path, without following redirects. */
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
  projects?: string[]
}

export interface Returned extends AuthorizationRequest {
  returned: URL
}

/** Connects an app as a user; returns the redirect URL. */
export async function connect(client: TestClient, person: string, consent: Consent, browser = new Browser()) {
  const { app } = client
  const begun = await startAuthorization(client, consent)
  const page = await openAuthorization(app, browser, begun.url, person)
  const limited: Record<string, string | string[]> = consent.projects
    ? { projects: 'some', project: consent.projects }
    : { projects: 'all' }
  const back = await answer(app, browser, page, { answer: 'allow', org: consent.org_id, ...limited })
  if (back.status !== 0) throw new Error(`expected a redirect to the app, got ${back.status}: ${back.text}`)
  return { ...begun, returned: back.url } satisfies Returned
}

export const buildClientAuth = ({ client_secret }: TestClient, how: 'basic' | 'post' = 'basic'): oauth.ClientAuth =>
  client_secret === null
    ? oauth.None()
    : how === 'basic'
      ? oauth.ClientSecretBasic(client_secret)
      : oauth.ClientSecretPost(client_secret)

type TokenAnswer = oauth.TokenEndpointResponse & { refresh_token: string; scope: string }

/** Exchanges a code for tokens and validates the response as an app would. */
export async function redeem(
  client: TestClient,
  returned: Returned,
  how: 'basic' | 'post' = 'basic',
): Promise<TokenAnswer> {
  const { as, client_id, redirect_uri } = client
  const parameters = oauth.validateAuthResponse(as, { client_id }, returned.returned, returned.state)
  const auth = buildClientAuth(client, how)
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

/** Refreshes tokens and validates the response as an app would. */
export async function refresh(client: TestClient, token: string, more?: Record<string, string>): Promise<TokenAnswer> {
  const { as, client_id } = client
  const options = { ...insecure, ...(more && { additionalParameters: more }) }
  const answer = await oauth.refreshTokenGrantRequest(as, { client_id }, buildClientAuth(client), token, options)
  return (await oauth.processRefreshTokenResponse(as, { client_id }, answer)) as TokenAnswer
}

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
