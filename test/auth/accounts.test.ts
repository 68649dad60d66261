import { describe, expect, test } from 'vitest'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { createSetupLink } from '../../src/oauth/accounts/setup.ts'
import { runCommand } from '../../src/core/command.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import {
  acceptWithNewAccount,
  openSignIn,
  PASSWORD,
  readProblem,
  startAccountsApp,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const app = await startAccountsApp()
const setupLink = (await createSetupLink(app.services))!
const spareLink = (await createSetupLink(app.services))!

test('wrong input does not use up the setup link, and is shown again without the password', async () => {
  const browser = new Browser()
  for (const [values, problem] of [
    [{ email: 'ada', name: 'Ada', password: PASSWORD }, 'Enter a valid email address.'],
    [{ email: 'ada@example.com', name: ' ', password: PASSWORD }, 'Enter your name, at most 120 characters.'],
    [{ email: 'ada@example.com', name: 'Ada', password: 'boats' }, 'Enter a password of at least 10 characters.'],
    // Longer than pages accept, which count UTF-16 code units.
    [
      { email: 'ada@example.com', name: 'Ada', password: '⛵🚤🚣🏻🛥'.repeat(30) },
      'Enter a password of at most 256 characters.',
    ],
    [
      { email: 'ada@example.com', name: 'Ada', password: 'Password123' },
      'This password is among the first that attackers try. Choose another one.',
    ],
  ] as const) {
    const loadedPage = await submitForm(app, browser, setupLink, values)
    expect([loadedPage.status, readProblem(loadedPage)]).toEqual([422, problem])
    expect(loadedPage.text).toContain(`value="${values.email}"`)
    expect(loadedPage.text).not.toContain(values.password)
  }
})

test.each([
  ['en', 'printed a link to create the first one'],
  ['de', 'Beim Start hat er einen Link ausgegeben'],
])('the sign-in page without any account says where the link is (%s)', async (language, text) => {
  const browser = new Browser()
  browser.language = language
  const page = await browser.open(`${app.url}/auth/sign-in`, [app.url])
  expect(page.text).toContain(text)
  expect(page.text).toContain('svc-server account add')
})

test('the setup link creates the first account once, and no other link works afterwards', async () => {
  const browser = new Browser()
  const values = { email: 'Ada@example.com', name: 'Ada', password: PASSWORD }
  const forms = [setupLink, spareLink, setupLink].map((link) => submitForm(app, browser, link, values))
  const statuses = (await Promise.all(forms)).map(({ url, status }) => [url.pathname, status])
  expect(statuses.filter(([path]) => path === '/')).toHaveLength(1)
  expect(statuses.filter(([, status]) => status === 404)).toHaveLength(2)
  for (const link of [setupLink, spareLink]) expect((await browser.open(link, [app.url])).status).toBe(404)
  expect(await createSetupLink(app.services)).toBeUndefined()
  const { principal } = expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
  expect(principal).toMatchObject({ username: 'Ada', email: 'Ada@example.com', email_verified: true })
})

test('a password sign-in returns to the page that required it, with a recent sign-in', async () => {
  const browser = new Browser()
  const loadedPage = await submitPassword(app, browser, ' ADA@example.com ', PASSWORD, '?to=/o/harbour')
  expect(loadedPage.url.href).toBe(`${app.url}/o/harbour`)
  const ada = new ConsoleClient(app, browser)
  const { org_id } = await createOrganization(ada)
  const body = { org_id, email: 'ben@example.com', role: 'owner' }
  app.clock.advance(11 * 60_000)
  expect((await ada.post('/v1/organization-invites', { body })).body.type).toBe(
    'urn:svc:problem:fresh-sign-in-required',
  )
  await submitPassword(app, browser, 'ada@example.com', PASSWORD, '?fresh=1')
  expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
})

test('signing out ends the session and stays on this server', async () => {
  const browser = new Browser()
  await submitPassword(app, browser, 'ada@example.com')
  const page = new ConsoleClient(app, browser)
  expect(expectStatus(await page.post('/auth/sign-out'), 200).to).toBe(`${app.url}/`)
  expect((await page.get('/v1/me')).status).toBe(401)
})

