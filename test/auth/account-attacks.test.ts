import { describe, expect, test } from 'vitest'
import { takeAttempt, toAttempt } from '../../src/auth/accounts/attempts.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { runCommand } from '../../src/core/command.ts'
import { chooseSize } from '../resilience/sizes.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import {
  openSignIn,
  PASSWORD,
  readFlow,
  readProblem,
  setUpAccount,
  startAccountsApp,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'
import { measure } from '../support/timing.ts'

const app = await startAccountsApp()
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada)
const email = 'ada@example.com'
const WRONG = 'The email address or the password is wrong.'

const addAccount = async (address: string): Promise<Browser> => {
  const reply = (await runCommand(dataCommands, app.services, {
    command: 'account add',
    input: { email: address },
  })) as {
    output: string
  }
  const browser = new Browser()
  await submitForm(app, browser, /http\S+/.exec(reply.output)![0], { password: PASSWORD })
  return browser
}

test('20 wrong passwords slow an address down, never for good, and not in a browser that its user knows', async () => {
  const known = await addAccount('hal@example.com')
  const attacker = new Browser()
  const flow = await openSignIn(app, attacker)
  const tryPassword = (password: string, browser = attacker) =>
    submitForm(app, browser, `${app.url}/id/sign-in`, { flow, email: 'hal@example.com', password })
  // Counted without their hashes, which would take seconds.
  for (let i = 0; i < 17; i++) await takeAttempt(app.services, [toAttempt('account', 'hal@example.com')])
  for (let i = 0; i < 3; i++) expect(readProblem(await tryPassword(`wrong password ${i}`))).toBe(WRONG)
  expect(readProblem(await tryPassword(PASSWORD))).toMatch(/^Too many attempts. Wait \d+ seconds/)
  expect((await submitPassword(app, known, 'hal@example.com')).url.pathname).toBe('/')
  app.clock.advance(16 * 60_000)
  expect((await tryPassword(PASSWORD)).url.pathname).toBe('/')
})

test('wrong passwords in a browser in which an account was used do not delay its user in another one', async () => {
  const former = await addAccount('lea@example.com')
  const own = new Browser()
  await submitPassword(app, own, 'lea@example.com')
  for (let i = 0; i < 20; i++)
    expect(readProblem(await submitPassword(app, former, 'lea@example.com', `wrong password ${i}`))).toBe(WRONG)
  const problem = readProblem(await submitPassword(app, former, 'lea@example.com'))
  expect(problem).toMatch(/^Too many attempts. Wait \d+ seconds/)
  expect((await submitPassword(app, own, 'lea@example.com')).url.pathname).toBe('/')
})

test('known browsers of an account have a common limit, so that collecting them does not allow more guesses', async () => {
  const known = await addAccount('liv@example.com')
  const { account_id } = expectStatus(await new ConsoleClient(app, known).get('/v1/me/account'), 200)
  for (let i = 0; i < 100; i++) await takeAttempt(app.services, [toAttempt('devices', `account ${account_id}`)])
  expect(readProblem(await submitPassword(app, known, 'liv@example.com'))).toMatch(/^Too many attempts/)
  app.clock.advance(2 * 3_600_000)
})

/** Runs work this many times, fifty at a time. */
async function repeat(count: number, work: (i: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, i) => work(at + i)))
}

/** Starts a server behind a proxy; returns how the same browser sends a password from an IP. */
async function startBehindProxy() {
  const proxied = await startAccountsApp({ database: app, env: { TRUST_PROXY: 'loopback' } })
  const browser = new Browser()
  const flow = await openSignIn(proxied, browser)
  const cookie = browser.buildCookieHeader(new URL(proxied.url))
  const post = async (address: string, ip: string, password: string) => {
    const headers = { cookie, origin: proxied.url, 'x-forwarded-for': ip }
    const body = new URLSearchParams({ flow, email: address, password })
    const response = await fetch(`${proxied.url}/id/sign-in`, { method: 'POST', headers, body, redirect: 'manual' })
    const problem = readProblem({ text: await response.text() })
    return { status: response.status, problem, location: response.headers.get('location') }
  }
  return { proxied, post }
}

