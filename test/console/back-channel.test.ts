import { randomUUID } from 'node:crypto'
import { base64url, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMaxSessionMs } from '../../src/oauth/sign-in/session-lifetime.ts'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { readCurrentSession, signInAt, type ConsoleClient } from '../support/sign-in.ts'

let provider: TestProvider
let app: TestApp
let org_id: string

beforeAll(async () => {
  provider = await openProvider({ backchannel_logout_supported: true })
  const env = {
    OIDC_ISSUER: provider.url,
    OIDC_AUDIENCE: 'svc',
    OIDC_CLIENT_ID: 'svc',
    RATE_LIMIT_ADDRESS: '50',
  }
  app = await startApp({ env })
})
afterAll(() => provider.close())

/** Signs in Grace, or another user of the provider, in the provider's session of this name. */
async function signInPage(sid?: string, sub = 'grace'): Promise<ConsoleClient> {
  Object.assign(provider, { sid, subject: sub })
  return signInAt(app, provider)
}
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const getUnixTime = () => Math.floor(Date.now() / 1000)
const buildClaims = (more: JWTPayload = {}): JWTPayload => ({ jti: randomUUID(), events, sub: 'grace', ...more })

const send = (body: string | Record<string, string>, to = app): Promise<Reply> =>
  to.anonymous.post('/auth/back-channel-logout', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
const logOut = async (more?: JWTPayload) => send({ logout_token: await provider.sign(buildClaims(more)) })
const listStatuses = async (...pages: ConsoleClient[]) =>
  Promise.all(pages.map(async (page) => (await page.get('/v1/me')).status))

test('a logout at the provider ends that session alone, and the organization is notified', async () => {
  const [one, other] = [await signInPage('s1'), await signInPage('s2')]
  org_id = expectStatus(await one.post('/v1/organizations', { body: { name: 'Harbour' } }), 201).org_id
  const { session_id } = await readCurrentSession(one)
  const cookie = one.browser.buildCookieHeader(new URL(app.url))
  const stream = await openStream(one, { org_id }, { cookie, 'sec-fetch-site': 'same-origin' })

  const reply = await logOut({ sid: 's1' })
  expect([reply.status, reply.text, reply.headers['cache-control']]).toEqual([200, '', 'no-store'])
  expect(await listStatuses(one, other)).toEqual([401, 200])
  await stream.waitUntil(({ isClosed: over }) => over, 8_000)
  expect(stream.endReason).toBe('expired')
  const { data } = expectStatus(await other.get('/v1/audit', { query: { org_id, resource_id: session_id } }), 200)
  expect(data).toEqual([expect.objectContaining({ action: 'session.ended', after: { reason: 'ended_by_provider' } })])
  // Repeated logouts, unknown sessions and unknown users succeed too.
  for (const more of [{ sid: 's1' }, { sid: 's9' }, { sub: 'nobody' }]) expect((await logOut(more)).text).toBe('')
})

test('without a sid every session of the user ends, and no one else’s', async () => {
  const [one, other, heidi] = [await signInPage('s3'), await signInPage(), await signInPage('s4', 'heidi')]
  expectStatus(await logOut(), 200)
  expect(await listStatuses(one, other, heidi)).toEqual([401, 401, 200])
  // Does not end a session of another user.
  expectStatus(await logOut({ sid: 's4' }), 200)
  expect(await listStatuses(heidi)).toEqual([200])
  expectStatus(await logOut({ sid: 's4', sub: undefined }), 200)
  expect(await listStatuses(heidi)).toEqual([401])
  // Does not end a session of a provider that was configured before.
  const ivan = await signInPage('s7', 'ivan')
  await app.sql(`UPDATE users SET issuer = 'https://before.example.com' WHERE subject = 'ivan'`)
  for (const sid of [undefined, 's7']) expectStatus(await logOut({ sub: 'ivan', sid }), 200)
  expect(await listStatuses(ivan)).toEqual([200])
  // The session's subject decides, even where the ID token has another one.
  const judy = await signInPage('s8', 'judy')
  await app.sql(`UPDATE users SET subject = 'another name of judy' WHERE subject = 'judy'`)
  expectStatus(await logOut({ sub: 'judy' }), 200)
  expect(await listStatuses(judy)).toEqual([401])
})

test('a session without a sid of the provider is matched by its user, as is one stored before sids were', async () => {
  const unnamed = await signInPage()
  expectStatus(await logOut({ sid: 's5', sub: undefined }), 200)
  expect(await listStatuses(unnamed)).toEqual([200])
  expectStatus(await logOut({ sid: 's5' }), 200)
  expect(await listStatuses(unnamed)).toEqual([401])
  const older = await signInPage('s6')
  await app.sql('UPDATE browser_sessions SET provider_sid = NULL, provider_sub = NULL')
  expectStatus(await logOut({ sid: 's6' }), 200)
  expect(await listStatuses(older)).toEqual([401])
})

test('a repeated token succeeds and ends nothing new; another with its jti is rejected while it lives', async () => {
  const jti = randomUUID()
  const logout_token = await provider.sign(buildClaims({ jti }))
  expectStatus(await send({ logout_token }), 200)
  const since = await signInPage()
  expectStatus(await send({ logout_token }), 200)
  expectStatus(await logOut({ jti, iat: getUnixTime() - 1 }), 400)
  expect(await listStatuses(since)).toEqual([200])
  app.clock.advance(3 * 60_000)
  await deleteExpiredCredentials(app.services)
  expect(await app.sql('SELECT FROM logout_tokens')).toEqual([])
  expectStatus(await send({ logout_token }), 400)
  app.clock.advance(-3 * 60_000)
})

const buildSignedForm = async (more: JWTPayload) => ({ logout_token: await provider.sign(buildClaims(more)) })
const encodeJson = (value: object) => base64url.encode(JSON.stringify(value))
const refused: [what: string, form: () => Promise<string | Record<string, string>>][] = [
  ['no token', async () => ({})],
  [
    'two',
    async () => {
      const { logout_token } = await buildSignedForm({})
      return `logout_token=${logout_token}&logout_token=${logout_token}`
    },
  ],
  ['what is no JWT', async () => ({ logout_token: 'x' })],
  ['one that is too large', async () => buildSignedForm({ filler: 'x'.repeat(16 * 1024) })],
  [
    'one by another key',
    async () => ({
      logout_token: await provider.sign(buildClaims(), (await generateKeyPair('ES256')).privateKey),
    }),
  ],
  [
    'one that is not signed',
    async () => ({
      logout_token: `${encodeJson({ alg: 'none' })}.${encodeJson(buildClaims({ iss: provider.url, aud: 'svc', iat: getUnixTime(), exp: getUnixTime() + 60 }))}.`,
    }),
  ],
  [
    'one by a shared secret',
    async () => ({
      logout_token: await new SignJWT(
        buildClaims({ iss: provider.url, aud: 'svc', iat: getUnixTime(), exp: getUnixTime() + 60 }),
      )
        .setProtectedHeader({ alg: 'HS256', kid: '1' })
        .sign(Buffer.from('s'.repeat(32))),
    }),
  ],
  ['one of another issuer', () => buildSignedForm({ iss: 'https://evil.example.com' })],
  ['one for another client', () => buildSignedForm({ aud: 'other' })],
  ['one that has expired', () => buildSignedForm({ exp: getUnixTime() - 31 })],
  ['one that never expires', () => buildSignedForm({ exp: undefined })],
  ['one of no time', () => buildSignedForm({ iat: undefined })],
  ['one of times to come', () => buildSignedForm({ iat: getUnixTime() + 60 })],
  ['one without a name', () => buildSignedForm({ jti: undefined })],
  ['one whose name is empty', () => buildSignedForm({ jti: '' })],
  ['one without a subject', () => buildSignedForm({ sub: undefined })],
  ['one whose person is a number', () => buildSignedForm({ sub: 7 as never })],
  ['one whose session is a number', () => buildSignedForm({ sid: 7 as never })],
  ['one that says nothing', () => buildSignedForm({ events: undefined })],
  ['one that says nothing at all', () => buildSignedForm({ events: null })],
  ['one that says something else', () => buildSignedForm({ events: { 'https://example.com/moved': {} } })],
  ['one that hardly says it', () => buildSignedForm({ events: { [Object.keys(events)[0]!]: true } })],
  ['one with a nonce', () => buildSignedForm({ nonce: 'n' })],
  ['an ID token', async () => ({ logout_token: provider.idToken })],
]

test('an invalid logout token is rejected and ends nothing', async () => {
  const page = await signInPage()
  for (const [what, form] of refused) {
    const { status, body, headers } = await send(await form())
    const { error } = (body ?? {}) as { error?: string }
    expect([what, status, error, headers['cache-control']]).toEqual([what, 400, 'invalid_request', 'no-store'])
  }
  expect(await listStatuses(page)).toEqual([200])
})

test('an address that fails too often is limited, and the provider never is', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => send({})))
  const last = responses.find(({ status }) => status === 429)
  expect([last?.body.error, last?.headers['retry-after']]).toEqual([
    'temporarily_unavailable',
    expect.stringMatching(/^\d+$/),
  ])
  expectStatus(await logOut(), 200)
})

