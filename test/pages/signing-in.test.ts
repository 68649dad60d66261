import { describe, expect, test } from 'vitest'
import { SYSTEM_ORG_ID } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addMember, createOrganization } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  callbackUrl,
  readFormToken,
  registerApp,
  sendForm as send,
  type LoadedPage,
  type TestClient,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, await app.signIn('ben'))
const client = await registerApp(ada, org_id)

async function openConsentPage(person: string, browser = new Browser()): Promise<LoadedPage> {
  return openAuthorization(app, browser, (await startAuthorization(client)).url, person)
}

/** Registers an app at a server without a provider to sign in at. */
async function insertApp(server: TestApp): Promise<TestClient> {
  const client_id = 'svcc_0000000000000000'
  await server.sql(
    `INSERT INTO oauth_clients (org_id, client_id, name, name_key, redirect_uris, client_type, allowed_scopes, created_at,
       updated_at) VALUES ($1, $2, 'x', 'x', $3, 'public', '{tasks:read}', now(), now())`,
    [SYSTEM_ORG_ID, client_id, [callbackUrl]],
  )
  const as = { issuer: server.url, authorization_endpoint: `${server.url}/oauth/authorize` }
  return { app: server, client_id, client_secret: null, redirect_uri: callbackUrl, as }
}

describe('signing in', () => {
  const provider = new URL(app.services.config.oidc.issuer).origin

  test('is required once an hour in a browser, and again when the app requests it', async () => {
    const browser = new Browser()
    const first = await openConsentPage('ben', browser)
    expect(first.url.pathname).toMatch(/^\/oauth\/consent\//)
    const visit = async (more: Record<string, string>) =>
      browser.open((await startAuthorization(client, { more })).url, [app.url, provider])
    expect((await visit({})).url.pathname).toMatch(/^\/oauth\/consent\//)
    expect((await visit({ prompt: 'login' })).url.pathname).toMatch(/^\/dev-idp\//)
    expect((await visit({ prompt: 'consent' })).url.pathname).toMatch(/^\/oauth\/consent\//)
  })

  test('creates a new user', async () => {
    const page = await openConsentPage('Never Seen')
    expect(page.text).toContain('<strong>Never-Seen</strong>')
    const known = await app.signIn('Never Seen')
    expect(known.username).toBe('Never-Seen')
  })

  test('can be changed to another account', async () => {
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    const signIn = await browser.open(`${app.url}${page.url.pathname}/sign-out`, [app.url, provider], {
      form: readFormToken(page),
    })
    expect(signIn.url.pathname).toMatch(/^\/dev-idp\/interaction\//)
    const as = await browser.open(signIn.url, [app.url, provider], { user: 'ada' })
    expect(as.text).toContain('Signed in as <strong>ada</strong>')
    expect(as.url.pathname).toBe(page.url.pathname)
    expect((await send(app, browser, page, page.url.pathname, { answer: 'allow', org: org_id })).status).toBe(403)
    expect((await submitConsent(app, browser, as, { answer: 'allow', org: org_id })).url.searchParams.has('code')).toBe(
      true,
    )
  })

  test.each([
    ['never begun here', 'state=x&code=y', false],
    ['with another state', 'state=x&code=y', true],
    ['without anything', '', true],
  ])('%s does not redirect', async (_, query, begun) => {
    const browser = new Browser()
    if (begun) await browser.open((await startAuthorization(client)).url, [app.url])
    const loadedPage = await browser.open(`${app.url}/oauth/login/callback?${query}`, [app.url])
    expect([loadedPage.status, loadedPage.text]).toEqual([
      400,
      expect.stringContaining('This request is no longer valid'),
    ])
    expect(browser.cookies.some(({ name }) => name.includes('svc_session'))).toBe(false)
  })

  test('fails with 503 while the provider is unreachable', async () => {
    const mine = await startApp({ env: { OIDC_ISSUER: 'http://127.0.0.1:9/dev-idp' } })
    const board = await insertApp(mine)
    const loadedPage = await new Browser().open((await startAuthorization(board)).url, [mine.url])
    expect([loadedPage.status, loadedPage.headers.get('retry-after')]).toEqual([503, '1'])
    expect(loadedPage.text).toContain('The identity provider is unavailable.')
    await mine.stop()
  })

  test('reports when the provider has become unreachable', async () => {
    const provider = await startApp({ env: { OIDC_ISSUER: '', OIDC_AUDIENCE: '' } })
    const issuer = `${provider.url}/dev-idp`
    const mine = await startApp({ env: { OIDC_ISSUER: issuer } })
    const browser = new Browser()
    const sent = await browser.open((await startAuthorization(await insertApp(mine))).url, [mine.url])
    await provider.stop()
    const query = new URLSearchParams({ state: sent.url.searchParams.get('state')!, code: 'x', iss: issuer })
    const loadedPage = await browser.open(`${mine.url}/oauth/login/callback?${query}`, [mine.url])
    expect([loadedPage.status, loadedPage.text]).toEqual([503, expect.stringContaining('is unavailable')])
    await mine.stop()
  })

  test('on https sets secure cookies with the __Host- prefix', async () => {
    const secure = await startApp({ env: { BASE_URL: 'https://svc.example.com' } })
    const board = await insertApp(secure)
    const { url } = await startAuthorization(board)
    // A proxy forwards it, whatever the client claims.
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    })
    const cookies = response.headers.getSetCookie()
    expect(
      cookies.every((line) => /; secure/i.test(line) && /; httponly/i.test(line) && /; samesite=lax/i.test(line)),
    ).toBe(true)
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    const sent = await fetch(new URL(response.headers.get('location')!, secure.url), {
      redirect: 'manual',
      headers: { cookie },
    })
    expect(new URL(sent.headers.get('location')!).searchParams.get('redirect_uri')).toBe(
      'https://svc.example.com/oauth/login/callback',
    )
    expect(sent.headers.get('set-cookie')).toMatch(/^__Host-svc_sign_in_\w+=.*; Path=\/; .*; Secure$/)
    await secure.stop()
  })

  test('with a code that the provider does not know is rejected', async () => {
    const browser = new Browser()
    const sent = await browser.open((await startAuthorization(client)).url, [app.url])
    const state = sent.url.searchParams.get('state')
    const iss = encodeURIComponent(app.services.config.oidc.issuer)
    const back = `${app.url}/oauth/login/callback?state=${state}&code=made-up&iss=${iss}`
    const loadedPage = await browser.open(back, [app.url])
    expect([loadedPage.status, loadedPage.text]).toEqual([400, expect.stringContaining('Sign-in failed')])
  })
})
