import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { expectStatus, type Client } from '../../support/client.ts'
import { createProject, insertServiceAccount, createTask, createTokenClient } from '../../support/factories.ts'
import {
  listDeliveries,
  startEndpoint,
  createWebhook,
  waitForPolls,
  waitUntil,
  readWebhook,
  setUpWebhooks,
} from './fixtures.ts'

const { app, ada, org_id, change } = await setUpWebhooks()
const account = await insertServiceAccount(app, org_id)
const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })

const minute = 60_000
const sendTest = (id: string, client: Client = ada, headers: Record<string, string> = {}) =>
  client.post(`/v1/webhooks/${id}/test`, { headers })
const replay = (id: string, delivery: string, client: Client = ada) =>
  client.post(`/v1/webhooks/${id}/deliveries/${delivery}/replay`)
const patch = async (id: string, body: object, client: Client = ada) =>
  expectStatus(await client.patch(`/v1/webhooks/${id}`, { body }), 200)

describe('a test delivery', () => {
  test('is sent immediately, signed, and returns the response of the endpoint', async () => {
    const receiver = await startEndpoint(202)
    const { subscription_id, secret } = await createWebhook(ada, org_id, receiver)
    const detail = expectStatus(await sendTest(subscription_id), 200)
    expect(detail).toMatchObject({
      event_type: 'webhook.test',
      event_id: null,
      status: 'succeeded',
      attempt: 1,
      max_attempts: 1,
      response_status: 202,
      response_excerpt: 'thanks',
      next_attempt_at: null,
    })
    const [got] = receiver.requests
    expect(new Webhook(secret).verify(got!.body, got!.headers)).toEqual(detail.payload)
    expect(detail.payload).toMatchObject({
      id: detail.delivery_id,
      type: 'webhook.test',
      actor: { kind: 'system', id: null, username: null },
      data: { resource_type: 'webhook', resource_id: subscription_id, before: null, after: null },
    })
    const read = await ada.get(`/v1/webhooks/${subscription_id}/deliveries/${detail.delivery_id}`)
    expect(expectStatus(read, 200)).toEqual(detail)
  })

  test('is not retried and counts as no failure when it fails', async () => {
    const receiver = await startEndpoint(500)
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    const detail = expectStatus(await sendTest(subscription_id), 200)
    expect(detail).toMatchObject({ status: 'failed', response_status: 500, next_attempt_at: null })
    expect(detail.finished_at).toEqual(expect.any(String))
    receiver.status = 410
    expectStatus(await sendTest(subscription_id), 200)
    app.clock.advance(60 * minute)
    await waitForPolls()
    expect(receiver.requests.length).toBe(2)
    expect(await readWebhook(ada, subscription_id)).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
      last_delivery_status: null,
    })
  })

  test('works while a webhook is paused or disabled', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    for (const status of ['paused', 'disabled']) {
      await app.sql('UPDATE webhook_subscriptions SET status = $3 WHERE org_id = $1 AND subscription_id = $2', [
        org_id,
        subscription_id,
        status,
      ])
      expect(expectStatus(await sendTest(subscription_id), 200).status).toBe('succeeded')
    }
  })

  test('is limited to 6 a minute, also for concurrent callers', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendTest(subscription_id)))
    expect(responses.filter(({ status }) => status === 200).length).toBe(6)
    expect(receiver.requests.length).toBe(6)
    const refused = responses.find(({ status }) => status === 429)!
    expect(refused.body.type).toBe('about:blank')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    app.clock.advance(wait * 1000)
    expect((await sendTest(subscription_id)).status).toBe(200)
  })

  test('is not sent again for the same Idempotency-Key, which replays the response', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    const key = { 'idempotency-key': 'test-once' }
    const first = await sendTest(subscription_id, ada, key)
    expect((await sendTest(subscription_id, ada, key)).body).toEqual(first.body)
    expect(receiver.requests.length).toBe(1)
  })
})

