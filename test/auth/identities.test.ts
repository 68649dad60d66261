import type { FastifyRequest } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { findAccountByEmail } from '../../src/auth/accounts/queries.ts'
import { findUserById } from '../../src/auth/users.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { Caller } from '../../src/core/caller.ts'
import { runCommand } from '../../src/core/command.ts'
import { connectIdentity } from '../../src/oauth/accounts/connect-identity.ts'
import {
  PASSWORD,
  readFlow,
  readProblem,
  storeSecondFactorRequirement,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser, type LoadedPage } from '../support/oauth.ts'
import { openProvider } from '../support/provider.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const provider = await openProvider({ backchannel_logout_supported: true })
afterAll(() => provider.close())
const oidc = { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' }
const app = await startApp({ env: { ...oidc, ACCOUNTS: 'beside' } })
const off = await startApp({ database: app, env: { ...oidc, ACCOUNTS: 'off' } })
const listOrigins = (at: { url: string }) => [at.url, provider.url]

const runDataCommand = async (name: string, input: unknown): Promise<string> =>
  ((await runCommand(dataCommands, app.services, { command: name, input })) as { output: string }).output

let people = 0
/** Creates an account with a password; returns its address and a signed-in page. */
async function createPerson() {
  const email = `person${++people}@example.com`
  const browser = new Browser()
  const output = await runDataCommand('account add', { email })
  await submitForm(app, browser, /http\S+/.exec(output)![0], { password: PASSWORD })
  const page = new ConsoleClient(app, browser)
  return { email, page, id: await readUser(page) }
}
async function readUser(page: ConsoleClient): Promise<string> {
  const { username } = expectStatus(await page.get('/v1/me'), 200).principal
  expect(username).toMatch(/./)
  return username
}

/** Lets the provider confirm these claims of a new subject. */
function confirm(claims: object, subject = `subject-${++people}`): string {
  provider.subject = subject
  provider.idClaims = { ...claims }
  return subject
}

/** Signs in at the provider, from the page of this server where accounts are offered too. */
async function useProvider(browser = new Browser(), at = app): Promise<{ browser: Browser; shown: LoadedPage }> {
  const page = await browser.open(`${at.url}/auth/sign-in?to=/o/harbour`, listOrigins(at))
  const path = /href="(\/id\/provider[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  const loadedPage = path === undefined ? page : await browser.open(`${at.url}${path}`, listOrigins(at))
  return { browser, shown: loadedPage }
}
const proveAccount = ({ browser, shown }: { browser: Browser; shown: LoadedPage }, email: string, at = app) =>
  submitForm(at, browser, `${at.url}/id/sign-in`, { flow: readFlow(shown), email, password: PASSWORD })

describe('a sign-in at the provider with the verified address of an account', () => {
  test('leads to the same user once the account was proved, and directly afterwards', async () => {
    const { email, page, id } = await createPerson()
    const { org_id } = await createOrganization(page)
    confirm({ email, email_verified: true })
    const first = await useProvider()
    expect(first.shown.url.pathname).toBe('/id/sign-in')
    expect(first.shown.text).toContain('This server has an account with your address')
    expect((await new ConsoleClient(app, first.browser).get('/v1/me')).status).toBe(401)
    const invalid = await submitForm(app, first.browser, `${app.url}/id/sign-in`, {
      flow: readFlow(first.shown),
      email,
      password: 'wrong password',
    })
    expect(readProblem(invalid)).toBe('The email address or the password is wrong.')
    expect((await proveAccount(first, email)).url.href).toBe(`${app.url}/o/harbour`)
    expect(await readUser(new ConsoleClient(app, first.browser))).toBe(id)
    const second = await useProvider()
    expect(second.shown.url.pathname).toBe('/o/harbour')
    expect(await readUser(new ConsoleClient(app, second.browser))).toBe(id)
    const { identities } = expectStatus(await page.get('/v1/me/account'), 200)
    expect([identities.length, identities[0].issuer]).toEqual([1, provider.url])
    const audit = expectStatus(await page.get('/v1/audit', { query: { org_id } }), 200)
    expect(JSON.stringify(audit.data)).toContain('identity_connected')
  })

  test('is not connected by the proof of another account', async () => {
    const [{ email }, other] = [await createPerson(), await createPerson()]
    confirm({ email, email_verified: true })
    const start = await useProvider()
    const loadedPage = await proveAccount(start, other.email)
    expect([loadedPage.status, readProblem(loadedPage)]).toEqual([
      403,
      `Sign in to the account of ${email}, whose address the identity provider confirmed.`,
    ])
    expect((await useProvider()).shown.url.pathname).toBe('/id/sign-in')
  })

  test('is not connected once the ways to sign in to the account changed after the proof', async () => {
    const { email } = await createPerson()
    const proved = (await findAccountByEmail(app.services.database.db, email))!
    await runDataCommand('account reset', { email, secondFactor: true })
    const user = (await findUserById(app.services.database, proved.user_id))!
    const request = { headers: {}, id: 'request', ip: '127.0.0.1' } as FastifyRequest
    const identity = { issuer: provider.url, subject: `subject-${++people}` }
    const connecting = connectIdentity(app.services, request, new Caller(user, [], null), proved, identity)
    await expect(connecting).rejects.toMatchObject({ status: 409 })
    expect((await findAccountByEmail(app.services.database.db, email))!.identities).toEqual([])
  })

  test('cannot be finished in another browser', async () => {
    const { email } = await createPerson()
    confirm({ email, email_verified: true })
    const { shown } = await useProvider()
    const victim = new Browser()
    await victim.open(`${app.url}/auth/sign-in`, listOrigins(app))
    expect((await proveAccount({ browser: victim, shown }, email)).status).toBe(400)
  })

  test('with a session token is refused instead of creating a second user', async () => {
    const { email } = await createPerson()
    const sub = `subject-${++people}`
    const token = await provider.sign({ sub, email, email_verified: true })
    const reply = await app.createClient(token).get('/v1/me')
    expect([reply.status, reply.body.detail]).toEqual([
      403,
      'This address belongs to an account of this server. Sign in in a browser once to connect the two.',
    ])
    expect(await app.sql('SELECT 1 FROM users WHERE subject = $1', [sub])).toEqual([])
  })
})

test('an unverified address is a new user, who is not connected with the account', async () => {
  const { email, id } = await createPerson()
  confirm({ email, email_verified: false })
  const { browser, shown } = await useProvider()
  expect(shown.url.pathname).toBe('/o/harbour')
  expect(await readUser(new ConsoleClient(app, browser))).not.toBe(id)
})

describe('connecting from the settings', () => {
  const connect = (page: ConsoleClient) => page.browser.open(`${app.url}/id/connect`, listOrigins(app), {})

  test('connects an identity with another address, which keeps the address of the account', async () => {
    const { email, page, id } = await createPerson()
    confirm({ email: 'elsewhere@example.org', email_verified: true })
    expect((await page.browser.open(`${app.url}/id/connect`, listOrigins(app))).text).toContain(
      'Continue to the identity',
    )
    expect((await connect(page)).url.pathname).toBe('/')
    expect(provider.authorizationRequest.get('prompt')).toBe('login')
    const { browser } = await useProvider()
    const { principal } = expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
    expect(principal).toMatchObject({ username: id, email })
  })

  test('is refused to a session that lacks the second factor of the account', async () => {
    const { email, page } = await createPerson()
    const { org_id } = await createOrganization(page)
    confirm({ email: 'attacker@example.org', email_verified: true })
    const begun = await fetch(`${app.url}/id/connect`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: page.browser.buildCookieHeader(new URL(app.url)), origin: app.url },
      body: new URLSearchParams(),
    })
    for (const line of begun.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]+)/.exec(line)!
      page.browser.cookies.push({ origin: app.url, path: '/', name: name!, value: value! })
    }
    await app.sql(`INSERT INTO account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
      SELECT account_id, 'passkey-of-' || email, 'passkey', 'x', now(), now(), now() FROM accounts WHERE email = '${email}'`)
    await storeSecondFactorRequirement(app, org_id)
    // The factor is required while the provider signs the user in.
    const finished = await page.browser.open(begun.headers.get('location')!, listOrigins(app))
    expect([finished.status, finished.text]).toEqual([403, expect.stringContaining('requires a second factor')])
    expect((await connect(page)).status).toBe(403)
    expect(expectStatus(await page.get('/v1/me/account'), 200).identities).toEqual([])
  })

  test('refuses an identity of another user', async () => {
    const { page } = await createPerson()
    confirm({ email: `own${people}@example.org`, email_verified: true })
    await useProvider()
    const loadedPage = await connect(page)
    expect([loadedPage.status, loadedPage.text.includes('already belongs to a user')]).toEqual([409, true])
  })

  test('is not begun by other sites, by a browser that is not signed in, or without a recent sign-in', async () => {
    const { page } = await createPerson()
    const cookie = page.browser.buildCookieHeader(new URL(app.url))
    const send = (headers: Record<string, string>) =>
      fetch(`${app.url}/id/connect`, { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams() })
    expect((await send({ cookie, origin: 'https://evil.example.com' })).status).toBe(403)
    const signIn = '/auth/sign-in?fresh=1&to=/id/connect'
    expect((await send({ origin: app.url })).headers.get('location')).toBe(signIn)
    app.clock.advance(11 * 60_000)
    expect((await send({ cookie, origin: app.url })).headers.get('location')).toBe(signIn)
  })
})