test(
  'one IP that tries many accounts is slowed down, and so is one account, while others sign in',
  async () => {
    const { proxied, post } = await startBehindProxy()
    // Counted without their hashes, which would take a minute.
    for (let i = 0; i < 58; i++) await takeAttempt(app.services, [toAttempt('ip', '192.0.2.1')])
    for (let i = 0; i < 2; i++)
      expect((await post(`victim${i}@example.com`, '192.0.2.1', 'stolen')).problem).toBe(WRONG)
    expect((await post('victim@example.com', '192.0.2.1', 'stolen')).problem).toMatch(/^Too many attempts/)
    // Refused before any hash is computed, so 10,000 of them cost little.
    const refused = await measure(() =>
      repeat(chooseSize(200, 10_000), async (i) => {
        const { problem } = await post(`other${i}@example.com`, '192.0.2.1', 'stolen password')
        expect(problem).toMatch(/^Too many attempts/)
      }),
    )
    expect(refused).toBeLessThan(chooseSize(20_000, 240_000))
    // The same for one account that is attacked from many IPs.
    for (let i = 0; i < 20; i++) await takeAttempt(app.services, [toAttempt('account', 'target@example.com')])
    expect((await post('target@example.com', '198.18.254.1', 'stolen')).problem).toMatch(/^Too many attempts/)
    await repeat(chooseSize(200, 10_000), async (i) => {
      const ip = `198.18.${Math.floor(i / 250) % 250}.${(i % 250) + 1}`
      expect((await post('target@example.com', ip, 'stolen password')).problem).toMatch(/^Too many attempts/)
    })
    expect((await post(email, '192.0.2.2', PASSWORD)).status).toBe(303)
    await proxied.stop()
    app.clock.advance(2 * 3_600_000)
  },
  chooseSize(60_000, 600_000),
)

test(
  'a user in a new browser signs in while many IPs try passwords',
  async () => {
    const { proxied, post } = await startBehindProxy()
    const attempts = Array.from({ length: chooseSize(6, 2000) }, async (_, i) => {
      const ip = `198.19.${i % 8}.${Math.floor(i / 8) + 1}`
      return (await post(`guess${i}@example.com`, ip, 'a wrong guess')).status
    })
    // Refused only if it waited behind the others.
    expect((await post(email, '192.0.2.77', PASSWORD)).status).toBe(303)
    for (const status of await Promise.all(attempts)) expect([422, 503]).toContain(status)
    await proxied.stop()
  },
  chooseSize(60_000, 120_000),
)

test('one attempt on each of many accounts from as many IPs slows none down, so only a second factor stops it', async () => {
  const { proxied, post } = await startBehindProxy()
  const accounts = Array.from({ length: chooseSize(3, 25) }, (_, i) => `stuffed${i}@example.com`)
  for (const address of accounts) await addAccount(address)
  const secured = new ConsoleClient(app, await addAccount('secured@example.com'))
  const { secret } = expectStatus(await secured.post('/v1/me/account/totp'), 200)
  const code = computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
  expectStatus(await secured.post('/v1/me/account/totp', { body: { code } }), 200)
  const findPath = async (address: string, ip: string) => {
    const { status, location } = await post(address, ip, PASSWORD)
    return [status, location && new URL(location, proxied.url).pathname]
  }
  for (const [i, address] of accounts.entries())
    expect(await findPath(address, `198.51.100.${i + 1}`)).toEqual([303, '/'])
  expect(await findPath('secured@example.com', '198.51.100.99')).toEqual([303, '/id/second-factor'])
  // The same list from one IP is stopped after 60 attempts.
  for (let i = 0; i < 60; i++) await takeAttempt(app.services, [toAttempt('ip', '203.0.113.9')])
  expect((await post(accounts[0]!, '203.0.113.9', PASSWORD)).problem).toMatch(/^Too many attempts/)
  await proxied.stop()
  app.clock.advance(2 * 3_600_000)
})

