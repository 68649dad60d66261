import { createServer as createTlsServer } from 'node:https'
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/resources/platform/webhooks/sender/sender.ts'
import { createAuthority, createSelfSigned, type Certificate } from '../support/certificates.ts'
import { startNameServer, type NameServer } from '../support/name-server.ts'
import { startHostile } from './hostile.ts'
import { startReceiver, type Receiver } from './receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const authority = createAuthority()
const closers: (() => unknown)[] = []
let names: NameServer
let sender: WebhookSender

beforeAll(async () => {
  names = await startNameServer()
  names.set('hook.example.com', '127.0.0.1')
  sender = createWebhookSender(
    { webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [names.address] },
    { totalMillis: 5_000, ca: authority.cert },
  )
})

afterAll(async () => {
  sender.close()
  await Promise.all([names.close(), ...closers.map((close) => close())])
})

async function startReceiverFor(
  response: RequestListener,
  at?: Parameters<typeof startReceiver>[1],
): Promise<Receiver> {
  const receiver = await startReceiver(response, at)
  closers.push(receiver.close)
  return receiver
}

const send = (url: string) =>
  sender.attempt({
    url,
    id: 'WD1',
    type: 'task.updated',
    body: '{"id":"WD1"}',
    secrets: [secret],
    at: Date.now(),
  })

const respondWith = (status: number, headers: Record<string, string> = {}, body = ''): RequestListener => {
  return (_request, response) => void response.writeHead(status, headers).end(body)
}

describe('a response succeeds or fails by its status alone', () => {
  test.each([
    [200, 'succeeded'],
    [201, 'succeeded'],
    [202, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [400, 'failed'],
    [401, 'failed'],
    [404, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [413, 'failed'],
    [429, 'rate_limited'],
    [500, 'failed'],
    [503, 'failed'],
    [599, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    // Only a 429 and a 503 use Retry-After.
    const { port } = await startReceiverFor(respondWith(status, { 'retry-after': '60' }))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status,
      outcome,
      error: null,
      retry_after: [429, 503].includes(status) ? 60 : null,
      ms: expect.any(Number),
      resolved_ip: '127.0.0.1',
    })
  })

  test.each([300, 301, 302, 303, 304, 305, 307, 308])('a %i is not followed', async (status) => {
    const other = await startReceiverFor(respondWith(200))
    const location = `http://127.0.0.1:${other.port}/`
    const { port } = await startReceiverFor(respondWith(status, { location }))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status,
      outcome: 'failed',
      error: 'redirects are not followed',
    })
    expect(other.connections).toBe(0)
  })
})

test('a delivery arrives with the signed body, by POST, at the registered path and query', async () => {
  const receiver = await startReceiverFor(respondWith(200))
  const result = await send(`http://127.0.0.1:${receiver.port}/a%20b/ü?x=1&y=/..#part`)
  expect(receiver.requests).toEqual([
    {
      method: 'POST',
      url: '/a%20b/%C3%BC?x=1&y=/..',
      body: '{"id":"WD1"}',
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': '12',
        'user-agent': 'Svc-Webhooks/1',
        'webhook-id': 'WD1',
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,/),
        'x-svc-event': 'task.updated',
      },
    },
  ])
  expect(result.headers['webhook-signature']).toBe('v1,***')
})