describe('a replay of a delivery', () => {
  test('sends the same event under the same id, as its own delivery', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    await change()
    const [first] = await receiver.waitForRequests(1)
    const original = first!.headers['webhook-id']!
    receiver.status = 500
    const again = expectStatus(await replay(subscription_id, original), 200)
    expect(again).toMatchObject({ replay_of: original, status: 'pending', attempt: 0, max_attempts: 8 })
    expect(again.delivery_id).not.toBe(original)
    await receiver.waitForRequests(2)
    receiver.status = 200
    await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
    app.clock.advance(30_000)
    const got = await receiver.waitForRequests(3)
    for (const { headers, body } of got) expect([headers['webhook-id'], body]).toEqual([original, first!.body])
    const twice = expectStatus(await replay(subscription_id, again.delivery_id), 200)
    expect(twice.replay_of).toBe(again.delivery_id)
    expect((await receiver.waitForRequests(4))[3]!.headers['webhook-id']).toBe(original)
  })

  test('is limited to 6 a minute', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    await change()
    const id = (await receiver.waitForRequests(1))[0]!.headers['webhook-id']!
    const responses = await Promise.all(Array.from({ length: 9 }, () => replay(subscription_id, id)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), 429, 429, 429])
    app.clock.advance(minute)
    expect((await replay(subscription_id, id)).status).toBe(200)
  })

  test('waits while the webhook is paused; a test is not replayed', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    await change()
    const id = (await receiver.waitForRequests(1))[0]!.headers['webhook-id']!
    await patch(subscription_id, { status: 'paused' })
    expectStatus(await replay(subscription_id, id), 200)
    await waitForPolls()
    expect(receiver.requests.length).toBe(1)
    await patch(subscription_id, { status: 'active' })
    await receiver.waitForRequests(2)
    const tested = expectStatus(await sendTest(subscription_id), 200)
    expect((await replay(subscription_id, tested.delivery_id)).status).toBe(409)
    expect((await replay(subscription_id, 'WD0000000000000000')).status).toBe(404)
  })
})

describe('a delivery created for the former owner', () => {
  test('is neither shown nor sent in full to a service account that takes the webhook over', async () => {
    const [receiver, robots] = [await startEndpoint(), await startEndpoint()]
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
    const { task_id } = await createTask(ada, org_id, { project_id })
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'Private title' } }), 200)
    const [got] = await receiver.waitForRequests(1)
    expect(got!.body).toContain('Private title')
    const id = got!.headers['webhook-id']!
    expect(await listDeliveries(robot, subscription_id)).toEqual([])
    const open = await createTask(ada, org_id, { project_id: (await createProject(ada, org_id)).project_id })
    expectStatus(await ada.patch(`/v1/tasks/${open.task_id}`, { body: { title: 'Open title' } }), 200)
    const { 'webhook-id': openId } = (await receiver.waitForRequests(2))[1]!.headers
    await patch(subscription_id, { url: robots.url }, robot)
    const [seen] = await listDeliveries(robot, subscription_id)
    expect(seen!.payload).toMatchObject({ id: openId, data: { before: null, after: null } })
    expect((await replay(subscription_id, id, robot)).status).toBe(404)
    expectStatus(await replay(subscription_id, id), 200)
    expectStatus(await replay(subscription_id, openId!, robot), 200)
    const [sent] = await robots.waitForRequests(1)
    expect(JSON.parse(sent!.body)).toMatchObject({ id: openId, data: { before: null, after: null } })
    await waitUntil(async () => {
      const replayed = (await listDeliveries(ada, subscription_id)).filter(({ payload }) => payload.id === id)
      expect(replayed[0]).toMatchObject({ status: 'dead', error: 'not visible to the owner of the webhook' })
    })
    expect(robots.requests.length).toBe(1)
  })

  test('names no ids of other projects to a webhook that is limited to projects afterwards', async () => {
    const receiver = await startEndpoint()
    const events = ['task.dependency_added']
    const { subscription_id } = await createWebhook(ada, org_id, receiver, { events })
    const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const task = await createTask(ada, org_id, { project_id: inside.project_id })
    const other = await createTask(ada, org_id, { project_id: outside.project_id })
    receiver.status = 500
    const path = `/v1/tasks/${task.task_id}/dependencies`
    expectStatus(await ada.post(path, { body: { dependency_id: other.task_id } }), 200)
    const [first] = await receiver.waitForRequests(1)
    expect(first!.body).toContain(other.task_id)
    receiver.status = 200
    await patch(subscription_id, { project_ids: [inside.project_id] })
    app.clock.advance(minute)
    const second = (await receiver.waitForRequests(2))[1]
    expect(JSON.parse(second!.body)).toMatchObject({ type: events[0], data: { before: null, after: null } })
    expect(second!.body).not.toContain(other.task_id)
  })

  test('or for another project is not sent after the webhook is limited to projects', async () => {
    const receiver = await startEndpoint()
    const { subscription_id } = await createWebhook(ada, org_id, receiver)
    const [one, other] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const { task_id } = await createTask(ada, org_id, { project_id: one.project_id })
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'Of the one' } }), 200)
    const [got] = await receiver.waitForRequests(1)
    await patch(subscription_id, { project_ids: [other.project_id] })
    const limited = await createTokenClient(ada, org_id, { project_ids: [other.project_id] })
    expect(await listDeliveries(limited, subscription_id)).toEqual([])
    expect((await replay(subscription_id, got!.headers['webhook-id']!)).status).toBe(409)
  })
})
