import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/resources/platform/webhooks/sender/sender.ts'
import { startNameServer, type NameServer } from '../support/name-server.ts'
import { acceptedUrls, refusedUrls, zone } from './refused-urls.ts'
import { setTraps, watchConnections, type Traps } from './traps.ts'

const { contacted, stop } = watchConnections()
let names: NameServer
let sender: WebhookSender
let traps: Traps

const buildRequest = (url: string) => ({
  url,
  id: 'WD1',
  type: 'webhook.test',
  body: '{}',
  secrets: ['whsec_AAAA'],
  at: Date.now(),
})

beforeAll(async () => {
  names = await startNameServer()
  for (const [name, records] of Object.entries(zone)) names.set(name, ...records)
  traps = await setTraps(['127.0.0.1', '::1'])
  sender = createWebhookSender({ webhookAllowCidrs: [], webhookDns: [names.address] })
})

afterAll(async () => {
  stop()
  sender.close()
  await Promise.all([names.close(), traps.close()])
})

beforeEach(() => {
  contacted.length = 0
  traps.reset()
})

const table = Object.entries(refusedUrls).flatMap(([reason, urls]) => urls.map((url) => [url, reason] as const))

test('the table has at least 120 refused URLs', () => {
  expect(table.length).toBeGreaterThanOrEqual(120)
})

test.each(table)('%j is refused as %s, without a connection', async (text, reason) => {
  const url = text.replace('PORT', String(traps.port))
  expect(await sender.findRefusalReason(url)).toBe(reason)
  expect(await sender.attempt(buildRequest(url))).toMatchObject({
    outcome: 'failed',
    status: null,
    error: `address not allowed (${reason})`,
    resolved_ip: null,
  })
  expect({ contacted, sprung: traps.sprung() }).toEqual({ contacted: [], sprung: [] })
})

test.each(acceptedUrls)('%j is accepted, without a connection', async (url) => {
  expect(await sender.findRefusalReason(url)).toBeNull()
  expect(contacted).toEqual([])
})

test('a silent name server delays a registration by three seconds, and does not prevent it', async () => {
  names.silence('silent.example.com')
  const start = performance.now()
  expect(await sender.findRefusalReason('https://silent.example.com/')).toBeNull()
  expect(performance.now() - start).toBeLessThan(8_000)
})

test('a name with one failing address family is checked by the other', async () => {
  names.set('four.example.com', '10.0.0.1')
  names.set('six.example.com', 'fd00::1')
  expect(await sender.findRefusalReason('https://four.example.com/')).toBe('private')
  expect(await sender.findRefusalReason('https://six.example.com/')).toBe('private')
})
