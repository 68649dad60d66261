import { connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import {
  startAuthorization,
  Browser,
  connectApp,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
  type AuthorizationResponse,
  type TestClient,
} from '../support/oauth.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app, env: { BASE_URL: app.url } }) : app
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const client = await registerApp(ada, org_id)
const device = await registerApp(ada, org_id, { client_type: 'public' })
const browser = new Browser()
const revoked = 'urn:svc:problem:token-revoked'

const connectAda = (client: TestClient = device) => connectApp(client, 'ada', { org_id }, browser)
const buildCodeForm = (
  client: TestClient,
  { redirectUrl: returned, verifier }: AuthorizationResponse,
  more: Record<string, string> = {},
) => ({
  grant_type: 'authorization_code',
  client_id: client.client_id,
  code: returned.searchParams.get('code')!,
  redirect_uri: client.redirect_uri,
  code_verifier: verifier,
  ...more,
})
const redeemForm = async (client: TestClient, form: Record<string, string>, at = app, headers = {}) => {
  const secret: Record<string, string> = client.client_secret === null ? {} : { client_secret: client.client_secret }
  return postForm(at, '/oauth/token', { ...secret, ...form }, headers)
}
const buildBasicAuth = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

describe('a code', () => {
  test('is for one use: a second one revokes the tokens of the first', async () => {
    const back = await connectAda()
    const first = await redeemForm(device, buildCodeForm(device, back))
    expect(first.status).toBe(200)
    expectStatus(await app.createClient(first.body.access_token).get('/v1/me'), 200)
    const second = await redeemForm(device, buildCodeForm(device, back))
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant'])
    expect((await app.createClient(first.body.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(device, first.body.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test.each<[string, string, Record<string, string>]>([
    ['another redirect', 'invalid_grant', { redirect_uri: 'https://board.example.com/other' }],
    ['no redirect', 'invalid_request', { redirect_uri: '' }],
    ['another verifier', 'invalid_grant', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', 'invalid_grant', { code_verifier: '' }],
    ['a short verifier', 'invalid_request', { code_verifier: 'x'.repeat(42) }],
    ['a long verifier', 'invalid_request', { code_verifier: 'x'.repeat(129) }],
    ['another resource', 'invalid_target', { resource: 'https://elsewhere.example/v1' }],
    ['no code', 'invalid_request', { code: '' }],
    ['an unknown code', 'invalid_grant', { code: 'x'.repeat(43) }],
    ['an unknown grant', 'unsupported_grant_type', { grant_type: 'password' }],
    ['client credentials', 'unsupported_grant_type', { grant_type: 'client_credentials' }],
    ['no grant', 'invalid_request', { grant_type: '' }],
    ['an unknown app', 'invalid_client', { client_id: 'svcc_0000000000000000' }],
    ['no app', 'invalid_request', { client_id: '' }],
  ])('with %s is %s, in the terms of RFC 6749, and stays valid', async (_, error, invalid) => {
    const back = await connectAda()
    const refused = await redeemForm(device, buildCodeForm(device, back, invalid))
    expect([refused.status, refused.body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
    expect(Object.keys(refused.body).every((name) => ['error', 'error_description'].includes(name))).toBe(true)
    expect(refused.headers.get('cache-control')).toContain('no-store')
    expect(refused.headers.get('x-request-id')).toMatch(/^[\w.-]+$/)
    await redeemCode(device, back)
  })

  test('is for the app that it was issued to', async () => {
    const back = await connectAda(client)
    const stolen = await redeemForm(device, { ...buildCodeForm(device, back), redirect_uri: client.redirect_uri })
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
    await redeemCode(client, back)
  })

  test('lasts a minute', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.signIn('cleo')
    const created = await createOrganization(cleo)
    const native = await registerApp(cleo, created.org_id, { client_type: 'public' })
    const back = await connectApp(native, 'cleo', { org_id: created.org_id })
    mine.clock.advance(61_000)
    await expect(redeemCode(native, back)).rejects.toMatchObject({ error: 'invalid_grant' })
    await mine.stop()
  })

  test('can be redeemed at any server, and so can its tokens', async () => {
    const first = await redeemForm(device, buildCodeForm(device, await connectAda()), otherApp)
    expect(first.status).toBe(200)
    const form = { grant_type: 'refresh_token', client_id: device.client_id }
    const second = await redeemForm(device, { ...form, refresh_token: first.body.refresh_token }, app)
    const third = await redeemForm(device, { ...form, refresh_token: second.body.refresh_token }, otherApp)
    expectStatus(await app.createClient(third.body.access_token).get('/v1/me'), 200)
  })

  test('redeemed five times concurrently through two servers is redeemed once, and then revoked', async () => {
    const back = await connectAda()
    const responses = await Promise.all(
      [app, otherApp, app, otherApp, app].map((at) => redeemForm(device, buildCodeForm(device, back), at)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const won = responses.find(({ status }) => status === 200)!
    expect((await app.createClient(won.body.access_token).get('/v1/me')).body.type).toBe(revoked)
  })
})

describe('a refresh token', () => {
  test('is for the app that it was issued to, and is no access token', async () => {
    const mine = await redeemCode(client, await connectAda(client))
    const form = {
      grant_type: 'refresh_token',
      client_id: device.client_id,
      refresh_token: mine.refresh_token,
    }
    expect((await redeemForm(device, form)).body.error).toBe('invalid_grant')
    expect((await redeemForm(device, { ...form, refresh_token: mine.access_token })).body.error).toBe('invalid_grant')
    expect((await app.createClient(mine.refresh_token).get('/v1/me')).body.type).toBe('urn:svc:problem:token-invalid')
    await refreshTokens(client, mine.refresh_token)
  })
})

describe('a confidential app', () => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a wrong secret', { client_id: client.client_id, client_secret: 'svcs_wrong' }, {}],
    ['a wrong secret by basic', {}, buildBasicAuth(client.client_id, 'svcs_wrong')],
    ['no secret', { client_id: client.client_id }, {}],
    ['its own hash', { client_id: client.client_id, client_secret: '0'.repeat(64) }, {}],
    ['another app’s secret', {}, buildBasicAuth(device.client_id, client.client_secret!)],
  ])('with %s is 401', async (_, credentials, headers) => {
    const refused = await postForm(app, '/oauth/token', { ...form, ...credentials }, headers)
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    if ('authorization' in headers) expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  test('gets the same error for a wrong secret and an unknown app', async () => {
    const known = { client_id: client.client_id, client_secret: 'svcs_wrong' }
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const [wrong, none] = await Promise.all(
        [known, { ...known, client_id: 'svcc_0000000000000000' }].map((user) =>
          postForm(app, path, { ...form, token: 'x', ...user }),
        ),
      )
      expect([wrong!.status, wrong!.body]).toEqual([none!.status, none!.body])
    }
  })

  test('authenticates in one way only', async () => {
    const headers = buildBasicAuth(client.client_id, client.client_secret!)
    const twice = { ...form, client_id: client.client_id, client_secret: client.client_secret! }
    expect((await postForm(app, '/oauth/token', twice, headers)).body.error).toBe('invalid_request')
    expect((await postForm(app, '/oauth/token', form, headers)).body.error).toBe('invalid_grant')
  })

  test('has 24 hours to change to a new secret', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.signIn('cleo')
    const created = await createOrganization(cleo)
    const board = await registerApp(cleo, created.org_id)
    const isAccepted = async (secret: string) =>
      (await postForm(mine, '/oauth/token', form, buildBasicAuth(board.client_id, secret))).body.error ===
      'invalid_grant'
    const rotate = async () =>
      expectStatus(await cleo.post(`/v1/oauth/clients/${board.client_id}/rotate-secret`), 200).client_secret
    const [first, second] = [board.client_secret!, await rotate()]
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true])
    mine.clock.advance(24 * 3600_000 - 60_000)
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true])
    mine.clock.advance(120_000)
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true])
    const third = await rotate()
    const fourth = await rotate()
    expect([await isAccepted(second), await isAccepted(third), await isAccepted(fourth)]).toEqual([false, true, true])
    await mine.stop()
  })

  test('is unknown after it was revoked', async () => {
    const board = await registerApp(ada, org_id)
    const tokens = await redeemCode(board, await connectAda(board))
    const [waiting, begun] = [await connectAda(board), await startAuthorization(board)]
    expectStatus(await ada.delete(`/v1/oauth/clients/${board.client_id}`), 200)
    expect((await app.createClient(tokens.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(board, tokens.refresh_token)).rejects.toMatchObject({ status: 401 })
    await expect(redeemCode(board, waiting)).rejects.toMatchObject({ status: 401 })
    const page = await fetch(begun.url, { redirect: 'manual' })
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Unknown app')])
  })
})

describe('a form', () => {
  const of = { client_id: device.client_id }
  test('that repeats a parameter is rejected', async () => {
    const back = await connectAda()
    const form = buildCodeForm(device, back)
    for (const name of Object.keys(form) as (keyof typeof form)[]) {
      const twice = new URLSearchParams(form)
      twice.append(name, form[name])
      const refused = await postForm(app, '/oauth/token', twice)
      expect([name, refused.status, refused.body.error]).toEqual([name, 400, 'invalid_request'])
    }
    await redeemCode(device, back)
  })

  test('to revoke a token, that repeats a parameter, is rejected and ends nothing', async () => {
    const { access_token, refresh_token } = await redeemCode(device, await connectAda())
    const twice = new URLSearchParams({ ...of, token: access_token })
    twice.append('token', refresh_token)
    const refused = await postForm(app, '/oauth/revoke', twice)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request'])
    expectStatus(await app.createClient(access_token).get('/v1/me'), 200)
  })

  test.each<[string, string, Record<string, string>]>([
    ['JSON', JSON.stringify({ grant_type: 'refresh_token', ...of }), { 'content-type': 'application/json' }],
    ['nothing', '', {}],
    ['64 KB', `client_id=${'x'.repeat(64 * 1024)}`, {}],
    ['bytes that are no text', 'client_id=%FF%00&grant_type=%00', {}],
    ['a foreign media type', 'x', { 'content-type': 'text/plain' }],
  ])('of %s is rejected with JSON, also for a browser', async (_, body, headers) => {
    for (const accept of ['*/*', 'text/html']) {
      const refused = await postForm(app, '/oauth/token', body, { accept, ...headers })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.status).toBeLessThan(500)
      expect(refused.headers.get('content-type')).toMatch(/^application\/json/)
      expect(refused.body.error).toMatch(/^invalid_(request|client)$/)
    }
  })

  test('must be sent by POST', async () => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const response = await fetch(`${app.url}${path}`)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      expect(((await response.json()) as { error: string }).error).toBe('invalid_request')
    }
  })
})

test('a stopping server answers requests that it has begun to read', async () => {
  const mine = await startApp({ engine: app.engine })
  const body = 'client_id=svcc_0000000000000000&token=x'
  const { port, hostname } = new URL(mine.url)
  const socket = connectSocket(Number(port), hostname)
  let answered = ''
  socket.on('data', (bytes: Buffer) => (answered += bytes.toString()))
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.write(`POST /oauth/revoke HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`)
  socket.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await sleep(300)
  const stopped = mine.stop()
  await sleep(300)
  socket.write(body.slice(10))
  await Promise.all([ended, stopped])
  expect(answered).toMatch(/^HTTP\/1.1 401 /)
  expect(answered).toContain('"error":"invalid_client"')
})

test('an address that fails or asks too often is limited; valid requests still succeed', async () => {
  const mine = await startApp({ engine: app.engine, env: { RATE_LIMIT_ADDRESS: '20' } })
  const sendRequest = (path: string) => postForm(mine, path, { client_id: 'svcc_0000000000000000', token: 'x' })
  const person = await mine.signIn('ada')
  const { org_id: own } = await createOrganization(person)
  const mobile = await registerApp(person, own, { client_type: 'public' })
  let { refresh_token } = await redeemCode(mobile, await connectApp(mobile, 'ada', { org_id: own }))
  for (let i = 0; i < 25; i++) refresh_token = (await refreshTokens(mobile, refresh_token)).refresh_token

  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await sendRequest('/oauth/token')).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const refused = await sendRequest('/oauth/token')
  expect(refused.body.error).toBe('temporarily_unavailable')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await sendRequest('/oauth/revoke')).status).toBe(401)
  expect((await refreshTokens(mobile, refresh_token)).refresh_token).not.toBe(refresh_token)
  mine.clock.advance(60_000)
  expect((await sendRequest('/oauth/token')).status).toBe(401)
  const register = () => fetch(`${mine.url}/oauth/register`, { method: 'POST', body: '{}' })
  const registrations = [await register(), await register(), await register()].map(({ status }) => status)
  expect(registrations).toEqual([400, 400, 429])
  await mine.stop()
})
