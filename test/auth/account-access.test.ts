import { request } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { takeAttempt, toAttempt } from '../../src/auth/accounts/attempts.ts'
import { createAccountLink } from '../../src/auth/accounts/links.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { sendInvitationEmails } from '../../src/resources/people/invites/email-job.ts'
import { acceptWithNewAccount, setUpAccount, startAccountsApp, submitPassword } from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { createOrganization } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { Browser, connectApp, postForm, redeemCode, registerApp } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const app = await startAccountsApp({
  env: { SMTP_URL: mail.url, MAIL_FROM: 'svc@example.com', ACCOUNTS_JOIN: 'open' },
})
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada)
const client = await registerApp(ada, org_id, { client_type: 'public' })

const runDataCommand = async (name: string, input: unknown): Promise<string> =>
  ((await runCommand(dataCommands, app.services, { command: name, input })) as { output: string }).output

/** Returns a member with a session, an app, an access token, and a stream of each. */
async function createMember(email: string) {
  const body = { org_id, email }
  const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
  const page = await acceptWithNewAccount(app, accept_url, email.split('@')[0]!)
  const minted = await page.post('/v1/tokens', { body: { org_id, name: 'script', scopes: ['tasks:read'] } })
  const script = app.createClient(expectStatus(minted, 200).token)
  const other = new Browser()
  await submitPassword(app, other, email)
  const pair = await redeemCode(client, await connectApp(client, email, { org_id, scope: 'tasks:read' }, page.browser))
  const connected = app.createClient(pair.access_token)
  const session = new ConsoleClient(app, other)
  const cookie = other.buildCookieHeader(new URL(app.url))
  const streams = {
    session: await openStream(session, { org_id }, { cookie, 'sec-fetch-site': 'same-origin' }),
    app: await openStream(connected, { org_id }),
    script: await openStream(script, { org_id }),
  }
  const refresh = () =>
    postForm(app, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: pair.refresh_token,
    })
  return { page, session, connected, script, streams, refresh }
}
const isOver = (stream: { isClosed: boolean; endReason: string | undefined }) =>
  stream.isClosed || stream.endReason !== undefined

describe('disabling an account', () => {
  test('ends sessions, apps, access tokens and open streams within 5 seconds, and is audited', async () => {
    const { page, session, connected, script, streams, refresh } = await createMember('dan@example.com')
    const startedAt = Date.now()
    expect(await runDataCommand('account disable', 'dan@example.com')).toMatch(
      /sessions, apps and access tokens have ended/,
    )
    for (const one of [page, session, connected, script]) expect((await one.get('/v1/me')).status).toBe(401)
    expect((await refresh()).body.error).toBe('invalid_grant')
    await Promise.all(Object.values(streams).map((stream) => stream.waitUntil(isOver)))
    expect(Date.now() - startedAt).toBeLessThan(5_000)
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, limit: '20' } }), 200)
    const ended = (data as { action: string; changes?: unknown }[]).filter((row) =>
      JSON.stringify(row).includes('account_disabled'),
    )
    expect([...new Set(ended.map(({ action }) => action))].toSorted()).toEqual([
      'oauth_grant.revoked',
      'session.ended',
      'token.revoked',
    ])
    expect((await submitPassword(app, new Browser(), 'dan@example.com')).status).toBe(422)
    await runDataCommand('account enable', 'dan@example.com')
    expect((await submitPassword(app, new Browser(), 'dan@example.com')).url.pathname).toBe('/')
    expect((await script.get('/v1/me')).status).toBe(401)
  })

  test('also ends apps and access tokens in an organization that activates the member later', async () => {
    const { page, connected, script, refresh } = await createMember('eve@example.com')
    const { user_id } = expectStatus(await page.get('/v1/me'), 200).principal
    const setActive = async (is_active: boolean) =>
      expectStatus(await ada.patch(`/v1/organization-members/${user_id}/${org_id}`, { body: { is_active } }), 200)
    await setActive(false)
    await runDataCommand('account disable', 'eve@example.com')
    await setActive(true)
    for (const one of [connected, script]) expect((await one.get('/v1/me')).status).toBe(401)
    expect((await refresh()).body.error).toBe('invalid_grant')
  })
})

test('expired links and old failures are deleted, and others stay', async () => {
  const count = async (table: string) =>
    Number((await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]!.n)
  await app.sql('DELETE FROM account_links')
  await app.sql('DELETE FROM sign_in_failures')
  const { config, database, clock } = app.services
  for (const lifetimeMs of [60_000, 10 * 3_600_000])
    await createAccountLink(database.db, config, clock(), { kind: 'join', email: 'x@example.com', lifetimeMs })
  await takeAttempt(app.services, [toAttempt('ip', '192.0.2.9')])
  const run = (hours: number) =>
    deleteExpiredCredentials({ database, clock: () => app.clock.now() + hours * 3_600_000 })
  await run(0)
  expect([await count('account_links'), await count('sign_in_failures')]).toEqual([2, 1])
  await run(1.5)
  expect([await count('account_links'), await count('sign_in_failures')]).toEqual([1, 1])
  await run(3)
  expect([await count('account_links'), await count('sign_in_failures')]).toEqual([1, 0])
})

describe('a forged Host header', () => {
  const forged = {
    host: 'evil.example.com',
    'x-forwarded-host': 'evil.example.com',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example.com;proto=https',
  }
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    request(`${app.url}${path}`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/x-www-form-urlencoded', ...forged, ...headers },
      body: new URLSearchParams(form).toString(),
    })
  const receive = async (to: string) => {
    await expect.poll(() => mail.received.some((one) => one.to.includes(to)), { timeout: 20_000 }).toBe(true)
    return mail.received
      .findLast((one) => one.to.includes(to))!
      .text.replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
  }
  const listOrigins = (text: string) => [
    ...new Set([...text.matchAll(/https?:\/\/[^/,\s"'<>)]+/g)].map(([origin]) => origin)),
  ]

  test.each([
    ['to sign in and to set a password', '/id/reset', 'ada@example.com'],
    ['to create an account', '/id/join', 'new@example.com'],
  ])('changes no emailed link %s', async (_what, path, email) => {
    expect((await send(path, { email })).statusCode).toBe(200)
    expect(listOrigins(await receive(email))).toEqual([app.url])
  })

  test('changes no link of an invitation, in the response or in the email', async () => {
    const body = { org_id, email: 'guest@example.com' }
    const cookie = ada.browser.buildCookieHeader(new URL(app.url))
    const response = await request(`${app.url}/v1/organization-invites`, {
      method: 'POST',
      headers: {
        ...forged,
        cookie,
        origin: app.url,
        'x-csrf': '1',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const { accept_url } = (await response.body.json()) as { accept_url: string }
    expect([response.statusCode, new URL(accept_url).origin]).toEqual([200, app.url])
    await sendInvitationEmails(app.services)
    expect(listOrigins(await receive('guest@example.com'))).toEqual([app.url])
  })

  test('changes neither redirects nor links of pages', async () => {
    for (const path of ['/auth/sign-in?to=/o/x', '/id/sign-in', '/id/reset/x']) {
      const { headers, body } = await request(`${app.url}${path}`, { headers: forged })
      expect(`${JSON.stringify(headers)} ${await body.text()}`).not.toContain('evil.example.com')
    }
  })

  test('is not in printed links, which come from BASE_URL', async () => {
    for (const [name, input] of [
      ['account add', { email: 'printed@example.com' }],
      ['account reset', { email: 'printed@example.com', secondFactor: false }],
    ] as const)
      expect(listOrigins(await runDataCommand(name, input))).toEqual([app.url])
  })
})
