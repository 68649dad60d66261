import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { createWebhookSender, type WebhookSender } from '../../src/resources/platform/webhooks/sender/sender.ts'
import { buildDeliveryHeaders } from '../../src/resources/platform/webhooks/sender/sign.ts'
import { generateWebhookSecret } from '../../src/resources/platform/webhooks/secrets.ts'
import {
  exampleFiles,
  findFreePort,
  listRunnableLanguages,
  startExample,
  type ExampleReceiver,
} from './example-receivers.ts'

test('the documentation shows the tested receivers', () => {
  const page = readFileSync('docs/webhooks.md', 'utf8')
  expect(page).toContain(`\`\`\`ts\n${readFileSync(exampleFiles.typescript, 'utf8')}\`\`\``)
  expect(page).toContain(`\`\`\`python\n${readFileSync(exampleFiles.python, 'utf8')}\`\`\``)
})

describe.each(listRunnableLanguages())('the receiver in %s', (language) => {
  const secret = generateWebhookSecret()
  let receiver: ExampleReceiver
  let sender: WebhookSender
  let ids = 0

  beforeAll(async () => {
    sender = createWebhookSender({ webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [] })
    receiver = await startExample(language, await findFreePort(), secret)
  })
  afterAll(async () => {
    sender.close()
    await receiver.end()
  })

  function buildDelivery(id = `WD${++ids}`) {
    const data = {
      resource_type: 'task',
      resource_id: 'T1',
      before: { title: 'Kran' },
      after: { title: 'Kräne ☕️' },
    }
    return {
      id,
      type: 'task.updated',
      body: JSON.stringify({ id, type: 'task.updated', data }),
      at: Date.now(),
    }
  }
  const send = (parts: Partial<Parameters<WebhookSender['attempt']>[0]>) =>
    sender.attempt({ url: receiver.url, secrets: [secret], ...buildDelivery(), ...parts })
  /** Sends headers and a body unchanged, bypassing the sender. */
  async function sendRaw(headers: Record<string, string>, body: string) {
    const response = await request(receiver.url, { method: 'POST', headers, body })
    await response.body.dump()
    return response.statusCode
  }
  /** Returns the events handled since its last call, once there are this many. */
  async function takeHandled(events: number) {
    await expect.poll(() => receiver.handled.length).toBe(events)
    return receiver.handled.splice(0)
  }
  const buildSignedDelivery = () => ({ ...buildDelivery(), secrets: [secret] })

  test('accepts a delivery and handles it', async () => {
    const { id, ...sent } = buildDelivery()
    expect(await send({ id, ...sent })).toMatchObject({ outcome: 'succeeded' })
    const [line] = await takeHandled(1)
    expect(line).toContain(`${id} task.updated T1`)
    expect(JSON.parse(line!.slice(line!.indexOf('{')))).toEqual({ title: 'Kräne ☕️' })
  })

  test('handles a delivery once, also when it is repeated concurrently', async () => {
    const twice = buildDelivery()
    await Promise.all(Array.from({ length: 5 }, () => send(twice)))
    const results = [await send(twice), await send({ ...twice, at: Date.now() + 60_000 })]
    for (const { outcome } of results) expect(outcome).toBe('succeeded')
    await takeHandled(1)
  })

  test('accepts either of two signatures, in either order', async () => {
    for (const secrets of [
      [secret, generateWebhookSecret()],
      [generateWebhookSecret(), secret],
    ])
      expect((await send({ secrets })).outcome).toBe('succeeded')
    await takeHandled(2)
  })

  test.each([301, -301, 86_400])('refuses a delivery whose timestamp is %i seconds off', async (seconds) => {
    expect(await send({ at: Date.now() - seconds * 1000 })).toMatchObject({ status: 401 })
    expect((await send({ at: Date.now() - Math.sign(seconds) * 290_000 })).status).toBe(200)
    await takeHandled(1)
  })

  test('refuses a signature by another secret', async () => {
    expect((await send({ secrets: [generateWebhookSecret()] })).status).toBe(401)
    expect((await send({ secrets: [generateWebhookSecret(), generateWebhookSecret()] })).status).toBe(401)
  })

  test('refuses a body that differs in whitespace only', async () => {
    const { body, ...rest } = buildSignedDelivery()
    const headers = buildDeliveryHeaders({ body, ...rest })
    expect(await sendRaw(headers, JSON.stringify(JSON.parse(body), null, 1))).toBe(401)
    expect(await sendRaw(headers, body)).toBe(200)
    await takeHandled(1)
  })

  test.each<[string, Record<string, string>]>([
    ['the id of another', { 'webhook-id': 'WD0' }],
    ['another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) }],
    ['an invalid time', { 'webhook-timestamp': 'now' }],
    ['a non-decimal time', { 'webhook-timestamp': '1e9' }],
    ['no time', { 'webhook-timestamp': '' }],
    ['no signature', { 'webhook-signature': '' }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
    ['a short signature', { 'webhook-signature': 'v1,AAAA' }],
    ['a signature without a version', {}],
    ['a signature of another version', {}],
  ])('refuses a delivery with %s', async (name, change) => {
    const { body, ...rest } = buildSignedDelivery()
    const headers = { ...buildDeliveryHeaders({ body, ...rest }), ...change }
    if (name.endsWith('without a version'))
      headers['webhook-signature'] = headers['webhook-signature']!.replace('v1,', '')
    if (name.endsWith('another version'))
      headers['webhook-signature'] = headers['webhook-signature']!.replace('v1,', 'v2,')
    expect(await sendRaw(headers, body)).toBe(401)
    expect(receiver.handled).toEqual([])
  })

  test('refuses a request without the headers, and stays usable', async () => {
    expect(await sendRaw({}, '{}')).toBe(401)
    expect((await send({})).status).toBe(200)
    await takeHandled(1)
  })

  test('requests a retry of a delivery that it failed to handle', async () => {
    const { id, ...rest } = buildDelivery()
    expect(await send({ id, ...rest, body: JSON.stringify({ id }) })).toMatchObject({ status: 500 })
    expect(await send({ id, ...rest })).toMatchObject({ status: 200 })
    await takeHandled(1)
  })
})
