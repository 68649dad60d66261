import { afterAll, expect, inject, test } from 'vitest'
import { runCommand } from '../../src/core/command.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { acceptWithNewAccount, PASSWORD, setUpAccount, startAccountsApp, submitForm } from '../support/accounts.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { startMailServer, type ReceivedEmail } from '../support/mail-server.ts'
import { Browser } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const app = await startAccountsApp({
  env: { SMTP_URL: mail.url, MAIL_FROM: 'tasks@example.com', ACCOUNTS_JOIN: 'domain:example.com' },
})
const ada = await setUpAccount(app)

/** Asks for a link and returns the page without the address. */
const sendRequest = async (path: string, email: string, headers: Record<string, string> = {}) => {
  const all = { origin: app.url, 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: all,
    body: new URLSearchParams({ email }),
  })
  return [response.status, (await response.text()).replaceAll(email, 'ADDRESS')]
}
const receive = async (to: string) => {
  await expect.poll(() => mail.received.some((one) => one.to.includes(to)), { timeout: 20_000 }).toBe(true)
  return mail.received.findLast((one) => one.to.includes(to))!
}
const findLink = ({ text }: { text: string }, kind: string) =>
  new RegExp(`http\\S*/id/${kind}/[\\w-]+`).exec(text.replaceAll('=\r\n', ''))?.[0]

test('a request for a link gets the same response for every address, and an email for those with an account', async () => {
  const known = await sendRequest('/id/reset', 'ada@example.com', { 'x-forwarded-host': 'evil.example.com' })
  expect(await sendRequest('/id/reset', 'nobody@example.org')).toEqual(known)
  const email = await receive('ada@example.com')
  const [signIn, reset] = [findLink(email, 'link')!, findLink(email, 'reset')!]
  for (const link of [signIn, reset]) expect(link.startsWith(`${app.url}/`)).toBe(true)
  const browser = new Browser()
  // Opening a link changes nothing, since mail scanners do.
  for (let i = 0; i < 2; i++) {
    const loadedPage = await browser.open(signIn, [app.url])
    // The link of another account is recognized.
    expect([loadedPage.status, loadedPage.text.includes('<strong>ada@example.com</strong>')]).toEqual([200, true])
  }
  expect((await submitForm(app, browser, signIn, {})).url.pathname).toBe('/')
  expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
  expect((await submitForm(app, new Browser(), signIn, {})).status).toBe(404)
  expect((await submitForm(app, new Browser(), reset, { password: 'four boats sail' })).url.pathname).toBe('/')
  expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
  expect(mail.received.some(({ to }) => to.includes('nobody@example.org'))).toBe(false)
})

test('an email is sent to the address of the account, however it was entered', async () => {
  mail.received.length = 0
  await sendRequest('/id/reset', 'ADA@Example.COM')
  await receive('ada@example.com')
  expect(mail.received.map(({ to }) => to.join())).toEqual(['ada@example.com'])
})

test('users of the domain create an account with a verified address, and others get no email', async () => {
  const own = await sendRequest('/id/join', 'cleo@example.com')
  expect(await sendRequest('/id/join', 'cleo@sub.example.com')).toEqual(own)
  const link = findLink(await receive('cleo@example.com'), 'join')!
  const browser = new Browser()
  expect((await submitForm(app, browser, link, { name: 'Cleo', password: PASSWORD })).url.pathname).toBe('/')
  const { principal } = expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
  expect(principal).toMatchObject({ email: 'cleo@example.com', email_verified: true })
  expect((await submitForm(app, browser, link, { name: 'Cleo', password: PASSWORD })).status).toBe(404)
  expect(mail.received.some(({ to }) => to.includes('cleo@sub.example.com'))).toBe(false)
})

