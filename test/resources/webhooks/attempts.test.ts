import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import {
  listDeliveries,
  startEndpoint,
  createWebhook,
  waitForPolls,
  listSignatures,
  waitUntil,
  readWebhook,
  setUpWebhooks,
} from './fixtures.ts'

const { app, ada, org_id, change } = await setUpWebhooks()
const second = 1000
const hour = 3600 * second

test('a change is delivered, and verifies with libraries of Standard Webhooks', async () => {
  const receiver = await startEndpoint()
  const { secret, subscription_id } = await createWebhook(ada, org_id, receiver)
  const task_id = await change()
  const [got] = await receiver.waitForRequests(1)
  expect(got!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
    'x-svc-event': 'task.updated',
  })
  for (const library of [new Webhook(secret), new SvixWebhook(secret)]) {
    const event = library.verify(got!.body, got!.headers) as { id: string; data: object }
    expect(event).toMatchObject({ id: got!.headers['webhook-id'], data: { resource_id: task_id } })
    expect(() => library.verify(`${got!.body} `, got!.headers)).toThrow('No matching signature')
  }
  await waitUntil(async () => {
    const seen = { last_delivery_status: 'succeeded', consecutive_failures: 0 }
    expect(await readWebhook(ada, subscription_id)).toMatchObject(seen)
  })
})

