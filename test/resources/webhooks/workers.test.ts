import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { releaseAllLeases } from '../../../src/webhooks/queue.ts'
import { startDeliveryWorker, type WorkerLimits } from '../../../src/webhooks/worker.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
  insertServiceAccount,
} from '../../support/factories.ts'
import {
  listDeliveries,
  startEndpoint,
  createWebhook,
  waitForPolls,
  waitUntil,
  readWebhook,
  setUpWebhooks,
} from './fixtures.ts'

const fixture = await setUpWebhooks({ delivering: false })
const { ada, org_id, change, app } = fixture

/** Starts a worker in this process. */
const startWorker = (limits?: Partial<WorkerLimits>) => startDeliveryWorker(app.services, limits)

/** Polls at the start and hardly ever again, so that further work must come from memory. */
const rarePolling = { pollMs: 60_000 }

test('deliveries queued without a worker are sent later, oldest first', async () => {
  const receiver = await startEndpoint()
  await createWebhook(ada, org_id, receiver)
  for (let i = 0; i < 5; i++) await change()
  await waitForPolls()
  expect(receiver.requests.length).toBe(0)
  const worker = startWorker()
  const got = await receiver.waitForRequests(5)
  await worker.stop()
  const titles = got.map(({ body }) => (JSON.parse(body) as { created_at: string }).created_at)
  expect(titles).toEqual(titles.toSorted())
})

test('an expired lease is taken over, and not before', async () => {
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  await change()
  const lease = new Date(app.clock.now() + 30_000).toISOString()
  await app.sql('UPDATE webhook_queue SET leased_until = $3, worker = $4 WHERE org_id = $1 AND subscription_id = $2', [
    org_id,
    subscription_id,
    lease,
    randomUUID(),
  ])
  if (app.engine === 'embedded') return // the only worker of the embedded database ends all leases at its start
  expect((await listDeliveries(ada, subscription_id))[0]!.status).toBe('in_flight')
  const worker = startWorker()
  await waitForPolls()
  expect(receiver.requests.length).toBe(0)
  app.clock.advance(30_000)
  await receiver.waitForRequests(1)
  await worker.stop()
  expect((await listDeliveries(ada, subscription_id))[0]!.status).toBe('succeeded')
})

test('a stop waits for deliveries in flight', async () => {
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 700
  await change()
  const worker = startWorker()
  await receiver.waitForRequests(1)
  await worker.stop()
  expect((await listDeliveries(ada, subscription_id))[0]!.status).toBe('succeeded')
})

test('a stop releases deliveries that do not end in time', async () => {
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 5_000
  await change()
  const worker = startWorker({ stopTimeoutMs: 300 })
  await receiver.waitForRequests(1)
  await worker.stop()
  expect((await listDeliveries(ada, subscription_id))[0]).toMatchObject({ status: 'pending', attempt: 0 })
  receiver.delay = 0
  const next = startWorker()
  await receiver.waitForRequests(2)
  await next.stop()
})

const readAttemptLease = async (id: string) => {
  const [row] = await app.sql<{ leased: boolean }>(
    'SELECT probed_until IS NOT NULL AS leased FROM webhook_subscriptions WHERE org_id = $1 AND subscription_id = $2',
    [org_id, id],
  )
  return row!.leased
}

test('a stop does not release the endpoint of a delivery that another worker has taken over', async () => {
  const receiver = await startEndpoint()
  const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 5_000
  await change()
  const worker = startWorker({ stopTimeoutMs: 300 })
  await receiver.waitForRequests(1)
  const claim = 'UPDATE webhook_queue SET worker = $3 WHERE org_id = $1 AND subscription_id = $2'
  await app.sql(claim, [org_id, id, randomUUID()])
  await worker.stop()
  expect(await readAttemptLease(id)).toBe(true)
  await releaseAllLeases(app.services.database.db)
  expect(await readAttemptLease(id), 'no worker runs').toBe(false)
  receiver.delay = 0
  const next = startWorker()
  await receiver.waitForRequests(2)
  await next.stop()
})