describe('an invitation without email', () => {
  const signInAda = async () => {
    const browser = new Browser()
    await submitPassword(app, browser, 'ada@example.com')
    return new ConsoleClient(app, browser)
  }
  const invite = async (owner: ConsoleClient, org_id: string, email: string) =>
    expectStatus(await owner.post('/v1/organization-invites', { body: { org_id, email } }), 200)

  test('lets the invited user create an account and join, once', async () => {
    const owner = await signInAda()
    const { org_id } = await createOrganization(owner)
    const { accept_url, id } = await invite(owner, org_id, 'cleo@example.com')
    const browser = new Browser()
    const page = await browser.open(accept_url, [app.url])
    expect(page.text).toContain('cleo@example.com')
    const short = await submitForm(app, browser, accept_url, { name: 'Cleo', password: 'boats' })
    expect([short.status, short.text.includes('value="Cleo"')]).toEqual([422, true])
    const cleo = await acceptWithNewAccount(app, accept_url, 'Cleo')
    const me = expectStatus(await cleo.get('/v1/me'), 200)
    expect(me.principal).toMatchObject({ username: 'cleo', email: 'cleo@example.com', email_verified: false })
    expect(me.organizations).toMatchObject([{ org_id, role: 'member' }])
    expect((await new Browser().open(accept_url, [app.url])).status).toBe(404)
    expect(expectStatus(await owner.get(`/v1/organization-invites/${id}`), 200).invite_status).toBe('accepted')
  })

  test('is accepted by a user with an account after a sign-in, and by no one else', async () => {
    const owner = await signInAda()
    const { org_id } = await createOrganization(owner)
    const { accept_url } = await invite(owner, org_id, 'cleo@example.com')
    const taken = await submitForm(app, new Browser(), accept_url, { name: 'Mallory', password: PASSWORD })
    expect(readProblem(taken)).toBe('This address has an account. Sign in with it below to join.')
    const other = await submitForm(app, owner.browser, accept_url, {})
    expect(other.status).toBe(422)
    const browser = new Browser()
    const flow = /\?flow=([^"]+)"/.exec((await browser.open(accept_url, [app.url])).text)![1]!
    const form = { flow, email: 'cleo@example.com', password: PASSWORD }
    const back = await submitForm(app, browser, `${app.url}/id/sign-in`, form)
    expect(back.text).toContain('You are signed in as <strong>cleo</strong>')
    expect((await submitForm(app, browser, accept_url, {})).url.pathname).toBe(`/o/${org_id}`)
    const { organizations } = expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
    expect(organizations.map((one: { org_id: string }) => one.org_id)).toContain(org_id)
  })

  test('does not make its address verified, so that it opens no other invitation', async () => {
    const owner = await signInAda()
    const [mine, theirs] = [await createOrganization(owner), await createOrganization(owner)]
    const { accept_url } = await invite(owner, mine.org_id, 'dora@example.com')
    await invite(owner, theirs.org_id, 'dora@example.com')
    const dora = await acceptWithNewAccount(app, accept_url, 'Dora')
    expect(expectStatus(await dora.get('/v1/organization-invites/user'), 200).data).toEqual([])
  })

  test.each<[what: string, (owner: ConsoleClient, id: string, orgId: string) => Promise<unknown>]>([
    ['is resent', (owner, id) => owner.post(`/v1/organization-invites/${id}/resend`)],
    ['is cancelled', (owner, id) => owner.delete(`/v1/organization-invites/${id}`)],
    ['has expired', async () => app.clock.advance(8 * 24 * 3_600_000)],
  ])('opens nothing once it %s', async (_what, change) => {
    const owner = await signInAda()
    const { org_id } = await createOrganization(owner)
    const { accept_url, id } = await invite(owner, org_id, 'eve@example.com')
    await change(owner, id, org_id)
    for (const form of [undefined, { name: 'Eve', password: PASSWORD }])
      expect((await new Browser().open(accept_url, [app.url], form)).status).toBe(404)
  })

  test('has its link in responses to sessions only, built from BASE_URL', async () => {
    const owner = await signInAda()
    const { org_id } = await createOrganization(owner)
    const minted = await owner.post('/v1/tokens', { body: { org_id, name: 'script', scopes: ['admin'] } })
    const script = app.createClient(expectStatus(minted, 200).token)
    const body = { org_id, email: 'finn@example.com' }
    expect(expectStatus(await script.post('/v1/organization-invites', { body }), 200).accept_url).toBeNull()
    const headers = { 'x-forwarded-host': 'evil.example.com', forwarded: 'host=evil.example.com' }
    const sent = await owner.post('/v1/organization-invites', { body: { org_id, email: 'gus@example.com' }, headers })
    expect(expectStatus(sent, 200).accept_url).toMatch(new RegExp(`^${app.url}/id/accept/[\\w-]{43}$`))
    const { data } = expectStatus(await owner.get(`/v1/organization-invites/org/${org_id}`), 200)
    expect(JSON.stringify(data)).not.toContain('accept_url')
  })
})

describe('svc-server account', () => {
  const run = async (name: string, args: string[]) => {
    const command = dataCommands.find((one) => one.name === name)!
    return runCommand(dataCommands, app.services, { command: name, input: await command.read(args) })
  }
  const findLink = (reply: object) => /http\S+/.exec((reply as { output: string }).output)![0]

  test('add creates an account whose password is set by a link, once', async () => {
    const link = findLink(await run('account add', ['hal@example.com', '--name', 'Hal']))
    const browser = new Browser()
    expect((await submitForm(app, browser, link, { password: 'boats' })).status).toBe(422)
    expect((await submitForm(app, browser, link, { password: PASSWORD })).url.pathname).toBe('/')
    expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
    expect((await submitForm(app, browser, link, { password: PASSWORD })).status).toBe(404)
    expect(await run('account add', ['HAL@example.com'])).toEqual({
      refused: 'HAL@example.com has an account: use svc-server account reset',
    })
  })

  test('reset replaces the password and ends the sessions of the old one', async () => {
    const browser = new Browser()
    await submitPassword(app, browser, 'hal@example.com')
    const link = findLink(await run('account reset', ['hal@example.com']))
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(200)
    await submitForm(app, new Browser(), link, { password: 'four boats sail' })
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
    expect((await submitPassword(app, new Browser(), 'hal@example.com')).status).toBe(422)
    expect((await submitPassword(app, new Browser(), 'hal@example.com', 'four boats sail')).url.pathname).toBe('/')
  })

  test('reset --second-factor removes all ways to sign in, ends sessions, and is audited in each organization', async () => {
    const browser = new Browser()
    await submitPassword(app, browser, 'hal@example.com', 'four boats sail')
    const hal = new ConsoleClient(app, browser)
    const { org_id } = await createOrganization(hal)
    const { secret } = expectStatus(await hal.post('/v1/me/account/totp'), 200)
    const code = computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
    expectStatus(await hal.post('/v1/me/account/totp', { body: { code } }), 200)
    const link = findLink(await run('account reset', ['hal@example.com', '--second-factor']))
    expect((await hal.get('/v1/me')).status).toBe(401)
    // Otherwise a stolen password would be enough to add another authenticator app.
    expect((await submitPassword(app, new Browser(), 'hal@example.com', 'four boats sail')).status).toBe(422)
    expect((await submitForm(app, browser, link, { password: 'four boats sail' })).url.pathname).toBe('/')
    const log = expectStatus(await hal.get(`/v1/audit?org_id=${org_id}`), 200)
    for (const change of ['totp_removed', 'password_removed']) expect(JSON.stringify(log)).toContain(change)
  })

  test('disable ends the sessions and refuses the sign-in until enable', async () => {
    const browser = new Browser()
    await submitPassword(app, browser, 'hal@example.com', 'four boats sail')
    await run('account disable', ['hal@example.com'])
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
    const refused = await submitPassword(app, browser, 'hal@example.com', 'four boats sail')
    expect(readProblem(refused)).toBe('The email address or the password is wrong.')
    expect(await run('account list', [])).toMatchObject({ output: expect.stringContaining('password, disabled') })
    await run('account enable', ['hal@example.com'])
    expect((await submitPassword(app, browser, 'hal@example.com', 'four boats sail')).url.pathname).toBe('/')
  })
})

test('session tokens are not accepted, since accounts issue none', async () => {
  const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJodHRwOi8vMTI3LjAuMC4xL2lkIn0.c2ln'
  expect((await app.createClient(jwt).get('/v1/me')).status).toBe(401)
})

test('the sign-in page offers nothing that is not configured', async () => {
  const browser = new Browser()
  await openSignIn(app, browser)
  const { text } = await browser.open(`${app.url}/auth/sign-in`, [app.url])
  expect(text).not.toMatch(/\/id\/(reset|join|provider)|no accounts yet/)
})

test('a server with another BASE_URL keeps its users', async () => {
  const moved = await startAccountsApp({ database: app })
  const browser = new Browser()
  await submitPassword(moved, browser, 'ada@example.com')
  expect(expectStatus(await new ConsoleClient(moved, browser).get('/v1/me'), 200).principal.username).toBe('Ada')
  await moved.stop()
})