test('while the provider’s keys are unavailable the response is 503, except for a foreign token', async () => {
  const issuer = 'http://127.0.0.1:9'
  const away = await startApp({ database: app, env: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'svc' } })
  const sendFrom = async (iss: string) =>
    (await send({ logout_token: await provider.sign(buildClaims({ iss })) }, away)).status
  expect([await sendFrom(issuer), await sendFrom(provider.url)]).toEqual([503, 400])
  await away.stop()
})

const day = 24 * 60 * 60_000
test.each([
  [true, undefined, 7],
  [true, 2, 2],
  [true, 7, 7],
  [undefined, undefined, 1],
  [undefined, 7, 1],
  [undefined, 0.5, 0.5],
  ['true', 7, 1],
])('with a provider that advertises %j and a limit of %j days, a session lasts %j days', (says, set, days) => {
  const config = { sessionLimits: { idleMillis: day, maxMillis: set === undefined ? set : set * day } }
  expect(getMaxSessionMs(config, { backchannel_logout_supported: says })).toBe(days * day)
})

test('with a provider that notifies, a session lasts seven days and no recent login is requested', async () => {
  const { browser } = await signInPage()
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^svc_sign_in_\w+=[^;]+;/),
    expect.stringMatching(/^svc_sign_in_\w+=;/),
    expect.stringMatching(/^svc_session_\d+=[\w-]{43};.* Max-Age=604800;/),
    expect.stringMatching(/^svc_person_\d+=[\w-]{36};.* Max-Age=604800;/),
  ])
  expect(provider.authorizationRequest.get('max_age')).toBe('604800')
  const [row] = await app.sql<{ days: number }>(
    `SELECT extract(day FROM max(expires_at - signed_in_at))::int AS days FROM browser_sessions`,
  )
  expect(row!.days).toBe(7)
})