test.each([
  ['a new URL was set', async () => ({ url: (await startEndpoint()).url })],
  ['a user enabled the webhook', async () => ({ status: 'active' })],
])('an attempt that ends after %s does not release the endpoint that another worker has', async (_when, getBody) => {
  const receiver = await startEndpoint(500)
  const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 1_000
  await change()
  const worker = startWorker(rarePolling)
  await receiver.waitForRequests(1)
  expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: await getBody() }), 200)
  const until = new Date(app.clock.now() + 20_000).toISOString()
  const lease = 'UPDATE webhook_subscriptions SET probed_until = $3 WHERE org_id = $1 AND subscription_id = $2'
  await app.sql(lease, [org_id, id, until])
  await waitUntil(async () => expect((await listDeliveries(ada, id))[0]!.attempt).toBe(1))
  expect(await readAttemptLease(id)).toBe(true)
  await worker.stop()
  expectStatus(await ada.delete(`/v1/webhooks/${id}`), 200)
})

test('several workers share the queue, and send nothing twice', async () => {
  if (app.engine === 'embedded') return
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  await Promise.all(Array.from({ length: 60 }, () => change()))
  receiver.delay = 20
  const otherApp = await Promise.all([1, 2].map(() => startApp({ database: app, delivering: true })))
  const worker = startWorker()
  await receiver.waitForRequests(60)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'succeeded')).length).toBe(60))
  await worker.stop()
  await Promise.all(otherApp.map((one) => one.stop()))
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  expect(receiver.requests.length).toBe(60)
})

test('a slow endpoint does not delay another', async () => {
  const [slow, quick] = [await startEndpoint(), await startEndpoint()]
  slow.delay = 15_000
  await createWebhook(ada, org_id, slow)
  await createWebhook(ada, org_id, quick)
  for (let i = 0; i < 20; i++) await change()
  const worker = startWorker({ stopTimeoutMs: 100 })
  const startedAt = Date.now()
  await quick.waitForRequests(20)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  slow.delay = 0
  await worker.stop()
})

test.each([
  ['without earlier deliveries', 200],
  ['with earlier failures', 500],
])('a new endpoint does not wait for many that hang, %s', async (_which, status) => {
  const hanging = await startEndpoint(status)
  const hooks = await Promise.all(Array.from({ length: 12 }, () => createWebhook(ada, org_id, hanging)))
  if (status === 500) {
    await change()
    const before = startWorker()
    await hanging.waitForRequests(12)
    for (const { subscription_id } of hooks)
      await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
    await before.stop()
    app.clock.advance(60_000)
  }
  hanging.delay = 18_000
  // Each has several deliveries due, and is one of the concurrent attempts.
  for (let i = 0; i < 3; i++) await change()
  const worker = startWorker({ stopTimeoutMs: 100, failing: 13 })
  await hanging.waitForRequests(status === 500 ? 24 : 12)
  const fresh = await startEndpoint()
  await createWebhook(ada, org_id, fresh)
  const startedAt = Date.now()
  await change()
  await fresh.waitForRequests(1)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  await worker.stop()
  for (const { subscription_id } of hooks) expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
})

test('an attempt whose lease was taken over does not affect delivery health', async () => {
  const receiver = await startEndpoint(500)
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 500
  await change()
  const worker = startWorker(rarePolling)
  await receiver.waitForRequests(1)
  const lease = new Date(app.clock.now() + 30_000).toISOString()
  await app.sql('UPDATE webhook_queue SET leased_until = $3, worker = $4 WHERE org_id = $1 AND subscription_id = $2', [
    org_id,
    subscription_id,
    lease,
    randomUUID(),
  ])
  await worker.stop()
  expect((await listDeliveries(ada, subscription_id))[0]).toMatchObject({ attempt: 0, status: 'in_flight' })
  expect(await readWebhook(ada, subscription_id)).toMatchObject({
    consecutive_failures: 0,
    last_delivery_status: null,
  })
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
})

