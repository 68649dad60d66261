import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/resources/platform/webhooks/sender/sender.ts'
import { startNameServer, type NameServer } from '../support/name-server.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { setTraps, type Traps } from './traps.ts'

/** Receivers are allowed at 127.0.0.9 only. Traps listen at the same port of its neighbors to detect stray packets. */
let names: NameServer
let sender: WebhookSender
let receiver: Receiver
let traps: Traps
let port = 0

beforeAll(async () => {
  names = await startNameServer()
  traps = await setTraps(['127.0.0.1', '127.0.0.2', '::1'])
  port = traps.port
  receiver = await startReceiver((_request, response) => response.end('ok'), { host: '127.0.0.9', port })
  sender = createWebhookSender({ webhookAllowCidrs: ['127.0.0.9/32'], webhookDns: [names.address] })
})

afterAll(async () => {
  sender.close()
  await Promise.all([names.close(), receiver.close(), traps.close()])
})

beforeEach(() => {
  receiver.requests.length = 0
  traps.reset()
})

const send = (host: string, scheme = 'http') =>
  sender.attempt({
    url: `${scheme}://${host}:${port}/hook`,
    id: 'WD1',
    type: 'task.updated',
    body: '{"id":"WD1"}',
    secrets: ['whsec_AAAA'],
    at: Date.now(),
  })

test('a delivery goes to the resolved IP, with the host name in its headers', async () => {
  names.set('hook.example.com', '127.0.0.9')
  expect(await sender.findRefusalReason(`http://hook.example.com:${port}/hook`)).toBeNull()
  expect(await send('hook.example.com')).toMatchObject({
    outcome: 'succeeded',
    status: 200,
    error: null,
    resolved_ip: '127.0.0.9',
    excerpt: 'ok',
  })
  expect(receiver.requests[0]).toMatchObject({ body: '{"id":"WD1"}', url: '/hook' })
  expect(receiver.requests[0]!.headers.host).toBe(`hook.example.com:${port}`)
})

test('a name that resolves to a forbidden IP after registration is sent nothing, not even over an open connection', async () => {
  names.set('turning.example.com', '127.0.0.9')
  expect(await sender.findRefusalReason(`http://turning.example.com:${port}/`)).toBeNull()
  expect((await send('turning.example.com')).outcome).toBe('succeeded')
  for (const bad of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '10.0.0.1']) {
    names.set('turning.example.com', bad)
    expect(await send('turning.example.com')).toMatchObject({
      outcome: 'failed',
      status: null,
      resolved_ip: null,
    })
  }
  expect({ got: receiver.requests.length, sprung: traps.sprung() }).toEqual({ got: 1, sprung: [] })
  names.set('turning.example.com', '127.0.0.9')
  expect((await send('turning.example.com')).outcome).toBe('succeeded')
})

test.each([
  ['good before bad', ['127.0.0.9', '127.0.0.1']],
  ['bad before good', ['127.0.0.1', '127.0.0.9']],
  ['a good A and a bad AAAA', ['127.0.0.9', '::1']],
  ['a good A and a mapped bad AAAA', ['127.0.0.9', '::ffff:127.0.0.1']],
])('a name with one forbidden IP among several is refused: %s', async (_case, records) => {
  names.set('mixed.example.com', ...records)
  expect(await sender.findRefusalReason(`http://mixed.example.com:${port}/`)).not.toBeNull()
  for (const scheme of ['http', 'https'])
    expect(await send('mixed.example.com', scheme)).toMatchObject({ outcome: 'failed', status: null })
  expect({ got: receiver.requests.length, sprung: traps.sprung() }).toEqual({ got: 0, sprung: [] })
})

test('a name is resolved again for each delivery, regardless of its TTL', async () => {
  names.set('asked.example.com', '127.0.0.9')
  for (let i = 1; i <= 5; i++) {
    await send('asked.example.com')
    expect(names.countQueries('asked.example.com')).toBe(2 * i)
  }
  expect(receiver.requests).toHaveLength(5)
})

