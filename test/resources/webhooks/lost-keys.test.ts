import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring } from '../../../src/core/crypto/keyring.ts'
import { probeDisabledWebhooks } from '../../../src/webhooks/probes.ts'
import { expectStatus } from '../../support/client.ts'
import {
  listDeliveries,
  startEndpoint,
  createWebhook,
  readWebhook,
  listSignatures,
  waitUntil,
  setUpWebhooks,
} from './fixtures.ts'

const { app, ada, org_id, change } = await setUpWebhooks()
const first = app.services.config.secretKeys![0]!
const second = { version: 2, key: randomBytes(32) }
const useKeys = (...keys: (typeof first)[]) => Object.assign(app.services, { keyring: createKeyring(keys) })
const rotate = async (id: string) => expectStatus(await ada.post(`/v1/webhooks/${id}/rotate-secret`), 200)
const listFinished = (id: string, status: string) =>
  waitUntil(async () => {
    const found = await listDeliveries(ada, id, status)
    expect(found.length).toBeGreaterThan(0)
    return found
  })

describe('after the keys were lost', () => {
  test('a rotated secret signs deliveries immediately', async () => {
    useKeys(first)
    const receiver = await startEndpoint()
    const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
    useKeys(second)
    expect((await rotate(id)).previous_secret_expires_at).toBeNull()
    await change()
    const [got] = await receiver.waitForRequests(1)
    expect(listSignatures(got!.headers as Record<string, string>)).toHaveLength(1)
    useKeys(first)
  })

  test('deliveries fail with a reason, tests say it, and other webhooks are sent', async () => {
    useKeys(first)
    const [lost, good] = [await startEndpoint(), await startEndpoint()]
    const { subscription_id: id } = await createWebhook(ada, org_id, lost)
    useKeys(second)
    await createWebhook(ada, org_id, good)
    await change()
    await good.waitForRequests(1)
    const [failed] = await listFinished(id, 'failed')
    expect(failed).toMatchObject({ attempt: 1, error: 'secret cannot be decrypted: rotate it' })
    const tested = expectStatus(await ada.post(`/v1/webhooks/${id}/test`), 200)
    expect(tested).toMatchObject({ status: 'failed', error: 'secret cannot be decrypted: rotate it' })
    expect(lost.requests).toEqual([])
    useKeys(first)
  })

  test('a webhook that cannot be probed does not keep others from being probed', async () => {
    useKeys(first)
    const receiver = await startEndpoint()
    const { subscription_id: good } = await createWebhook(ada, org_id, receiver)
    useKeys(second)
    const { subscription_id: lost } = await createWebhook(ada, org_id, await startEndpoint())
    useKeys(first)
    await app.sql(
      `UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'consecutive_failures',
         disabled_at = $3, next_probe_at = $3 WHERE org_id = $1 AND subscription_id = ANY($2)`,
      [org_id, [good, lost], new Date(app.clock.now()).toISOString()],
    )
    await probeDisabledWebhooks(app.services)
    expect(await readWebhook(ada, good)).toMatchObject({ status: 'active' })
    expect(await readWebhook(ada, lost)).toMatchObject({ status: 'disabled' })
  })
})

describe('while a delivery is in flight', () => {
  test('the 410 of a deleted webhook is recorded, and disables nothing', async () => {
    const receiver = await startEndpoint(410)
    receiver.delay = 700
    const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
    await change()
    await receiver.waitForRequests(1)
    expectStatus(await ada.delete(`/v1/webhooks/${id}`), 200)
    await waitUntil(async () => {
      const [row] = await app.sql<{ status: string; response_status: number }>(
        'SELECT status, response_status FROM webhook_deliveries WHERE org_id = $1 AND subscription_id = $2',
        [org_id, id],
      )
      expect(row).toMatchObject({ status: 'dead', response_status: 410 })
    })
    const events = await app.sql(
      `SELECT 1 FROM events WHERE org_id = $1 AND resource_id = $2 AND type = 'webhook.disabled'`,
      [org_id, id],
    )
    expect(events).toEqual([])
  })

  test('the 410 of the previous URL does not disable the webhook, and the event is sent to the new one', async () => {
    const [old, next] = [await startEndpoint(410), await startEndpoint()]
    old.delay = 700
    const { subscription_id: id } = await createWebhook(ada, org_id, old)
    await change()
    await old.waitForRequests(1)
    expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { url: next.url } }), 200)
    await waitUntil(async () => expect((await listDeliveries(ada, id))[0]!.attempt).toBe(1))
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'active', consecutive_failures: 0 })
    app.clock.advance(60_000)
    await next.waitForRequests(1)
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'active', disabled_reason: null })
  })
})

test('a new URL starts without the failures and the backoff of the previous one', async () => {
  const [old, next] = [await startEndpoint(500), await startEndpoint()]
  const { subscription_id: id } = await createWebhook(ada, org_id, old)
  await change()
  await waitUntil(async () => expect(await readWebhook(ada, id)).toMatchObject({ consecutive_failures: 1 }))
  await app.sql(
    `UPDATE webhook_subscriptions SET rests_until = $3, successes = 9 WHERE org_id = $1 AND subscription_id = $2`,
    [org_id, id, new Date(app.clock.now() + 3_600_000).toISOString()],
  )
  expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { name: 'Same URL' } }), 200)
  expect(await readWebhook(ada, id)).toMatchObject({ consecutive_failures: 1 })
  const changed = expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { url: next.url } }), 200)
  expect(changed).toMatchObject({ url: next.url, consecutive_failures: 0 })
  await change()
  await next.waitForRequests(1)
})