test('deliveries queued before a webhook was limited to other projects are not sent', async () => {
  const receiver = await startEndpoint()
  const [one, other] = [await createProject(ada, org_id), await createProject(ada, org_id)]
  const { subscription_id } = await createWebhook(ada, org_id, receiver, { events: ['task.created'] })
  await createTask(ada, org_id, { project_id: one.project_id })
  await createTask(ada, org_id)
  const body = { project_ids: [other.project_id] }
  expectStatus(await ada.patch(`/v1/webhooks/${subscription_id}`, { body }), 200)
  await createTask(ada, org_id, { project_id: other.project_id })
  const worker = startWorker()
  await receiver.waitForRequests(1)
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'pending')).length).toBe(0))
  await worker.stop()
  expect(receiver.requests.map(({ body: sent }) => JSON.parse(sent).project_id)).toEqual([other.project_id])
  const dead = await listDeliveries(ada, subscription_id, 'dead')
  expect(dead).toMatchObject(
    [1, 2].map(() => ({ attempt: 0, next_attempt_at: null, error: 'outside the projects of the webhook' })),
  )
})

test('deliveries above the concurrency limit are sent as others end, without polling', async () => {
  const receivers = await Promise.all([startEndpoint(), startEndpoint(), startEndpoint()])
  for (const receiver of receivers) await createWebhook(ada, org_id, receiver)
  for (let i = 0; i < 12; i++) await change()
  const worker = startWorker({ ...rarePolling, perEndpoint: 2, healthy: 3, failing: 1 })
  for (const receiver of receivers) await receiver.waitForRequests(12)
  expect(receivers.map(({ requests: got }) => got.length)).toEqual([12, 12, 12])
  await worker.stop()
})

test('deliveries queued while an endpoint is at its concurrency limit are sent afterwards', async () => {
  const receiver = await startEndpoint()
  const { subscription_id } = await createWebhook(ada, org_id, receiver)
  receiver.delay = 300
  await change()
  const worker = startWorker(rarePolling)
  await receiver.waitForRequests(1)
  await change()
  worker.wake([{ org_id, subscription_id }])
  await receiver.waitForRequests(2)
  expect(receiver.requests.length).toBe(2)
  await worker.stop()
})

test('a change of owner that cannot be checked in one organization does not delay others', async () => {
  const [former, ordinary, elsewhere] = [await startEndpoint(), await startEndpoint(), await startEndpoint()]
  const robot = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
    grant_type: 'service_account',
  })
  const { subscription_id } = await createWebhook(ada, org_id, former)
  await createWebhook(ada, org_id, ordinary)
  const { org_id: other } = await createOrganization(ada)
  await createWebhook(ada, other, elsewhere, { events: ['task.created'] })
  await change()
  await createTask(ada, other)
  const body = { events: ['task.updated', 'task.created'] }
  expectStatus(await robot.patch(`/v1/webhooks/${subscription_id}`, { body }), 200)
  await app.sql('ALTER TABLE events RENAME TO stored_events')
  await app.sql(`CREATE FUNCTION fail_read() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'injected'; END $$`)
  await app.sql(`CREATE VIEW events AS SELECT * FROM stored_events WHERE org_id <> '${org_id}' OR fail_read()`)
  const worker = startWorker(rarePolling)
  try {
    await Promise.all([ordinary.waitForRequests(1), elsewhere.waitForRequests(1)])
  } finally {
    await worker.stop()
    await app.sql('DROP VIEW events')
    await app.sql('DROP FUNCTION fail_read')
    await app.sql('ALTER TABLE stored_events RENAME TO events')
  }
  expect(former.requests).toEqual([])
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
})

test('a result that cannot be stored does not block others', async () => {
  const [odd, plain] = [await startEndpoint(299), await startEndpoint()]
  await createWebhook(ada, org_id, odd)
  const { subscription_id } = await createWebhook(ada, org_id, plain)
  await app.sql(`ALTER TABLE webhook_deliveries ADD CONSTRAINT trial CHECK (response_status <> 299) NOT VALID`)
  for (let i = 0; i < 5; i++) await change()
  const worker = startWorker()
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'succeeded')).length).toBe(5))
  await worker.stop()
  await app.sql('ALTER TABLE webhook_deliveries DROP CONSTRAINT trial')
  expect(odd.requests.length).toBeGreaterThan(0)
})
