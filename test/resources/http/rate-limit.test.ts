import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import type { Reply } from '../../support/client.ts'
import { createOrganization, createTokenClient } from '../../support/factories.ts'

const live = 5
const failures = 3
let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  const env = { RATE_LIMIT_LIVE: `${live}`, RATE_LIMIT_TEST: '2', RATE_LIMIT_ADDRESS: `${failures}` }
  app = await startApp({ env: { ...env, TRUST_PROXY: 'loopback', CORS_ORIGINS: 'https://app.example.com' } })
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

const readLimits = ({ headers }: Reply) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]))

const repeatConcurrently = <T>(n: number, work: () => Promise<T>) => Promise.all(Array.from({ length: n }, work))

describe('the rate limit of a token', () => {
  test('admits requests up to the limit, and refuses more until the minute is over', async () => {
    const client = await createTokenClient(owner, org)
    for (let left = live - 1; left >= 0; left--) {
      const reply = await client.get('/v1/me')
      expect([reply.status, ...readLimits(reply).slice(0, 2)]).toEqual([200, live, left])
    }
    const refused = await client.get('/v1/me')
    expect(refused.body).toMatchObject({ status: 429, type: 'urn:svc:problem:rate-limit' })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    const [, remaining, reset] = readLimits(refused)
    expect(remaining).toBe(0)
    expect(Math.abs(reset! - (app.clock.now() / 1000 + wait))).toBeLessThan(2)
    app.clock.advance((wait - 20) * 1000)
    app.clock.set(-3_600_000)
    const still = await client.get('/v1/me')
    expect([still.status, still.headers['retry-after']]).toEqual([429, '20'])
    expect(Math.abs(readLimits(still)[2]! - (app.clock.now() / 1000 + 20))).toBeLessThan(2)
    app.clock.advance(20_000)
    expect(readLimits(await client.get('/v1/me'))[1]).toBe(live - 1)
  })

  test('is reported by headers on every kind of response', async () => {
    const statuses: number[] = []
    const sendRequest = async (client: Client, method: string, path: string, headers = {}, body?: unknown) => {
      const reply = await client.send(method, path, { headers, body })
      statuses.push(reply.status)
      expect(readLimits(reply)).toEqual([live, expect.any(Number), expect.any(Number)])
      return reply
    }
    const admin = await createTokenClient(owner, org)
    const { headers } = await sendRequest(admin, 'GET', '/v1/me')
    await sendRequest(admin, 'GET', '/v1/me', { 'if-none-match': headers.etag })
    await sendRequest(admin, 'GET', '/v1/tasks/T0')
    await sendRequest(admin, 'POST', '/v1/organizations', {}, { name: 'x' })
    await sendRequest(admin, 'GET', '/v1/tasks?limit=x')
    await sendRequest(admin, 'HEAD', '/v1/me')
    const reader = await createTokenClient(owner, org, { scopes: ['org:read'] })
    await sendRequest(reader, 'POST', '/v1/tasks', {}, { title: 'x' })
    expect(statuses).toEqual([200, 304, 404, 403, 422, 429, 403])
  })

  test('admits exactly the limit of concurrent requests', async () => {
    const client = await createTokenClient(owner, org)
    const replies = await repeatConcurrently(20, () => client.get('/v1/me'))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(live)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - live)
  })

  test('is independent of other tokens, also of the same user', async () => {
    const [one, other] = [await createTokenClient(owner, org), await createTokenClient(owner, org)]
    await repeatConcurrently(live + 1, () => one.get('/v1/me'))
    expect((await one.get('/v1/me')).status).toBe(429)
    expect((await other.get('/v1/me')).status).toBe(200)
  })

  test('differs for tokens of kind test', async () => {
    const client = await createTokenClient(owner, org, { kind: 'test' })
    const replies = [await client.get('/v1/me'), await client.get('/v1/me'), await client.get('/v1/me')]
    expect(replies.map((reply) => [reply.status, readLimits(reply)[0]])).toEqual([
      [200, 2],
      [200, 2],
      [429, 2],
    ])
  })

  test('is checked before scope, input and body', async () => {
    const client = await createTokenClient(owner, org, { scopes: ['org:read'] })
    await repeatConcurrently(live, () => client.get('/v1/me'))
    expect((await client.post('/v1/tasks', { body: '{' })).status).toBe(429)
    expect((await client.post('/v1/organizations', { body: {} })).status).toBe(429)
  })

  test('counts a slow body as one request', async () => {
    const client = await createTokenClient(owner, org)
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ org_id: org, title: 'Slowly' })
    const head = [`POST /v1/tasks HTTP/1.1`, 'host: svc', 'connection: close', 'content-type: application/json']
    socket.write(
      [...head, `authorization: ${client.authorization}`, `content-length: ${body.length}`, '', ''].join('\r\n'),
    )
    await sleep(1100) // outlasts the cached authorization
    let response = ''
    socket.on('data', (chunk) => (response += String(chunk)))
    socket.write(body)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(response).toMatch(/^HTTP\/1.1 200/)
    expect(response).toMatch(new RegExp(`x-ratelimit-remaining: ${live - 1}\r\n`, 'i'))
  })
})

