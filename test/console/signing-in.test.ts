import { describe, expect, test } from 'vitest'
import { resolveReturnUrl } from '../../src/console/auth.ts'
import { startApp } from '../support/app.ts'
import { Client, expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { readCurrentSession, ConsoleClient, signIn, visitSignIn } from '../support/sign-in.ts'

const app = await startApp({ env: { RATE_LIMIT_ADDRESS: '40' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const toMillis = (count: number) => count * 60 * 60_000

describe('signing in', () => {
  test('returns to the requested page with all of the user’s rights', async () => {
    const page = new ConsoleClient(app)
    const loadedPage = await visitSignIn(app, page.browser, 'ada', '?to=/o/harbour%3Fview%3Dboard%23T1')
    expect(loadedPage.url.href).toBe(`${app.url}/o/harbour?view=board#T1`)
    const me = expectStatus(await page.get('/v1/me'), 200)
    expect([me.principal.username, me.organizations.length, me.auth]).toEqual(['ada', 1, undefined])
  })

  test('keeps its cookie from scripts and from other sites, for a day', async () => {
    const browser = new Browser()
    await visitSignIn(app, browser, 'ada')
    const findCookies = (name: string) => browser.setCookies.filter((line) => line.startsWith(`${name}=`))
    const { port } = new URL(app.url)
    expect(findCookies(`svc_session_${port}`)).toEqual([
      expect.stringMatching(/^svc_session_\d+=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/),
    ])
    // The readable cookie names the user and grants no access.
    const person = `svc_person_${port}`
    expect(findCookies(person)).toEqual([`${person}=${ada.userId}; Path=/; Max-Age=86400; SameSite=Lax`])
  })

  test.each([
    ['/', '/'],
    ['/t/T1?x=1', '/t/T1?x=1'],
    ['/o/a/../b', '/o/b'],
    ['https://evil.example/o/a', '/'],
    ['//evil.example/o/a', '/'],
    ['/\t/evil.example/o/a', '/'],
    ['/.//evil.example/o/a', '/'],
    ['/\\evil.example/o/a', '/'],
    ['\\\\evil.example/o/a', '/'],
    ['https:evil.example/o/a', '/'],
    ['http://ada@127.0.0.1:8080/o/a', '/'],
    ['/o/../oauth/authorize', '/'],
    ['/o/%2e%2e/v1/me', '/'],
    ['/v1/me', '/'],
    ['/o/a\tb', '/'],
    ['/o\\a', '/'],
    ['//localhost:8080/o/a', '/'],
    ['http://localhost:8080/o/a', '/'],
    ['http://127.0.0.1:8081/o/a', '/'],
    ['https://127.0.0.1:8080/o/a', '/'],
    ['http://127.0.0.1:8080@evil.example/o/a', '/'],
    ['http://127.0.0.1:8080/o/a', '/o/a'],
    ['/o/', '/'],
    ['/id/connect', '/id/connect'],
    ['/id/connect/../reset', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
  ])('redirects %j to %s of this server', (to, path) => {
    expect(resolveReturnUrl(to, 'http://127.0.0.1:8080')).toBe(`http://127.0.0.1:8080${path}`)
  })

  test('in its own window ends with a page that closes it', async () => {
    const loadedPage = await visitSignIn(app, new Browser(), 'ada', '?popup=1&to=/o/a')
    expect([loadedPage.url.pathname, loadedPage.status]).toEqual(['/auth/signed-in', 200])
    expect(loadedPage.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/)
  })

  test('creates a new secret each time, and the previous one is invalid', async () => {
    const page = await signIn(app, 'ada')
    const before = page.browser.buildCookieHeader(new URL(app.url))
    await visitSignIn(app, page.browser, 'bob')
    const old = await page.get('/v1/me', { headers: { cookie: before } })
    expect([old.status, old.body.type]).toEqual([401, 'urn:svc:problem:token-expired'])
    expect((await page.get('/v1/me')).body.principal.username).toBe('bob')
  })

  test('requires authentication again where the page requests it', async () => {
    const response = await fetch(`${app.url}/auth/sign-in?fresh=1`, { redirect: 'manual' })
    expect(new URL(response.headers.get('location')!).searchParams.get('prompt')).toBe('login')
  })
})

describe('a session', () => {
  test('ends after 12 idle hours and after 24 in any case, which is no failure of the address', async () => {
    const mine = await startApp({ database: app, env: { RATE_LIMIT_ADDRESS: '3' } })
    const [idle, used] = [await signIn(mine, 'ada'), await signIn(mine, 'ada')]
    mine.clock.advance(toMillis(11))
    expectStatus(await used.get('/v1/me'), 200)
    await mine.services.identity.flushActivity()
    mine.clock.advance(toMillis(2))
    expectStatus(await idle.get('/v1/me'), 401)
    expectStatus(await used.get('/v1/me'), 200)
    await mine.services.identity.flushActivity()
    mine.clock.advance(toMillis(11))
    for (let i = 0; i < 5; i++) expectStatus(await used.get('/v1/me'), 401)
    expectStatus(await mine.anonymous.get('/v1/me'), 401)
    await mine.stop()
  })

  test('is loaded with its user by one statement', async () => {
    const page = await signIn(app, 'ada')
    const before = app.countStatements()
    await page.get('/v1/me/sessions')
    expect(app.countStatements() - before).toBe(2)
  })

  test('is listed for its user, who ends it from elsewhere; the organization is notified of both', async () => {
    const [here, there] = [await signIn(app, 'ada'), new ConsoleClient(app)]
    await visitSignIn(app, there.browser, 'ada')
    const other = await readCurrentSession(there)
    expect(other.session_id).not.toBe((await readCurrentSession(here)).session_id)
    expectStatus(await here.delete(`/v1/me/sessions/${other.session_id}`), 200)
    expectStatus(await there.get('/v1/me'), 401)
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, resource_id: other.session_id } }), 200)
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['session.ended', 'session.started'])
  })

  test('has its own limit', async () => {
    const mine = await startApp({ database: app, env: { RATE_LIMIT_SESSION: '2' } })
    const [page, another] = [await signIn(mine, 'ada'), await signIn(mine, 'ada')]
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await page.get('/v1/me')).status)
    expect([...statuses, (await another.get('/v1/me')).status]).toEqual([200, 200, 429, 200])
    await mine.stop()
  })
})

describe('signing out', () => {
  test('ends the session here, and is accepted from our pages only', async () => {
    const page = await signIn(app, 'ada')
    const cookie = page.browser.buildCookieHeader(new URL(app.url))
    const forged: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example.com' },
      { 'x-csrf': '' },
    ]
    for (const headers of forged) expectStatus(await page.post('/auth/sign-out', { headers }), 403)
    expectStatus(await page.get('/v1/me'), 200)
    const reply = await page.post('/auth/sign-out')
    expect([reply.status, reply.body]).toEqual([200, { to: `${app.url}/` }])
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(reply.headers['set-cookie']).toMatch(
      /^svc_session_\d+=; Path=\/; Max-Age=0[^,]*, svc_person_\d+=; Path=\/; Max-Age=0[^,]*$/,
    )
    const after = await new Client(app).get('/v1/me', {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(after.status).toBe(401)
    expectStatus(await page.post('/auth/sign-out'), 200)
  })
})
