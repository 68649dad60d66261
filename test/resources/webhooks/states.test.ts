import { expect, test } from 'vitest'
import type { EventPayload } from '../../../src/resources/platform/events/presenter.ts'
import { expectStatus } from '../../support/client.ts'
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

const { app, ada, org_id, change, waitForState } = await setUpWebhooks()
const second = 1000

const patch = async (id: string, body: object) => expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body }), 200)

test('a 410 disables a webhook immediately, and other webhooks receive the event', async () => {
  const [gone, watcher] = [await startEndpoint(410), await startEndpoint()]
  const watching = await createWebhook(ada, org_id, watcher, { events: ['webhook.disabled'] })
  const { subscription_id } = await createWebhook(ada, org_id, gone)
  await change()
  await waitForState(subscription_id, { status: 'disabled', disabled_reason: 'gone' })
  const [delivery] = await listDeliveries(ada, subscription_id)
  expect(delivery).toMatchObject({ status: 'dead', attempt: 1, next_attempt_at: null })
  const [request] = await watcher.waitForRequests(1)
  expect(JSON.parse(request!.body) as EventPayload).toMatchObject({
    type: 'webhook.disabled',
    actor: { kind: 'system', id: null },
    data: {
      resource_type: 'webhook',
      resource_id: subscription_id,
      before: { status: 'active' },
      after: { status: 'disabled', disabled_reason: 'gone' },
    },
    request_id: null,
  })
  await change()
  await waitForPolls()
  expect(gone.requests.length).toBe(1)
  expect((await listDeliveries(ada, subscription_id)).length, 'nothing more is queued').toBe(1)
  expectStatus(await ada.delete(`/v1/webhooks/${watching.subscription_id}`), 200)
})

test('a receiver that restarts during many deliveries is not disabled', async () => {
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  for (let i = 0; i < 20; i++) await change()
  await receiver.waitForRequests(20)
  await waitForState(subscription_id, { last_delivery_status: 'succeeded' })
  receiver.status = 503
  await Promise.all(Array.from({ length: 40 }, () => change()))
  await receiver.waitForRequests(21)
  for (let i = 0; i < 4; i++) {
    await waitForPolls()
    app.clock.advance(second)
  }
  receiver.status = 200
  // Skips the longest backoff of an endpoint: on a busy machine ten deliveries may have failed by now.
  app.clock.advance(30 * second)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'pending')).length).toBe(0))
  expect(await readWebhook(ada, subscription_id)).toMatchObject({ status: 'active', consecutive_failures: 0 })
  app.clock.advance(30 * second)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'succeeded')).length).toBe(60))
})

test('queued deliveries wait while a webhook is paused, and new events are not queued', async () => {
  const receiver = await startEndpoint(500)
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  await change()
  await receiver.waitForRequests(1)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  await patch(subscription_id, { status: 'paused' })
  await change()
  app.clock.advance(60 * second)
  await waitForPolls()
  expect(receiver.requests.length).toBe(1)
  receiver.status = 200
  await patch(subscription_id, { status: 'active' })
  await receiver.waitForRequests(2)
  await change()
  const got = await receiver.waitForRequests(3)
  expect(got[1]!.headers['webhook-id']).toBe(got[0]!.headers['webhook-id'])
})

test('deleting a webhook deletes its queued deliveries', async () => {
  const receiver = await startEndpoint(500)
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  await change()
  await receiver.waitForRequests(1)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
  app.clock.advance(60 * second)
  await waitUntil(async () => {
    const rows = await app.sql('SELECT 1 FROM webhook_queue WHERE org_id = $1 AND subscription_id = $2', [
      org_id,
      subscription_id,
    ])
    expect(rows).toEqual([])
  })
  expect(receiver.requests.length).toBe(1)
})

test('deleting an organization stops its deliveries', async () => {
  const receiver = await startEndpoint(500)
  const { org_id: other } = expectStatus(await ada.post('/v1/organizations', { body: { name: 'Short-lived' } }), 201)
  const { subscription_id } = await createWebhook(ada, other, receiver, { events: ['task.*', 'org.*'] })
  await createTask(ada, other)
  await receiver.waitForRequests(1)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  expectStatus(await ada.delete(`/v1/organizations/${other}`), 200)
  app.clock.advance(60 * second)
  await waitUntil(async () => {
    expect(await app.sql('SELECT 1 FROM webhook_queue WHERE org_id = $1', [other])).toEqual([])
  })
  expect(receiver.requests.length).toBe(1)
})

test('a webhook whose owner left is disabled before a further delivery, and belongs to the user who enables it', async () => {
  const account = await insertServiceAccount(app, org_id)
  const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })
  const receiver = await startEndpoint(500)
  const { subscription_id } = await createWebhook(robot, org_id, receiver)
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { status: 'blocked' } }), 200)
  await receiver.waitForRequests(1)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  await app.sql('UPDATE organization_members SET is_active = false WHERE org_id = $1 AND user_id = $2', [
    org_id,
    account.userId,
  ])
  app.clock.advance(60 * second)
  await waitForState(subscription_id, { status: 'disabled', disabled_reason: 'owner_gone' })
  expect(receiver.requests.length).toBe(1)
  receiver.status = 200
  await patch(subscription_id, { status: 'active' })
  await receiver.waitForRequests(2)
  const [row] = await app.sql<{ owner_user_id: string }>(
    'SELECT owner_user_id FROM webhook_subscriptions WHERE org_id = $1 AND subscription_id = $2',
    [org_id, subscription_id],
  )
  expect(row!.owner_user_id).toBe(ada.userId)
})
