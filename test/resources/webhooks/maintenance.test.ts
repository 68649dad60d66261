import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { CommandError } from '../../../src/core/command.ts'
import { createKeyring, type Keyring } from '../../../src/core/crypto/keyring.ts'
import { disableOrphanedWebhooks } from '../../../src/webhooks/cleanup.ts'
import { deleteOldDeliveries } from '../../../src/webhooks/retention.ts'
import { rewrapSecrets } from '../../../src/commands/rewrap-secrets.ts'
import { expectStatus } from '../../support/client.ts'
import { insertServiceAccount, createTokenClient } from '../../support/factories.ts'
import { listDeliveries, startEndpoint, createWebhook, waitUntil, readWebhook, setUpWebhooks } from './fixtures.ts'

const { app, ada, org_id, change } = await setUpWebhooks()
const day = 24 * 60 * 60 * 1000
const generateKey = () => randomBytes(32)

const listQueued = (subscriptionId: string) =>
  app.sql('SELECT 1 FROM webhook_queue WHERE org_id = $1 AND subscription_id = $2', [org_id, subscriptionId])

test('finished deliveries are deleted after 30 days; pending ones of an active webhook stay', async () => {
  const [good, bad] = [await startEndpoint(), await startEndpoint(500)]
  const [done, failing, paused] = [
    await createWebhook(ada, org_id, good),
    await createWebhook(ada, org_id, bad),
    await createWebhook(ada, org_id, bad),
  ]
  await change()
  for (const { subscription_id } of [failing, paused])
    await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  await waitUntil(async () => expect((await listDeliveries(ada, done.subscription_id, 'succeeded')).length).toBe(1))
  for (const { subscription_id } of [failing, paused])
    expectStatus(await ada.patch(`/v1/webhooks/${subscription_id}`, { body: { status: 'paused' } }), 200)
  const sweepIn = (days: number) => deleteOldDeliveries({ ...app.services, clock: () => app.clock.now() + days * day })
  expect(await sweepIn(29.9)).toBe(0)
  await app.sql(`UPDATE webhook_subscriptions SET status = 'active' WHERE org_id = $1 AND subscription_id = $2`, [
    org_id,
    failing.subscription_id,
  ])
  expect(await sweepIn(30.1)).toBe(2)
  expect(await listDeliveries(ada, done.subscription_id)).toEqual([])
  expect(await listDeliveries(ada, paused.subscription_id)).toEqual([])
  expect(await listQueued(paused.subscription_id)).toEqual([])
  expect((await listDeliveries(ada, failing.subscription_id)).length).toBe(1)
  expect((await listQueued(failing.subscription_id)).length).toBe(1)
})

test('a deleted delivery leaves no entry in the queue, also if an attempt has just rescheduled it', async () => {
  const { subscription_id } = await createWebhook(ada, org_id, await startEndpoint(500))
  await change()
  await waitUntil(async () => expect((await listDeliveries(ada, subscription_id, 'failed')).length).toBe(1))
  expectStatus(await ada.patch(`/v1/webhooks/${subscription_id}`, { body: { status: 'paused' } }), 200)
  await app.sql(`UPDATE webhook_queue SET due_at = $3::timestamptz WHERE org_id = $1 AND subscription_id = $2`, [
    org_id,
    subscription_id,
    new Date(app.clock.now() + day),
  ])
  await deleteOldDeliveries({ ...app.services, clock: () => app.clock.now() + 31 * day })
  expect(await listQueued(subscription_id)).toEqual([])
})

test('secrets are encrypted with a new key, after which the old key can be removed', async () => {
  const receiver = await startEndpoint()
  const created = await createWebhook(ada, org_id, receiver)
  const rotated = await ada.post(`/v1/webhooks/${created.subscription_id}/rotate-secret`)
  const before = app.services.keyring
  const [oldKey, newKey] = [app.services.config.secretKeys![0]!, { version: 2, key: generateKey() }]
  // Replaces the keys as a restart would.
  const useKeys = (keyring: Keyring) => Object.assign(app.services, { keyring })
  useKeys(createKeyring([newKey, oldKey]))
  expect(await rewrapSecrets.run(app.services, null)).toMatch(/^[1-9]\d* secrets rewrapped/)
  expect(await rewrapSecrets.run(app.services, null)).toBe('0 secrets rewrapped')
  expect((await readWebhook(ada, created.subscription_id)).key_version).toBe(2)
  useKeys(createKeyring([newKey]))
  await change()
  const [got] = await receiver.waitForRequests(1)
  for (const secret of [created.secret, rotated.body.secret])
    expect(new Webhook(secret).verify(got!.body, got!.headers)).toBeDefined()

  useKeys(createKeyring([{ version: 3, key: generateKey() }]))
  const lost = Promise.resolve(rewrapSecrets.run(app.services, null))
  await expect(lost).rejects.toThrow(/no key of version 2/)
  await expect(lost).rejects.toBeInstanceOf(CommandError)
  useKeys(createKeyring([oldKey, newKey]))
  await rewrapSecrets.run(app.services, null)
  useKeys(before)
})

test('a webhook without an owner is disabled even if nothing is sent', async () => {
  const account = await insertServiceAccount(app, org_id)
  const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })
  const { subscription_id } = await createWebhook(robot, org_id, await startEndpoint())
  await disableOrphanedWebhooks(app.services)
  expect(await readWebhook(ada, subscription_id)).toMatchObject({ status: 'active' })
  await app.sql('UPDATE organization_members SET deleted_at = now() WHERE org_id = $1 AND user_id = $2', [
    org_id,
    account.userId,
  ])
  await disableOrphanedWebhooks(app.services)
  expect(await readWebhook(ada, subscription_id)).toMatchObject({ disabled_reason: 'owner_gone' })
  const [event] = await app.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM events WHERE org_id = $1 AND type = 'webhook.disabled' AND resource_id = $2`,
    [org_id, subscription_id],
  )
  expect(event!.n).toBe(1)
})

test('the metrics count results of attempts and pending deliveries', async () => {
  const { text } = await app.anonymous.get('/metrics')
  expect(text).toMatch(/svc_webhook_attempts_total\{outcome="succeeded"\} [1-9]/)
  expect(text).toMatch(/svc_webhook_attempts_total\{outcome="failed"\} [1-9]/)
  expect(text).toMatch(/svc_webhook_deliveries_waiting\{state="retry"\} \d/)
})
