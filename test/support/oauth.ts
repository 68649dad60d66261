import * as oauth from 'oauth4webapi'
import { inject } from 'vitest'
import { expectStatus, type Client, type Server } from './client.ts'

type ServerUrl = Pick<Server, 'url'>

interface Cookie {
  origin: string
  path: string
  name: string
  value: string
}

/** Page that a browser shows, or the foreign URL it was redirected to. */
export interface LoadedPage {
  url: URL
  status: number
  text: string
  headers: Headers
}

/** Minimal browser over HTTP: stores cookies, follows redirects and forwarding pages, submits forms. */
export class Browser {
  cookies: Cookie[] = []
  /** Value of Accept-Language. */
  language = '*'
  /** Set-Cookie headers as received. */
  readonly setCookies: string[] = []

  /** Opens a URL and follows redirects; stops before any origin outside `home`. */
  async open(address: string | URL, home: string[], form?: Record<string, string | string[]>): Promise<LoadedPage> {
    let url = new URL(address)
    let body = form && toFormBody(form)
    for (let step = 0; step < 15; step++) {
      if (!home.includes(url.origin)) return { url, status: 0, text: '', headers: new Headers() }
      const origin = body ? { origin: url.origin } : undefined
      const headers = {
        cookie: this.buildCookieHeader(url),
        accept: 'text/html',
        'accept-language': this.language,
        ...origin,
      }
      const response = await fetch(url, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
      for (const line of response.headers.getSetCookie()) this.#keep(url, line)
      const text = await response.text()
      const next = response.headers.get('location') ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]
      if (!next) return { url, status: response.status, text, headers: response.headers }
      url = new URL(next.replaceAll('&amp;', '&'), url)
      body = undefined
    }
    throw new Error(`redirect loop at ${url.href}`)
  }

  buildCookieHeader(url: URL): string {
    const matching = this.cookies.filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
    return matching.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  #keep(url: URL, line: string): void {
    this.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
    const isReplaced = (cookie: Cookie) => cookie.origin === url.origin && cookie.name === name && cookie.path === path
    this.cookies = this.cookies.filter((cookie) => !isReplaced(cookie))
    if (value) this.cookies.push({ origin: url.origin, path, name, value })
  }
}

const toFormBody = (values: Record<string, string | string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  )

/** Registered app as its software uses it. */
export interface TestClient {
  app: ServerUrl
  client_id: string
  client_secret: string | null
  redirect_uri: string
  as: oauth.AuthorizationServer
}

export const callbackUrl = 'https://board.example.com/callback'
const insecure = { [oauth.allowInsecureRequests]: true }

export async function registerApp(owner: Client, orgId: string, values: object = {}): Promise<TestClient> {
  const body = {
    org_id: orgId,
    name: 'Harbour board',
    redirect_uris: [callbackUrl],
    allowed_scopes: ['tasks:read', 'tasks:write', 'projects:read'],
    ...values,
  }
  const { client_id, client_secret, redirect_uris } = expectStatus(await owner.post('/v1/oauth/clients', { body }), 200)
  return {
    app: owner.server,
    client_id,
    client_secret,
    redirect_uri: redirect_uris[0],
    as: await discoverMetadata(owner.server),
  }
}

/** Built-in client of the CLI, which no organization has registered. */
export const createCliClient = async (app: ServerUrl): Promise<TestClient> => ({
  app,
  client_id: 'svc-cli',
  client_secret: null,
  redirect_uri: 'http://127.0.0.1:49217/callback',
  as: await discoverMetadata(app),
})

/** Discovers and validates the server's metadata as an app would. */
export async function discoverMetadata(app: ServerUrl): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(app.url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, response)
}

export interface AuthorizationOptions {
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
  expected: AuthorizationOptions = {},
): Promise<AuthorizationRequest> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = expected.state ?? oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint!)
  const parameters = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: expected.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...expected.more,
  }
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one)
  return { url, verifier, state }
}

/**
 * Opens the authorization URL as a user whom the provider signs in immediately; ends at the consent page or the app.
 */