test('an open connection of one name is not used for another', async () => {
  names.set('one.example.com', '127.0.0.9')
  names.set('two.example.com', '127.0.0.9')
  const before = receiver.connections
  for (const host of ['one', 'two', 'one', 'two']) await send(`${host}.example.com`)
  expect(receiver.connections - before).toBe(2)
})

test('a name that moved is followed to its new IP, although a connection to the old one is open', async () => {
  const both = createWebhookSender({
    webhookAllowCidrs: ['127.0.0.9/32', '127.0.0.10/32'],
    webhookDns: [names.address],
  })
  const second = await startReceiver((_request, response) => response.end('ok'), { host: '127.0.0.10', port })
  const outgoing = { url: `http://moving.example.com:${port}/`, id: 'WD1', type: 't', body: '{}', at: 0 }
  for (const address of ['127.0.0.9', '127.0.0.10', '127.0.0.9']) {
    names.set('moving.example.com', address)
    const sent = await both.attempt({ ...outgoing, secrets: ['whsec_AAAA'] })
    expect(sent).toMatchObject({ status: 200, resolved_ip: address })
  }
  expect([receiver.requests.length, second.requests.length]).toEqual([2, 1])
  both.close()
  await second.close()
})

test('an unreachable IP is skipped for the next if all of them are allowed', async () => {
  const open = createWebhookSender({ webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [names.address] })
  // The first one has no listener.
  names.set('pair.example.com', '127.0.0.77', '127.0.0.9')
  const outgoing = {
    url: `http://pair.example.com:${port}/`,
    id: 'WD1',
    type: 't',
    body: '{}',
    secrets: ['whsec_AAAA'],
  }
  expect(await open.attempt({ ...outgoing, at: 0 })).toMatchObject({ status: 200, resolved_ip: '127.0.0.9' })
  open.close()
})

test.each([
  ['127.0.0.9', null],
  ['[::ffff:127.0.0.9]', null],
  ['localhost', 'not_https'],
  ['127.0.0.1', 'not_https'],
  ['nothing.example.com', 'not_https'],
  ['public.example.com', 'not_https'],
])('plain HTTP is sent to allowed ranges only: %s', async (host, reason) => {
  names.set('public.example.com', '93.184.215.14')
  expect(await sender.findRefusalReason(`http://${host}:${port}/`)).toBe(reason)
})

test('allowed ranges admit local names that resolve into them, including localhost, but never metadata services', async () => {
  const open = createWebhookSender({
    webhookAllowCidrs: ['127.0.0.0/8', '10.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10', 'fd00::/8'],
    webhookDns: [names.address],
  })
  names.set('receiver', '10.0.0.7')
  names.set('receiver.internal', '10.0.0.7', 'fd00::7')
  names.set('stray.internal', '10.0.0.7', '192.168.0.1')
  names.set('cloud.example.com', '169.254.169.254')
  const checkUrl = async (url: string) => [url, await open.findRefusalReason(url)]
  const urls = {
    'http://localhost:3000/': null,
    'https://localhost/': null,
    'http://app.localhost:3000/': null,
    'http://receiver:3000/': null,
    'https://receiver.internal/': null,
    'http://169.254.7.7/': null,
    'http://stray.internal/': 'not_https',
    'https://stray.internal/': 'private',
    'https://gone.internal/': 'private',
    'https://[::1]/': 'loopback',
    'https://169.254.169.254/': 'metadata',
    'http://169.254.169.254/': 'not_https',
    'https://100.100.100.200/': 'metadata',
    'https://[fd00:ec2::254]/': 'metadata',
    'https://cloud.example.com/': 'metadata',
    'https://metadata.google.internal/': 'metadata',
    'http://ada@127.0.0.1/': 'credentials',
  }
  expect(Object.fromEntries(await Promise.all(Object.keys(urls).map(checkUrl)))).toEqual(urls)
  open.close()
})
