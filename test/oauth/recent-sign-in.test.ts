import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { requestAsDevice, enterCode, pollDevice } from '../support/devices.ts'
import {
  submitConsent,
  startAuthorization,
  type Browser,
  createCliClient,
  readFormToken,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
  sendForm,
  type LoadedPage,
  type TestClient,
} from '../support/oauth.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { signInAt, type ConsoleClient } from '../support/sign-in.ts'

let provider: TestProvider
let app: TestApp
let page: ConsoleClient
let org_id: string
let board: TestClient
let cli: TestClient
const everything = ['tasks:read', 'tasks:write', 'webhooks:write', 'org:read', 'org:write', 'admin']

beforeAll(async () => {
  provider = await openProvider()
  app = await startApp({ env: { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' } })
  provider.authenticated = Date.now()
  page = await signInAt(app, provider)
  org_id = expectStatus(await page.post('/v1/organizations', { body: { name: 'Harbour' } }), 201).org_id
  board = await registerApp(page, org_id, { client_type: 'public', allowed_scopes: everything })
  cli = await createCliClient(app)
})
afterAll(() => provider.close())

/** Signs the user in with a provider that authenticated them some minutes ago, or sends no auth_time if undefined. */
async function signInEarlier(minutes: number | undefined): Promise<Browser> {
  provider.authenticated = minutes === undefined ? undefined : Date.now() - minutes * 60_000
  return (await signInAt(app, provider)).browser
}
const listOrigins = () => [app.url, provider.url]

async function openConsent(browser: Browser, scope: string) {
  const request = await startAuthorization(board, { scope })
  return { begun: request, shown: await browser.open(request.url, listOrigins()) }
}
async function openDevice(browser: Browser, scope: string) {
  const authorization = await requestAsDevice(cli, { scope })
  const entry = await browser.open(`${app.url}/oauth/device`, listOrigins())
  return { authorization, shown: await enterCode(app, browser, entry, authorization.user_code) }
}
const allowConsent = (browser: Browser, loadedPage: LoadedPage) =>
  sendForm(app, browser, loadedPage, loadedPage.url.pathname, { answer: 'allow', org: org_id, projects: 'all' })

const signInAgain = (browser: Browser, loadedPage: LoadedPage) =>
  browser.open(`${app.url}${loadedPage.url.pathname}`, listOrigins(), {
    form: readFormToken(loadedPage),
    answer: 'sign-in',
  })

const cases: [scope: string, minutes: number | undefined, allowed: boolean][] = [
  ['admin', 11, false],
  ['org:write', 11, false],
  ['tasks:read org:write', 59, false],
  ['tasks:read admin', undefined, false],
  ['org:write', 9, true],
  ['admin tasks:read', 9, true],
  ['tasks:write org:read webhooks:write', 59, true],
  ['tasks:read', undefined, true],
]

describe.each(cases)('with %s, signed in %s minutes ago', (scope, minutes, allowed) => {
  test(`an app ${allowed ? 'gets a code' : 'gets nothing before another sign-in'}`, async () => {
    const browser = await signInEarlier(minutes)
    const { shown } = await openConsent(browser, scope)
    expect(shown.text.includes('value="allow"')).toBe(allowed)
    expect(shown.text.includes('Sign in again')).toBe(!allowed)
    // The form can be sent whatever buttons the page has.
    const sent = await allowConsent(browser, shown)
    expect(sent.status).toBe(allowed ? 303 : 422)
  })

  test(`a device ${allowed ? 'gets tokens' : 'gets nothing before another sign-in'}`, async () => {
    const browser = await signInEarlier(minutes)
    const { authorization, shown } = await openDevice(browser, scope)
    expect(shown.text.includes('value="allow"')).toBe(allowed)
    expect((await allowConsent(browser, shown)).status).toBe(allowed ? 303 : 422)
    const { status, body } = await pollDevice(cli, authorization.device_code, app)
    expect([status, body.error]).toEqual(allowed ? [200, undefined] : [400, 'authorization_pending'])
  })
})

test('the provider is asked to authenticate again, after which the app gets its scopes', async () => {
  const browser = await signInEarlier(30)
  const { begun, shown } = await openConsent(browser, 'org:write')
  provider.authenticated = Date.now()
  const again = await signInAgain(browser, shown)
  expect(provider.authorizationRequest.get('prompt')).toBe('login')
  const back = await submitConsent(app, browser, again, { answer: 'allow', org: org_id, projects: 'all' })
  const tokens = await redeemCode(board, { ...begun, redirectUrl: back.url })
  expect(tokens.scope).toBe('org:write')
})

test('a pending device gets its tokens after another sign-in', async () => {
  const browser = await signInEarlier(30)
  const { authorization, shown } = await openDevice(browser, 'admin')
  provider.authenticated = Date.now()
  const entry = await signInAgain(browser, shown)
  expect(entry.text).toContain(`value="${authorization.user_code}"`)
  const question = await enterCode(app, browser, entry, authorization.user_code)
  expect((await allowConsent(browser, question)).status).toBe(303)
  expect((await pollDevice(cli, authorization.device_code, app)).body.scope).toBe('admin')
})

test('a page that was opened in time cannot be confirmed later', async () => {
  const browser = await signInEarlier(9)
  const { shown } = await openConsent(browser, 'admin')
  app.clock.advance(2 * 60_000)
  const late = await allowConsent(browser, shown)
  expect(late.status).toBe(422)
  expect(late.text).toContain('Sign in again')
  app.clock.advance(-2 * 60_000)
})

test('a refresh or another grant returns no more than was allowed', async () => {
  const browser = await signInEarlier(30)
  const { begun, shown } = await openConsent(browser, 'tasks:read')
  const back = await submitConsent(app, browser, shown, { answer: 'allow', org: org_id, projects: 'all' })
  const tokens = await redeemCode(board, { ...begun, redirectUrl: back.url })
  await expect(refreshTokens(board, tokens.refresh_token, { scope: 'tasks:read admin' })).rejects.toMatchObject({
    error: 'invalid_scope',
  })
  for (const grant_type of [
    'client_credentials',
    'password',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ]) {
    const form = {
      grant_type,
      client_id: board.client_id,
      scope: 'admin',
      subject_token: tokens.access_token,
    }
    const { status, body } = await postForm(app, '/oauth/token', form)
    expect([grant_type, status, body.error]).toEqual([grant_type, 400, 'unsupported_grant_type'])
  }
})

test('a token for a service account requires a recent sign-in', async () => {
  const accounts = `/v1/organizations/${org_id}/service-accounts`
  provider.authenticated = Date.now() - 30 * 60_000
  const stale = await signInAt(app, provider)
  const created = expectStatus(await stale.post(accounts, { body: { name: 'Nightly' } }), 200)
  const body = { org_id, name: 'x', scopes: ['org:write'], principal_user_id: created.user_id }
  const refused = await stale.post('/v1/tokens', { body })
  expect([refused.status, refused.body.type]).toEqual([403, 'urn:svc:problem:fresh-sign-in-required'])
})
