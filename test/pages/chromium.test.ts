import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { chromiumPath, openSite } from '../support/chromium.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject } from '../support/factories.ts'
import { startAuthorization, redeemCode, refreshTokens, registerApp, type TestClient } from '../support/oauth.ts'
import { submitSignIn, useChromium } from '../support/pages.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, ben)
const quay = await createProject(ada, org_id, { name: 'Quay wall' })
await createProject(ada, org_id, { name: 'Crane rails' })

const board = await openSite('<!doctype html><title>Board</title><h1>Board</h1>')
const client: TestClient = {
  ...(await registerApp(ada, org_id, {
    client_type: 'public',
    name: 'Harbour board',
    redirect_uris: ['http://127.0.0.1/callback'],
    homepage_url: 'https://board.example.com',
    logo_url: 'https://board.example.com/logo.png',
  })),
  redirect_uri: `${board.url}/callback`,
}
const provider = new URL(app.services.config.oidc.issuer).origin

const newPage = useChromium()
afterAll(() => board.close())

/** Opens an app's request as a user, up to the consent page. */
async function open(page: Page, name: string, testClient = client) {
  const request = await startAuthorization(testClient)
  await page.goto(request.url.href)
  await submitSignIn(page, name)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return request
}

describe.skipIf(!chromiumPath)('in Chromium, without script', () => {
  test('a user signs in, allows access, and the app works until it reuses a refresh token', async () => {
    const { page, origins, complaints } = await newPage()
    const request = await open(page, 'ben')
    await expect.poll(() => page.title()).toBe('Connect Harbour board?')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL(`${board.url}/callback?*`)
    const returned = new URL(page.url())
    expect([...returned.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
    expect(returned.searchParams.get('iss')).toBe(app.url)
    const tokens = await redeemCode(client, { ...request, redirectUrl: returned })
    const { auth } = expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
    expect(auth).toMatchObject({ client_id: client.client_id, grant_type: 'authorization_code' })
    const more = await refreshTokens(client, tokens.refresh_token)
    await refreshTokens(client, more.refresh_token)
    app.clock.advance(61_000)
    await expect(refreshTokens(client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await app.createClient(more.access_token).get('/v1/me')).body.type).toBe('urn:svc:problem:token-revoked')
    expect([...origins].sort()).toEqual([app.url, provider, board.url].sort())
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a user denies access, and the app is notified', async () => {
    const { page, complaints } = await newPage()
    const { state } = await open(page, 'ben')
    await page.getByRole('button', { name: 'Don’t allow' }).click()
    await page.waitForURL(`${board.url}/callback?*`)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', state])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a user chooses an organization and some of its projects, by keyboard alone', async () => {
    const cleo = await app.signIn('cleo')
    await createOrganization(cleo, { name: 'Cleo and sons' })
    await addMember(ada, org_id, cleo)
    const { page } = await newPage()
    const request = await startAuthorization(client)
    await page.goto(request.url.href)
    const findFocused = () => page.locator(':focus')
    const tabTo = async (name: RegExp) => {
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press('Tab')
        const text = await findFocused().evaluate(
          (element) => element.closest('label')?.textContent ?? element.textContent,
        )
        if (name.test(text ?? '')) return
      }
      throw new Error(`Tab leads to nothing that is called ${name}`)
    }
    await tabTo(/^Or as another user/)
    await page.keyboard.type('cleo')
    await page.keyboard.press('Enter')
    await page.getByText('Choose one:').waitFor()
    await tabTo(/^Harbour Works/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect Harbour board?' }).waitFor()
    await expect.poll(() => page.getByRole('checkbox').first().isVisible()).toBe(false)
    await tabTo(/^All projects that I can see/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('checkbox').first().isVisible()).toBe(true)
    await tabTo(/^Quay wall/)
    await page.keyboard.press('Space')
    await tabTo(/^Allow/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${board.url}/callback?*`)
    const { access_token } = await redeemCode(client, { ...request, redirectUrl: new URL(page.url()) })
    const me = expectStatus(await app.createClient(access_token).get('/v1/me'), 200)
    expect(me.organizations).toMatchObject([{ name: 'Harbour Works', role: 'member' }])
    expect(me.auth.project_ids).toEqual([quay.project_id])
    await page.context().close()
  })

  test('a user switches with “Use another account”, and stays signed in for the next app', async () => {
    const { page, complaints } = await newPage()
    await open(page, 'ben')
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByRole('heading', { name: 'Sign in for development' }).waitFor()
    await submitSignIn(page, 'ada')
    await page.getByText('Signed in as ada').waitFor()
    const cookies = await page.context().cookies(app.url)
    const session = cookies.find(({ name }) => name.startsWith('svc_session'))
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    await page.goto((await startAuthorization(client)).url.href)
    await page.getByText('Signed in as ada').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe.skipIf(!chromiumPath)('against other sites, Chromium', () => {
  test('does not show the page in a frame', async () => {
    const { page } = await newPage({ javaScriptEnabled: true })
    await open(page, 'ben')
    const trap = await openSite(`<!doctype html><iframe src="${page.url()}" width="600" height="600"></iframe>`)
    await page.goto(trap.url)
    const frame = page.frames()[1]!
    await frame.waitForLoadState().catch(() => undefined)
    expect(frame.url()).toMatch(/^chrome-error:/)
    await page.context().close()
    await trap.close()
  })

  test.each([
    // Cookies are shared between ports of one host; the Origin of the form gives the page away.
    ['another port', '127.0.0.1', 403, 'Form rejected'],
    // SameSite keeps cookies from other hosts, so the form has no session.
    ['another host', 'localhost', 400, 'This request is no longer valid'],
  ])('sends no response that a site on %s forged', async (_, host, status, heading) => {
    const { page } = await newPage({ javaScriptEnabled: true })
    await open(page, 'ben')
    const token = await page.locator('[name=form]').first().getAttribute('value')
    const address = page.url()
    const before = await app.sql('SELECT 1 FROM oauth_grants')
    // Holds even with a stolen form token.
    const trap = await openSite(`<!doctype html><form method="post" action="${address}">
      <input name="form" value="${token}"><input name="org" value="${org_id}"><input name="answer" value="allow">
      </form><script>document.forms[0].submit()</script>`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.goto(trap.url.replace('127.0.0.1', host))
    expect((await answered).status()).toBe(status)
    await page.waitForURL(address)
    await expect.poll(() => page.getByRole('heading').textContent()).toBe(heading)
    expect(await app.sql('SELECT 1 FROM oauth_grants')).toHaveLength(before.length)
    await page.context().close()
    await trap.close()
  })

  test('does not redirect to an unregistered URL', async () => {
    const { page } = await newPage()
    const evil = await openSite('<!doctype html>gotcha')
    const { url } = await startAuthorization({ ...client, redirect_uri: `${evil.url}/other` })
    await page.goto(url.href)
    expect(new URL(page.url()).origin).toBe(app.url)
    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Unregistered redirect URI')
    expect(evil.visits).toEqual([])
    await page.context().close()
    await evil.close()
  })
})