describe('pages and forms', () => {
  test.each([
    '/id/sign-in',
    '/id/setup/x',
    '/id/accept/x',
    '/id/reset/x',
    '/id/second-factor',
    '/id/new-second-factor',
    '/id/link/x',
    '/id/join/x',
    '/id/join',
    '/id/reset',
    '/id/connect',
    '/id/provider',
  ])('%s can be neither framed nor cached, and loads nothing from elsewhere', async (path) => {
    const flow = await openSignIn(app, new Browser())
    const { headers } = await fetch(`${app.url}${path}?flow=${flow}`)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['another site', { origin: 'https://evil.example.com' }],
    ['an unknown site', {}],
    ['a frame without an origin', { origin: 'null' }],
  ])('a form from %s is rejected', async (_what, headers: Record<string, string>) => {
    const browser = new Browser()
    const flow = await openSignIn(app, browser)
    const cookie = browser.buildCookieHeader(new URL(app.url))
    const body = new URLSearchParams({ flow, email, password: PASSWORD })
    const response = await fetch(`${app.url}/id/sign-in`, { method: 'POST', headers: { cookie, ...headers }, body })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  })

  test('a sign-in that was begun in another browser cannot be finished', async () => {
    const flow = await openSignIn(app, new Browser())
    const victim = new Browser()
    await openSignIn(app, victim)
    const loadedPage = await submitForm(app, victim, `${app.url}/id/sign-in`, { flow, email, password: PASSWORD })
    expect([loadedPage.status, victim.cookies.some(({ name }) => name.includes('session'))]).toEqual([400, false])
  })

  test('a session that an attacker planted is replaced at sign-in', async () => {
    const attacker = await addAccount('mallory@example.com')
    const planted = attacker.cookies.filter(({ name }) => name.startsWith('svc_session'))
    const victim = new Browser()
    victim.cookies.push(...planted)
    await submitPassword(app, victim, email)
    expect(victim.cookies.find(({ name }) => name.startsWith('svc_session'))!.value).not.toBe(planted[0]!.value)
    expect((await new ConsoleClient(app, attacker).get('/v1/me')).status).toBe(401)
  })

  test('a sign-in returns to pages of this server only', async () => {
    for (const to of [
      'https://evil.example.com/',
      '//evil.example.com',
      '/\\evil.example.com',
      'javascript:alert(1)',
    ]) {
      const loadedPage = await submitPassword(app, new Browser(), email, PASSWORD, `?to=${encodeURIComponent(to)}`)
      expect(loadedPage.url.href).toBe(`${app.url}/`)
    }
  })
})

describe('the second factor', () => {
  const setUp = async (page: ConsoleClient): Promise<{ secret: string; codes: string[] }> => {
    const { secret } = expectStatus(await page.post('/v1/me/account/totp'), 200)
    const invalid = await page.post('/v1/me/account/totp', { body: { code: '000000' } })
    expect(invalid.status).toBe(422)
    const body = { code: computeCurrentCode(secret) }
    return { secret, codes: expectStatus(await page.post('/v1/me/account/totp', { body }), 200).recovery_codes }
  }
  const computeCurrentCode = (secret: string) => computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
  const enter = async (address: string, code: string, browser = new Browser()) => {
    const page = await submitPassword(app, browser, address)
    expect(page.url.pathname).toBe('/id/second-factor')
    return submitForm(app, browser, `${app.url}/id/second-factor`, { flow: readFlow(page), code })
  }

  test('is required after the password, and accepts each code once', async () => {
    const browser = await addAccount('tess@example.com')
    const tess = new ConsoleClient(app, browser)
    const { secret, codes } = await setUp(tess)
    expect(codes).toHaveLength(10)
    expect(expectStatus(await tess.get('/v1/me/account'), 200)).toMatchObject({
      has_totp: true,
      recovery_codes_left: 10,
    })
    // The code that confirmed the setup is used up too.
    expect((await enter('tess@example.com', computeCurrentCode(secret))).status).toBe(422)
    app.clock.advance(60_000)
    const code = computeCurrentCode(secret)
    expect((await enter('tess@example.com', code)).url.pathname).toBe('/')
    expect((await enter('tess@example.com', code)).status).toBe(422)
    expect((await enter('tess@example.com', codes[0]!.toUpperCase())).url.pathname).toBe('/')
    expect((await enter('tess@example.com', codes[0]!)).status).toBe(422)
  })

  test('cannot be skipped, and a changed password voids the sign-in', async () => {
    const browser = await addAccount('tom@example.com')
    const tom = new ConsoleClient(app, browser)
    const { secret } = await setUp(tom)
    app.clock.advance(60_000)
    const started = new Browser()
    const page = await submitPassword(app, started, 'tom@example.com')
    expect((await new ConsoleClient(app, started).get('/v1/me')).status).toBe(401)
    const body = { current_password: PASSWORD, new_password: 'four boats sail' }
    expectStatus(await tom.post('/v1/me/account/password', { body }), 200)
    const values = { flow: readFlow(page), code: computeCurrentCode(secret) }
    expect((await submitForm(app, started, `${app.url}/id/second-factor`, values)).status).toBe(400)
  })

  test('slows down after 10 wrong codes, except in a browser that its user knows', async () => {
    const browser = await addAccount('tilda@example.com')
    const { codes } = await setUp(new ConsoleClient(app, browser))
    const second = new Browser()
    expect((await enter('tilda@example.com', codes[1]!, second)).url.pathname).toBe('/')
    const started = new Browser()
    const flow = readFlow(await submitPassword(app, started, 'tilda@example.com'))
    const send = (code: string) => submitForm(app, started, `${app.url}/id/second-factor`, { flow, code })
    for (let i = 0; i < 10; i++) expect((await send(`00000${i}`)).status).toBe(422)
    expect(readProblem(await send(codes[0]!))).toMatch(/^Too many attempts/)
    // An attacker with the password does not delay the user in a browser in which the account was used.
    expect((await enter('tilda@example.com', codes[0]!, browser)).url.pathname).toBe('/')
    for (let i = 0; i < 10; i++) expect((await enter('tilda@example.com', `00000${i}`, second)).status).toBe(422)
    expect(readProblem(await enter('tilda@example.com', codes[2]!, second))).toMatch(/^Too many attempts/)
    // Nor does another browser in which it was used.
    expect((await enter('tilda@example.com', codes[2]!, browser)).url.pathname).toBe('/')
  })

  test('is set up at the next sign-in if an organization requires it', async () => {
    const ada = new ConsoleClient(app, new Browser())
    await submitPassword(app, ada.browser, email)
    const refused = await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { require_second_factor: true } })
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('Set up a second factor of your own first')
    const { secret: own } = expectStatus(await ada.post('/v1/me/account/totp'), 200)
    expectStatus(await ada.post('/v1/me/account/totp', { body: { code: computeCurrentCode(own) } }), 200)
    expectStatus(
      await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { require_second_factor: true } }),
      200,
    )
    const body = { org_id, email: 'uma@example.com' }
    const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    const joined = await submitForm(app, new Browser(), accept_url, { name: 'Uma', password: PASSWORD })
    expect(joined.url.pathname).toBe('/id/new-second-factor')
    const browser = new Browser()
    const page = await submitPassword(app, browser, 'uma@example.com')
    expect(page.url.pathname).toBe('/id/new-second-factor')
    expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '')
    const flow = readFlow(page)
    const send = (code: string) => submitForm(app, browser, `${app.url}/id/new-second-factor`, { flow, code })
    expect((await send('000000')).status).toBe(422)
    expect((await send(computeCurrentCode(secret))).text).toMatch(/<code>(\w{4}-){3}\w{4}\n/)
    expectStatus(await new ConsoleClient(app, browser).get('/v1/me'), 200)
    app.clock.advance(60_000)
    expect((await enter('uma@example.com', computeCurrentCode(secret))).url.pathname).toBe('/')
    expectStatus(
      await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { require_second_factor: false } }),
      200,
    )
    expectStatus(await ada.delete('/v1/me/account/totp'), 200)
  })
})

