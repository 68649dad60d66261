import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deriveSignInChallenge } from '../../src/auth/accounts/passkeys.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { readFlow, submitForm } from '../support/accounts.ts'
import { Client, expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { Browser, connectApp, postForm, redeemCode, refreshTokens, registerApp } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'
import { spawnServer } from '../support/spawn.ts'
import { startCollector } from '../tracing/collector.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const mail = await startMailServer({ onAuth: (_sent, _session, done) => done(null, { user: 'mailer' }) })
const collector = await startCollector()
const receiver = await startReceiver((_request, response) => response.end())
afterAll(() => mail.stop())
const settings = {
  LOG_LEVEL: 'trace',
  // Passkeys require a host name.
  HOST: 'localhost',
  OIDC_ISSUER: '',
  OIDC_AUDIENCE: '',
  ACCOUNTS: 'on',
  SMTP_URL: mail.url.replace('://', '://mailer:smtp-password-4711@'),
  MAIL_FROM: 'svc@example.com',
  METRICS_TOKEN: 'metrics-token-4711',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collector-key-4711',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
}

const secrets: Record<string, string[]> = {
  'an SMTP password': ['smtp-password-4711'],
  'a metrics token': ['metrics-token-4711'],
  'a collector key': ['collector-key-4711'],
}
/** Texts that operators and other users read. */
const places = { logs: '', traces: '', audit: '', events: '', errors: '', doctor: '' }
const keep = (name: string, ...values: (string | undefined)[]) =>
  (secrets[name] ??= []).push(...values.flatMap((value) => value ?? []))
const fail = (reply: { body: unknown }) => (places.errors += JSON.stringify(reply.body))

const waitFor = (what: string, hasArrived: () => boolean) =>
  vi.waitFor(
    () => {
      if (!hasArrived()) throw new Error(`no ${what} arrived`)
    },
    { timeout: 30_000 },
  )

async function setUpFirstAccount(server: Awaited<ReturnType<typeof spawnServer>>) {
  const findLink = () => /http\S+\/id\/setup\/([\w-]+)/.exec(server.readOutput())
  await waitFor('setup link', () => findLink() !== null)
  const [link, token] = findLink()!
  keep('a used setup link', token)
  const printed = server.readOutput().length
  const browser = new Browser()
  await submitForm({ url: server.url } as never, browser, link, {
    email: 'ada@example.com',
    name: 'Ada',
    password: 'three boats sail',
  })
  return { ada: new ConsoleClient(server, browser), browser, printed }
}

beforeAll(async () => {
  const server = await spawnServer({ env: settings })
  const at = { url: server.url } as Parameters<typeof submitForm>[0]
  const { ada, browser, printed } = await setUpFirstAccount(server)
  const { org_id } = await createOrganization(ada)
  const { next_cursor: cursor } = expectStatus(await ada.get('/v1/events', { query: { org_id } }), 200)

  const [password, changed] = ['three boats sail', 'four boats sail']
  const { secret } = expectStatus(await ada.post('/v1/me/account/totp'), 200)
  const code = computeTotpCode(secret, Math.floor(Date.now() / 30_000))
  fail(await ada.post('/v1/me/account/totp', { body: { code: 'wrong-code-4711' } }))
  const { recovery_codes } = expectStatus(await ada.post('/v1/me/account/totp', { body: { code } }), 200)
  keep('a TOTP secret', secret)
  keep('a TOTP code', `"${code}"`, `=${code}`)
  const { options } = expectStatus(await ada.post('/v1/me/account/passkeys', { body: {} }), 200)
  keep('a passkey challenge', options.challenge)
  keep('a recovery code', ...recovery_codes, recovery_codes[0].replaceAll('-', ''))
  const change = (body: object | string) => ada.post('/v1/me/account/password', { body })
  fail(await change({ current_password: 'a wrong password', new_password: changed }))
  fail(await change({ current_password: password, new_password: 'shor' }))
  fail(await change({ current_password: password, new_password: { not: 'new password text' } }))
  expectStatus(await change({ current_password: password, new_password: changed }), 200)
  keep('a password', password, changed, 'a wrong password', 'new password text')
  keep('a code', 'wrong-code-4711')

  const { accept_url } = expectStatus(
    await ada.post('/v1/organization-invites', { body: { org_id, email: 'ben@example.com' } }),
    200,
  )
  keep('a link of an invitation', accept_url.split('/').at(-1))
  await new Browser().open(accept_url, [server.url])
  await submitForm(at, new Browser(), `${server.url}/id/reset`, { email: 'ada@example.com' })
  const findMailed = () => mail.received.find(({ to }) => to.includes('ada@example.com'))
  await waitFor('email', () => findMailed() !== undefined)
  const text = findMailed()!
    .text.replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  for (const [, path, token] of text.matchAll(/(\/id\/\w+\/)([\w-]{43})/g)) {
    keep('an emailed link', token)
    await new Browser().open(`${server.url}${path}${token}`, [server.url])
    // Damaged on its way, or used by a program.
    for (const [method, wrong] of [
      ['GET', `${path}${token}/`],
      ['GET', `${path}${token}/x`],
      ['DELETE', `${path}${token}`],
    ])
      places.errors += await (await fetch(`${server.url}${wrong}`, { method: method! })).text()
  }

  const other = new Browser()
  const flow = readFlow(await other.open(`${server.url}/auth/sign-in`, [server.url]))
  const email = 'ada@example.com'
  places.errors += (
    await submitForm(at, other, `${server.url}/id/sign-in`, { flow, email, password: 'a wrong password' })
  ).text
    .replaceAll(flow, '')
    .replaceAll(deriveSignInChallenge(flow), '')
  const proved = readFlow(await submitForm(at, other, `${server.url}/id/sign-in`, { flow, email, password: changed }))
  keep('a passkey challenge', deriveSignInChallenge(flow), deriveSignInChallenge(proved))
  await submitForm(at, other, `${server.url}/id/second-factor`, { flow: proved, code: 'wrong-code-4711' })
  await submitForm(at, other, `${server.url}/id/second-factor`, { flow: proved, code: recovery_codes[0] })
  keep('a pending sign-in', flow, proved)
  keep(
    'a cookie',
    ...[...browser.cookies, ...other.cookies].map(({ value }) => value).filter((value) => value.length > 40),
  )

  const minted = { org_id, name: 'script', scopes: ['tasks:read', 'tasks:write', 'projects:read'] }
  const { token } = expectStatus(await ada.post('/v1/tokens', { body: minted }), 200)
  keep('an access token', token)
  const script = new Client(server, token)
  const hook = {
    org_id,
    name: 'All',
    url: `http://127.0.0.1:${receiver.port}/webhook-path-4711`,
    events: ['task.created'],
  }
  const created = expectStatus(await ada.post('/v1/webhooks', { body: hook }), 200)
  keep('a webhook secret', created.secret)
  const rotated = expectStatus(await ada.post(`/v1/webhooks/${created.subscription_id}/rotate-secret`), 200)
  keep('a webhook secret', rotated.secret)
  expectStatus(await script.post('/v1/tasks', { body: { org_id, title: 'Tidy the quay' } }), 200)
  await waitFor('webhook', () => receiver.requests.length > 0)
  fail(await script.get(`/v1/tasks?access_token=${token}`))
  fail(await new Client(server, `${token}x`).get('/v1/me'))
  places.errors += await (await fetch(`${server.url}/v2/${token}`)).text()

  const app = await registerApp(ada, org_id, { client_type: 'confidential' })
  keep('a client secret', app.client_secret ?? undefined)
  const returned = await connectApp(app, email, { org_id, scope: 'tasks:read' }, browser)
  keep('an authorization code', returned.redirectUrl.searchParams.get('code') ?? undefined)
  const pair = await redeemCode(app, returned)
  const next = await refreshTokens(app, pair.refresh_token)
  keep('an OAuth token', pair.access_token, pair.refresh_token, next.access_token, next.refresh_token)
  expectStatus(await new Client(server, next.access_token).get('/v1/me'), 200)
  const invalid = { grant_type: 'refresh_token', client_id: app.client_id, refresh_token: `${next.refresh_token}x` }
  fail(await postForm(server, '/oauth/token', { ...invalid, client_secret: `${app.client_secret}x` }))
  fail(await postForm(server, '/oauth/token', { ...invalid, client_secret: app.client_secret! }))

  places.audit = JSON.stringify(expectStatus(await ada.get('/v1/audit', { query: { org_id, limit: '100' } }), 200))
  places.events = JSON.stringify(
    expectStatus(await ada.get('/v1/events', { query: { org_id, cursor, limit: '100' } }), 200),
  )
  await server.stop('SIGTERM')
  const doctor = spawnSync(process.execPath, [resolve('dist/main.js'), 'doctor', '--json'], {
    cwd: server.dataDir,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, PORT: String(server.port), ...settings },
  })
  places.doctor = doctor.stdout + doctor.stderr
  places.logs = server.readOutput().slice(printed)
  places.traces = collector.text()
}, 240_000)

describe.each(Object.keys(places) as (keyof typeof places)[])('%s', (place) => {
  test('were written', () => {
    const expected = {
      logs: '/id/',
      traces: '/v1/me/account',
      audit: 'account.sign_in_changed',
      events: 'task.created',
    }
    expect(places[place]).toContain({ ...expected, errors: 'urn:svc:problem', doctor: 'node version' }[place])
  })

  test.each([
    'a used setup link',
    'a password',
    'a code',
    'a TOTP secret',
    'a TOTP code',
    'a passkey challenge',
    'a recovery code',
    'a link of an invitation',
    'an emailed link',
    'a pending sign-in',
    'a cookie',
    'an access token',
    'a webhook secret',
    'a client secret',
    'an authorization code',
    'an OAuth token',
    'an SMTP password',
    'a metrics token',
    'a collector key',
  ])('do not contain %s', (name) => {
    expect(secrets[name]!.length).toBeGreaterThan(0)
    const found = secrets[name]!.filter((one) =>
      [one, encodeURIComponent(one)].some((text) => places[place].includes(text)),
    )
    expect(found).toEqual([])
  })
})