describe('the stored excerpt of a response', () => {
  test.each([
    ['the secret', `you said ${secret}!`],
    ['the key of the secret', `key=${secret.slice(6)}`],
    ['another webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['an access token', '{"token":"svc_live_abcdefghijklmnopqrstuvwxyz0123"}'],
    ['a client secret', 'svcs_abcdefghijklmnopqrstuvwxyz0123'],
    ['a signature', 'webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ['a bearer token', 'Authorization: Bearer c2VjcmV0LXRva2Vu.abc-_~+/='],
    ['basic credentials', '"authorization":"basic YWRhOnNlY3JldA=="'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'],
    ['a secret at the end of the excerpt', `${'-'.repeat(505)}${secret}`],
  ])('masks %s', async (_name, body) => {
    const { port } = await startReceiverFor(respondWith(500, {}, body))
    const { excerpt } = await send(`http://127.0.0.1:${port}/`)
    expect(excerpt).toMatch(/\[remo/)
    for (const part of [secret.slice(6, 12), 'MfKQ9', 'abcdefgh', 'g0hM9', 'c2Vjc', 'YWRh', 'eyJ'])
      expect(excerpt).not.toContain(part)
  })

  test('without secrets is unchanged, up to 512 characters', async () => {
    const text = 'Unknown project: svc says P0001 ✓ basic checks, the bearer is fine. '.repeat(20)
    const { port } = await startReceiverFor(respondWith(400, {}, text))
    expect((await send(`http://127.0.0.1:${port}/`)).excerpt).toBe(text.slice(0, 512))
  })
})

describe('a delivery over TLS', () => {
  const startTlsReceiver = (certificate: Certificate) =>
    startReceiverFor(respondWith(200), { server: (listener) => createTlsServer(certificate, listener) })

  test('verifies the certificate of the host name while connecting to the resolved IP', async () => {
    const { port } = await startTlsReceiver(authority.issueCertificate({ names: ['hook.example.com'] }))
    for (const host of ['hook.example.com', 'HOOK.example.com', 'hook.example.com.'])
      expect(await send(`https://${host}:${port}/`)).toMatchObject({ status: 200, resolved_ip: '127.0.0.1' })
  })

  const past = new Date(Date.now() - 7_200_000)
  test.each<[string, () => Certificate]>([
    ['another name', () => authority.issueCertificate({ names: ['other.example.com'] })],
    ['an unknown authority', () => createAuthority().issueCertificate({ names: ['hook.example.com'] })],
    ['itself', () => createSelfSigned(['hook.example.com'])],
    ['the past', () => authority.issueCertificate({ names: ['hook.example.com'], until: past })],
    [
      'the future',
      () => authority.issueCertificate({ names: ['hook.example.com'], from: new Date(Date.now() + 7_200_000) }),
    ],
  ])('refuses a certificate of %s, and sends no request', async (_name, certificate) => {
    // Would disable verification in a client that relies on the default.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      const receiver = await startTlsReceiver(certificate())
      expect(await send(`https://hook.example.com:${receiver.port}/`)).toMatchObject({
        outcome: 'failed',
        status: null,
        ms: null,
        error: 'certificate not accepted',
      })
      expect(receiver.requests).toEqual([])
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
  })
})

test('a closed port, an unknown name and a non-HTTP service give equal errors', async () => {
  const mute = await startHostile((socket) => void socket.end('220 mail.example.com\r\n'))
  closers.push(mute.close)
  const { port } = await startReceiverFor(respondWith(200))
  const results = await Promise.all(
    [
      'http://127.0.0.1:1/',
      'https://127.0.0.1:1/',
      `http://127.0.0.1:${mute.port}/`,
      `https://127.0.0.1:${mute.port}/`,
      `https://127.0.0.1:${port}/`,
      'https://nowhere.example.com/',
    ].map(async (url) => {
      const { outcome, status, ms, error, excerpt } = await send(url)
      return { outcome, status, ms, error, excerpt }
    }),
  )
  const [first] = results
  expect(first).toEqual({
    outcome: 'failed',
    status: null,
    ms: null,
    error: 'connection failed',
    excerpt: null,
  })
  for (const one of results) expect(one).toEqual(first)
})

test('the duration of a test does not reveal whether a port is open', async () => {
  const mute = await startHostile((socket) => void socket.end('220 mail.example.com\r\n'))
  const silent = await startHostile((socket) => void socket.resume())
  closers.push(mute.close, silent.close)
  const config = { webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [names.address] }
  const probing = createWebhookSender(config, { testConnectMillis: 500 })
  const outgoing = { id: 'WD1', type: 't', body: '{}', secrets: [secret], at: Date.now() }
  const urls = [
    'http://127.0.0.1:1/',
    'https://127.0.0.1:1/',
    `http://127.0.0.1:${mute.port}/`,
    `https://127.0.0.1:${mute.port}/`,
    `https://127.0.0.1:${silent.port}/`,
    'https://nowhere.example.com/',
  ]
  const start = performance.now()
  const times = urls.map(async (url) => {
    expect(await probing.attemptTest({ ...outgoing, url })).toMatchObject({ ms: null, error: 'connection failed' })
    return performance.now() - start
  })
  for (const time of await Promise.all(times)) {
    expect(time).toBeGreaterThan(495)
    expect(time).toBeLessThan(5_000)
  }
  names.set('slow.example.com', '127.0.0.1')
  names.delay('slow.example.com', 700)
  const slow = [1, silent.port].map(async (port) => {
    const startedAt = performance.now()
    await probing.attemptTest({ ...outgoing, url: `https://slow.example.com:${port}/` })
    return performance.now() - startedAt
  })
  for (const time of await Promise.all(slow)) expect(time, 'from the resolution of a slow name').toBeGreaterThan(1_195)
  probing.close()
  const { port } = await startReceiverFor(respondWith(500))
  const patient = createWebhookSender(config, { testConnectMillis: 15_000 })
  const startedAt = performance.now()
  expect((await patient.attemptTest({ ...outgoing, url: `http://127.0.0.1:${port}/` })).status).toBe(500)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  patient.close()
})

test('a proxy in the environment is not used', async () => {
  const proxy = await startReceiverFor(respondWith(200))
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
  try {
    const receiver = await startReceiverFor(respondWith(200))
    const fresh = createWebhookSender({ webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [] })
    const outgoing = { id: 'WD1', type: 't', body: '{}', secrets: [secret], at: Date.now() }
    expect((await fresh.attempt({ ...outgoing, url: `http://127.0.0.1:${receiver.port}/` })).status).toBe(200)
    fresh.close()
    expect({ receiver: receiver.connections, proxy: proxy.connections }).toEqual({ receiver: 1, proxy: 0 })
  } finally {
    for (const name of names) delete process.env[name]
  }
})