export async function openAuthorization(
  app: ServerUrl,
  browser: Browser,
  url: URL,
  person: string,
): Promise<LoadedPage> {
  const provider = new URL(inject('svc').identityUrl).origin
  const home = [app.url, provider]
  const first = await browser.open(url, home)
  if (!first.url.pathname.includes('/dev-idp/interaction/')) return first
  return browser.open(first.url, home, { user: person })
}

export const readFormToken = ({ text }: LoadedPage): string => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? ''

export const submitConsent = (
  app: ServerUrl,
  browser: Browser,
  page: LoadedPage,
  form: Record<string, string | string[]>,
) => browser.open(`${app.url}${page.url.pathname}`, [app.url], { form: readFormToken(page), ...form })

/** Sends a page's form unchanged to a path, without following redirects. */
export async function sendForm(
  app: ServerUrl,
  browser: Browser,
  page: LoadedPage,
  path: string,
  form: Record<string, string>,
  headers = {},
) {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form: readFormToken(page), ...form }),
    headers: { cookie: browser.buildCookieHeader(new URL(path, app.url)), origin: app.url, ...headers },
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

export interface Consent extends AuthorizationOptions {
  org_id: string
  projects?: string[]
}

export interface AuthorizationResponse extends AuthorizationRequest {
  redirectUrl: URL
}

/** Connects an app as a user; returns the redirect URL. */
export async function connectApp(client: TestClient, person: string, consent: Consent, browser = new Browser()) {
  const { app } = client
  const request = await startAuthorization(client, consent)
  const page = await openAuthorization(app, browser, request.url, person)
  const projectFields: Record<string, string | string[]> = consent.projects
    ? { projects: 'some', project: consent.projects }
    : { projects: 'all' }
  const result = await submitConsent(app, browser, page, { answer: 'allow', org: consent.org_id, ...projectFields })
  if (result.status !== 0) throw new Error(`expected a redirect to the app, got ${result.status}: ${result.text}`)
  return { ...request, redirectUrl: result.url } satisfies AuthorizationResponse
}

export const buildClientAuth = (
  { client_secret }: TestClient,
  authMethod: 'basic' | 'post' = 'basic',
): oauth.ClientAuth =>
  client_secret === null
    ? oauth.None()
    : authMethod === 'basic'
      ? oauth.ClientSecretBasic(client_secret)
      : oauth.ClientSecretPost(client_secret)

type TokenResponse = oauth.TokenEndpointResponse & { refresh_token: string; scope: string }

/** Exchanges a code for tokens and validates the response as an app would. */
export async function redeemCode(
  client: TestClient,
  authorization: AuthorizationResponse,
  authMethod: 'basic' | 'post' = 'basic',
): Promise<TokenResponse> {
  const { as, client_id, redirect_uri } = client
  const parameters = oauth.validateAuthResponse(as, { client_id }, authorization.redirectUrl, authorization.state)
  const auth = buildClientAuth(client, authMethod)
  const tokenResponse = await oauth.authorizationCodeGrantRequest(
    as,
    { client_id },
    auth,
    parameters,
    redirect_uri,
    authorization.verifier,
    insecure,
  )
  return (await oauth.processAuthorizationCodeResponse(as, { client_id }, tokenResponse)) as TokenResponse
}

/** Refreshes tokens and validates the response as an app would. */
export async function refreshTokens(
  client: TestClient,
  token: string,
  more?: Record<string, string>,
): Promise<TokenResponse> {
  const { as, client_id } = client
  const options = { ...insecure, ...(more && { additionalParameters: more }) }
  const response = await oauth.refreshTokenGrantRequest(as, { client_id }, buildClientAuth(client), token, options)
  return (await oauth.processRefreshTokenResponse(as, { client_id }, response)) as TokenResponse
}

export async function postForm(
  app: ServerUrl,
  path: string,
  form: Record<string, string> | URLSearchParams | string,
  headers = {},
) {
  const body = form instanceof URLSearchParams || typeof form === 'string' ? form : new URLSearchParams(form)
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as any }
}