test('a delivery follows the retry schedule, signed each time under one id, and is then given up', async () => {
  const receiver = await startEndpoint(500)
  const { subscription_id, secret } = await createWebhook(ada, org_id, receiver)
  await change()
  const delays = [30, 120, 600, 1800, 7200, 21_600, 43_200]
  for (const [i, delay] of delays.entries()) {
    await receiver.waitForRequests(i + 1)
    const [delivery] = await waitUntil(async () => {
      const found = await listDeliveries(ada, subscription_id)
      expect(found[0]).toMatchObject({ status: 'failed', attempt: i + 1, max_attempts: 8 })
      return found
    })
    const { at, next_attempt_at } = delivery!.attempt_log.at(-1)!
    expect(next_attempt_at).toBe(delivery!.next_attempt_at)
    const waits = Date.parse(next_attempt_at!) - Date.parse(at)
    expect([delay, Math.floor(waits / second)]).toEqual([delay, delay])
    if (i === 0) {
      app.clock.advance(delay * second - 10 * second)
      await waitForPolls()
      expect(receiver.requests.length, 'not a moment sooner').toBe(1)
      app.clock.advance(10 * second)
    } else app.clock.advance(delay * second)
  }
  const got = await receiver.waitForRequests(8)
  const [delivery] = await waitUntil(async () => {
    const found = await listDeliveries(ada, subscription_id)
    expect(found[0]).toMatchObject({ status: 'dead', attempt: 8, next_attempt_at: null })
    return found
  })
  expect(delivery!.attempt_log.map((entry) => entry.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(new Set(got.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery!.delivery_id]))
  expect(new Set(got.map(({ body }) => body)).size).toBe(1)
  const stamps = got.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(stamps.slice(1).every((stamp, i) => stamp - stamps[i]! >= delays[i]!)).toBe(true)
  for (const { headers, body } of got)
    expect(listSignatures(headers)).toEqual([
      new Webhook(secret).sign(headers['webhook-id']!, readTimestamp(headers), body),
    ])
  expect(await readWebhook(ada, subscription_id), 'one delivery counts once').toMatchObject({
    consecutive_failures: 1,
    status: 'active',
  })
})

const readTimestamp = (headers: Record<string, string>) => new Date(Number(headers['webhook-timestamp']) * 1000)

test('both secrets sign for a day after a rotation, never three', async () => {
  const receiver = await startEndpoint()
  const created = await createWebhook(ada, org_id, receiver)
  const path = `/v1/webhooks/${created.subscription_id}/rotate-secret`
  const secrets = [created.secret]
  const listSigners = async (count: number) => {
    await change()
    const { headers, body } = (await receiver.waitForRequests(count)).at(-1)!
    const listSucceeded = () => listDeliveries(ada, created.subscription_id, 'succeeded')
    await waitUntil(async () => expect((await listSucceeded()).length).toBe(count))
    return listSignatures(headers).map((one) =>
      secrets.findIndex(
        (secret) => new Webhook(secret).sign(headers['webhook-id']!, readTimestamp(headers), body) === one,
      ),
    )
  }
  expect(await listSigners(1)).toEqual([0])
  secrets.push((await ada.post(path)).body.secret)
  expect(await listSigners(2)).toEqual([1, 0])
  app.clock.advance(24 * hour - 60 * second)
  expect(await listSigners(3)).toEqual([1, 0])
  app.clock.advance(61 * second)
  expect(await listSigners(4)).toEqual([1])
  secrets.push((await ada.post(path)).body.secret)
  secrets.push((await ada.post(path)).body.secret)
  expect(await listSigners(5)).toEqual([3, 2])
})

test.each([
  [429, 'rate_limited'],
  [503, 'failed'],
])('a webhook follows Retry-After of a %i beyond the schedule, for all deliveries', async (refusal, called) => {
  const receiver = await startEndpoint(refusal)
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  receiver.headers = { 'retry-after': '100' }
  await change()
  await receiver.waitForRequests(1)
  await change()
  const [, delivery] = await waitUntil(async () => {
    const found = await listDeliveries(ada, subscription_id)
    expect(found[1]).toMatchObject({ status: 'failed', attempt: 1, response_status: refusal })
    return found
  })
  const { at, next_attempt_at, outcome } = delivery!.attempt_log[0]!
  expect(Math.floor((Date.parse(next_attempt_at!) - Date.parse(at)) / second)).toBe(100)
  expect(outcome).toBe(called)
  app.clock.advance(90 * second)
  await waitForPolls()
  expect(receiver.requests.length).toBe(1)
  receiver.status = 200
  app.clock.advance(12 * second)
  await receiver.waitForRequests(3)
  receiver.status = refusal
  receiver.headers = { 'retry-after': '1' }
  await change()
  await waitUntil(async () => {
    const [last] = await listDeliveries(ada, subscription_id)
    expect(last!.status).toBe('failed')
    const entry = last!.attempt_log[0]!
    expect(Math.floor((Date.parse(entry.next_attempt_at!) - Date.parse(entry.at)) / second)).toBe(30)
  })
})

test('the log shows requests and responses without signatures', async () => {
  const receiver = await startEndpoint()
  const { subscription_id, secret } = await createWebhook(ada, org_id, receiver)
  await change()
  const [got] = await receiver.waitForRequests(1)
  const [delivery] = await waitUntil(async () => {
    const found = await listDeliveries(ada, subscription_id, 'succeeded')
    expect(found.length).toBe(1)
    return found
  })
  expect(delivery).toMatchObject({
    delivery_id: got!.headers['webhook-id'],
    event_type: 'task.updated',
    status: 'succeeded',
    attempt: 1,
    max_attempts: 8,
    next_attempt_at: null,
    response_status: 200,
    response_ms: expect.any(Number),
    error: null,
    resolved_ip: '127.0.0.1',
    replay_of: null,
    payload: JSON.parse(got!.body),
    response_excerpt: 'thanks',
    request_headers: {
      'webhook-id': got!.headers['webhook-id'],
      'webhook-timestamp': got!.headers['webhook-timestamp'],
      'webhook-signature': 'v1,***',
      'X-Svc-Event': 'task.updated',
    },
  })
  const [event] = await app.sql<{ event_id: string }>(
    'SELECT event_id FROM events WHERE org_id = $1 AND event_id = $2',
    [org_id, delivery!.event_id],
  )
  expect(event).toBeDefined()
  const displayed = JSON.stringify(delivery)
  for (const hidden of [secret, ...listSignatures(got!.headers)]) expect(displayed).not.toContain(hidden.slice(6))
})