describe('sessions', () => {
  test('have no rate limit and no headers of one', async () => {
    const replies = await repeatConcurrently(live * 3, () => owner.get('/v1/me'))
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    expect(Object.keys(replies[0]!.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })
})

describe('an IP', () => {
  const buildForwardedHeader = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const createWrongClient = () => app.createClient('svc_live_wrong')

  test('with too many failures has to wait, and is still admitted with a valid credential', async () => {
    const replies = []
    for (let i = 0; i <= failures; i++)
      replies.push(await createWrongClient().get('/v1/me', buildForwardedHeader('198.51.100.1')))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    const last = replies.at(-1)!
    expect(last.body.type).toBe('about:blank')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(50)
    expect((await app.anonymous.get('/v1/me', buildForwardedHeader('198.51.100.1'))).status).toBe(429)
    expect((await owner.get('/v1/me', buildForwardedHeader('198.51.100.1'))).status).toBe(200)
    expect(
      (await (await createTokenClient(owner, org)).get('/v1/me', buildForwardedHeader('198.51.100.1'))).status,
    ).toBe(200)
    app.clock.advance(60_000)
    expect((await createWrongClient().get('/v1/me', buildForwardedHeader('198.51.100.1'))).status).toBe(401)
  })

  test('with many successes has no failures counted', async () => {
    await repeatConcurrently(10, () => owner.get('/v1/me', buildForwardedHeader('198.51.100.2')))
    expect((await createWrongClient().get('/v1/me', buildForwardedHeader('198.51.100.2'))).status).toBe(401)
  })

  test('shares its limit with its IPv6 network only', async () => {
    await repeatConcurrently(failures, () => createWrongClient().get('/v1/me', buildForwardedHeader('2001:db8:7:7::1')))
    expect((await createWrongClient().get('/v1/me', buildForwardedHeader('2001:db8:7:7:ffff::2'))).status).toBe(429)
    expect((await createWrongClient().get('/v1/me', buildForwardedHeader('2001:db8:7:8::1'))).status).toBe(401)
    expect((await createWrongClient().get('/v1/me', buildForwardedHeader('198.51.100.3'))).status).toBe(401)
  })

  test('is that of the connection without a trusted proxy, whatever the headers say', async () => {
    const direct = await startApp({ database: app, env: { RATE_LIMIT_ADDRESS: '2' } })
    const statuses = []
    for (const ip of ['198.51.100.4', '198.51.100.5', '198.51.100.6'])
      statuses.push((await direct.anonymous.get('/v1/me', buildForwardedHeader(ip))).status)
    expect(statuses).toEqual([401, 401, 429])
  })
})

test('a setting of 0 turns each limit off', async () => {
  const open = await startApp() // all settings of tests are 0
  const session = await open.signIn('ada')
  const client = await createTokenClient(session, (await createOrganization(session)).org_id)
  const replies = await repeatConcurrently(live * 3, () => client.get('/v1/me'))
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  expect(replies[0]!.headers['x-ratelimit-limit']).toBeUndefined()
  const failed = await repeatConcurrently(failures * 3, () => open.anonymous.get('/v1/me'))
  expect(failed.filter(({ status }) => status !== 401)).toEqual([])
})

test('browser apps may read the rate limit headers', async () => {
  const reply = await owner.get('/v1/me', { headers: { origin: 'https://app.example.com' } })
  const exposed = reply.headers['access-control-expose-headers']!.toLowerCase().split(/, ?/)
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'])
    expect(exposed).toContain(name)
})