test('the owner of an address takes over an account that another user created with it', async () => {
  const reply = await runCommand(dataCommands, app.services, {
    command: 'account reset',
    input: { email: 'ada@example.com' },
  })
  const owner = new Browser()
  await submitForm(app, owner, /http\S+/.exec((reply as { output: string }).output)![0], { password: PASSWORD })
  const page = new ConsoleClient(app, owner)
  const { org_id } = await createOrganization(page)
  const body = { org_id, email: 'victim@example.org' }
  const { accept_url } = expectStatus(await page.post('/v1/organization-invites', { body }), 200)
  const squatter = await acceptWithNewAccount(app, accept_url, 'Squatter')
  const { account_id } = expectStatus(await squatter.get('/v1/me/account'), 200)
  await app.sql(
    `INSERT INTO account_credentials (account_id, credential_id, kind, secret, counter, confirmed_at, created_at, updated_at)
     VALUES ($1, 'squatters-passkey', 'passkey', 'key', 0, now(), now(), now())`,
    [account_id],
  )
  await app.sql(
    `INSERT INTO identities (issuer, subject, user_id, created_at)
     SELECT 'https://id.example.com', 'squatter', user_id, now() FROM accounts WHERE account_id = $1`,
    [account_id],
  )
  const minted = { org_id, name: 'Squatter', scopes: ['tasks:read'] }
  const script = app.createClient(expectStatus(await squatter.post('/v1/tokens', { body: minted }), 200).token)
  expectStatus(await script.get('/v1/me'), 200)
  await sendRequest('/id/reset', 'victim@example.org')
  const isReset = (one: ReceivedEmail) => one.to.includes('victim@example.org') && findLink(one, 'reset') !== undefined
  await expect.poll(() => mail.received.some(isReset), { timeout: 20_000 }).toBe(true)
  const reset = mail.received.find(isReset)!
  expect(findLink(reset, 'link')).toBeUndefined()
  const victim = new Browser()
  await submitForm(app, victim, findLink(reset, 'reset')!, { password: 'four boats sail' })
  expect(expectStatus(await new ConsoleClient(app, victim).get('/v1/me'), 200).principal.email_verified).toBe(true)
  for (const one of [squatter, script]) expect((await one.get('/v1/me')).status).toBe(401)
  const account = expectStatus(await new ConsoleClient(app, victim).get('/v1/me/account'), 200)
  expect(account).toMatchObject({ passkeys: 0, identities: [], has_totp: false })
})

test('an address gets no more than four emails an hour', async () => {
  for (let i = 0; i < 4; i++) expect((await sendRequest('/id/reset', 'eve@example.org'))[0]).toBe(200)
  expect((await sendRequest('/id/reset', 'eve@example.org'))[0]).toBe(422)
  for (const minutes of [1, 15, 15, 15, 13]) {
    app.clock.advance(minutes * 60_000)
    expect((await sendRequest('/id/reset', 'eve@example.org'))[0]).toBe(422)
  }
  app.clock.advance(2 * 60_000)
  expect((await sendRequest('/id/reset', 'eve@example.org'))[0]).toBe(200)
  expect((await ada.get('/v1/me')).status).toBe(401)
})

test('beside an identity provider, the sign-in page offers both', async () => {
  const { identityUrl } = inject('svc')
  const otherApp = await startApp({ env: { ACCOUNTS: 'beside' } })
  const browser = new Browser()
  const page = await browser.open(`${otherApp.url}/auth/sign-in?to=/o/harbour`, [otherApp.url])
  const path = /href="(\/id\/provider[^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
  const home = [otherApp.url, new URL(identityUrl).origin]
  const form = await browser.open(`${otherApp.url}${path}`, home)
  const loadedPage = await browser.open(form.url, home, { user: 'ada' })
  expect(loadedPage.url.pathname).toBe('/o/harbour')
  expectStatus(await new ConsoleClient(otherApp, browser).get('/v1/me'), 200)
  await otherApp.stop()
})

test('pages and emails are in the language that the browser accepts, and responses of the API in English', async () => {
  const german = { 'accept-language': 'de-CH, en;q=0.5' }
  const [status, page] = await sendRequest('/id/reset', 'not an address', german)
  expect(status).toBe(422)
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('Gib eine gültige E-Mail-Adresse ein.')
  await sendRequest('/id/join', 'doro@example.com', german)
  const email = await receive('doro@example.com')
  expect(new Map(email.headers).get('subject')).toContain('Erstelle dein Konto')
  const link = findLink(email, 'join')!
  const body = new URLSearchParams({ name: 'Doro', password: 'short' })
  const refused = await fetch(link, { method: 'POST', headers: { origin: app.url, ...german }, body })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('mindestens 10 Zeichen')])
  const authorization = await fetch(`${app.url}/oauth/authorize?client_id=unknown`, { headers: german })
  expect([authorization.headers.get('content-type'), await authorization.text()]).toEqual([
    'text/html; charset=utf-8',
    expect.stringContaining('<h1>Unbekannte App</h1>'),
  ])
  const response = await fetch(`${app.url}/v1/me`, { headers: german })
  expect(await response.json()).toMatchObject({ detail: 'Send a bearer token in the Authorization header.' })
})