describe('a connected identity', () => {
  const connectNew = async () => {
    const person = await createPerson()
    const subject = confirm({ email: person.email, email_verified: true })
    const start = await useProvider()
    await proveAccount(start, person.email)
    return { ...person, subject, browser: start.browser }
  }

  test('is removed after a recent sign-in, which ends its sessions', async () => {
    const { page, email } = await connectNew()
    const { browser } = await useProvider()
    const [identity] = expectStatus(await page.get('/v1/me/account'), 200).identities
    const path = `/v1/me/account/identities/${identity.identity_id}`
    expect(expectStatus(await page.delete(path), 200).identities).toEqual([])
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
    expect((await page.delete(path)).status).toBe(404)
    expect((await useProvider()).shown.url.pathname).toBe('/id/sign-in')
    expect((await submitPassword(app, new Browser(), email)).url.pathname).toBe('/')
  })

  test('that is the last way to sign in cannot be removed', async () => {
    const { page } = await connectNew()
    expectStatus(await page.delete('/v1/me/account/password'), 200)
    const [identity] = expectStatus(await page.get('/v1/me/account'), 200).identities
    const reply = await page.delete(`/v1/me/account/identities/${identity.identity_id}`)
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'The identity is the only way to sign in, and the last one cannot be removed.',
    ])
  })

  test('does not sign in to a disabled account', async () => {
    const { email } = await connectNew()
    await runDataCommand('account disable', email)
    const { browser, shown } = await useProvider()
    expect([shown.status, shown.text.includes('This account is disabled')]).toEqual([403, true])
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
  })

  test('is signed out by the logout of the provider', async () => {
    const { subject } = await connectNew()
    provider.sid = 'session-1'
    const { browser } = await useProvider()
    provider.sid = undefined
    const iat = Math.floor(app.clock.now() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const logout_token = await provider.sign({ sub: subject, jti: `jti-${people}`, events, iat, exp: iat + 60 })
    const response = await fetch(`${app.url}/auth/back-channel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token }),
    })
    expect(response.status).toBe(200)
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
  })
})

describe('without accounts from now on', () => {
  test('connected users stay the same, and others connect their account once', async () => {
    const { email, id } = await createPerson()
    confirm({ email, email_verified: true })
    const start = await useProvider(new Browser(), off)
    expect(start.shown.url.pathname).toBe('/id/sign-in')
    expect((await proveAccount(start, email, off)).url.href).toBe(`${off.url}/o/harbour`)
    const again = await useProvider(new Browser(), off)
    expect(await readUser(new ConsoleClient(off, again.browser))).toBe(id)
  })

  test('an account alone does not sign in any more', async () => {
    const { email } = await createPerson()
    const browser = new Browser()
    const flow = readFlow(await browser.open(`${app.url}/auth/sign-in`, listOrigins(app)))
    const loadedPage = await submitForm(off, browser, `${off.url}/id/sign-in`, { flow, email, password: PASSWORD })
    expect(loadedPage.status).toBe(400)
    for (const path of ['/id/reset/x', '/id/setup/x', '/id/join', '/id/connect'])
      expect((await fetch(`${off.url}${path}`)).status).toBe(404)
  })
})