describe('a change of the password', () => {
  test('ends the other sessions, is audited in each organization, and needs the current one', async () => {
    const browser = await addAccount('pia@example.com')
    const pia = new ConsoleClient(app, browser)
    const { org_id: own } = await createOrganization(pia)
    const other = new Browser()
    await submitPassword(app, other, 'pia@example.com')
    const send = (body: object) => pia.post('/v1/me/account/password', { body })
    expect((await send({ new_password: 'four boats sail' })).body.errors[0].loc).toEqual(['body', 'current_password'])
    const common = await send({ current_password: PASSWORD, new_password: 'password123' })
    expect(common.body.errors[0].loc).toEqual(['body', 'new_password'])
    expectStatus(await send({ current_password: PASSWORD, new_password: 'four boats sail' }), 200)
    expect((await new ConsoleClient(app, other).get('/v1/me')).status).toBe(401)
    expect((await pia.get('/v1/me')).status).toBe(200)
    const audit = expectStatus(await pia.get('/v1/audit', { query: { org_id: own } }), 200)
    const types = audit.data.map((row: Record<string, string>) => row.action)
    expect(types).toContain('account.sign_in_changed')
    expect(types).toContain('session.ended')
  })

  test('requires a recent sign-in', async () => {
    const browser = await addAccount('rex@example.com')
    app.clock.advance(11 * 60_000)
    const body = { current_password: PASSWORD, new_password: 'four boats sail' }
    const reply = await new ConsoleClient(app, browser).post('/v1/me/account/password', { body })
    expect(reply.body.type).toBe('urn:svc:problem:fresh-sign-in-required')
  })

  test('does not remove the last way to sign in', async () => {
    const browser = await addAccount('sid@example.com')
    const reply = await new ConsoleClient(app, browser).delete('/v1/me/account/password')
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'The password is the only way to sign in, and the last one cannot be removed.',
    ])
  })
})
