import { afterAll, describe, expect, test } from 'vitest'
import { probeDisabledWebhooks } from '../../../src/webhooks/probes.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, insertServiceAccount, createTokenClient } from '../../support/factories.ts'
import { startMailServer, findHeader } from '../../support/mail-server.ts'
import { processPendingEvents } from '../notifications/run-pipeline.ts'
import {
  listDeliveries,
  startEndpoint,
  createWebhook,
  waitForPolls,
  waitUntil,
  readWebhook,
  setUpWebhooks,
  type Endpoint,
} from './fixtures.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const env = { SMTP_URL: server.url, MAIL_FROM: 'svc@example.com' }
const { app, ada, org_id, change, waitForState } = await setUpWebhooks({ env })

const second = 1000
const hour = 3600 * second
const day = 24 * hour

/** Advances the clock several times faster than real time until this many requests arrived. */
async function advanceClockUntil(receiver: { requests: unknown[] }, count: number): Promise<void> {
  await waitUntil(() => {
    app.clock.advance(120)
    expect(receiver.requests.length).toBeGreaterThanOrEqual(count)
  })
}

/** Creates a webhook with one success and then ten failures in a row. */
async function createFailingWebhook(client: Client = ada): Promise<{ receiver: Endpoint; id: string }> {
  const receiver = await startEndpoint(200)
  const { subscription_id: id } = await createWebhook(client, org_id, receiver)
  await change()
  await waitForState(id, { last_delivery_status: 'succeeded' })
  receiver.status = 500
  receiver.requests.length = 0
  for (let i = 0; i < 12; i++) await change()
  await advanceClockUntil(receiver, 10)
  await waitForState(id, { status: 'active', consecutive_failures: 10 })
  return { receiver, id }
}

/** Creates a webhook that was disabled, since it failed for longer than the retry schedule. */
async function createDisabledWebhook(client: Client = ada) {
  const created = await createFailingWebhook(client)
  app.clock.advance(21 * hour)
  await waitForState(created.id, { status: 'disabled', disabled_reason: 'consecutive_failures' })
  created.receiver.requests.length = 0
  return created
}

const listWebhookNotifications = async (client: Client, id: string) => {
  await processPendingEvents(app)
  const { data } = expectStatus(await client.get('/v1/notifications', { query: { org_id } }), 200)
  return (data as { kind: string; resource_id: string; title: string }[]).filter(
    ({ resource_id }) => resource_id === id,
  )
}

describe('a webhook whose endpoint fails', () => {
  test('receives one delivery a second until ten have failed, and then two a minute', async () => {
    const { receiver, id } = await createFailingWebhook()
    const log = (await listDeliveries(ada, id)).flatMap(({ attempt_log }) => attempt_log)
    const failed = log.filter(({ status }) => status !== 200)
    const times = failed.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b)
    // After a success two deliveries may be in flight, and fail together.
    const gaps = times.slice(2).map((time, i) => time - times[i + 1]!)
    expect(gaps.filter((gap) => gap < second)).toEqual([])
    app.clock.advance(20 * second)
    await waitForPolls()
    expect(receiver.requests.length).toBe(10)
    app.clock.advance(10 * second)
    await receiver.waitForRequests(11)
    receiver.status = 200
    await waitForState(id, { consecutive_failures: 11 })
    app.clock.advance(30 * second)
    await waitForState(id, { status: 'active', consecutive_failures: 0 })
  })

  test('is not disabled by hours of failures, and delivers the queue once the endpoint recovers', async () => {
    const { receiver, id } = await createFailingWebhook()
    for (let hours = 6; hours <= 18; hours += 6) {
      await change()
      app.clock.advance(6 * hour)
      await waitUntil(async () => {
        const { consecutive_failures, status } = await readWebhook(ada, id)
        expect([consecutive_failures > 10, status]).toEqual([true, 'active'])
      })
      await waitForPolls()
    }
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'active', disabled_reason: null })
    receiver.status = 200
    app.clock.advance(day)
    await waitUntil(async () => expect((await listDeliveries(ada, id, 'succeeded')).length).toBeGreaterThan(12))
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'active', consecutive_failures: 0 })
  })

  test('is disabled after failing for the whole retry schedule, and enabled manually', async () => {
    const { receiver, id } = await createDisabledWebhook()
    app.clock.advance(hour / 2)
    await change()
    await waitForPolls()
    expect(receiver.requests.length, 'what waits is not sent').toBe(0)
    receiver.status = 200
    const enabled = expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { status: 'active' } }), 200)
    expect(enabled).toMatchObject({ status: 'active', disabled_reason: null, consecutive_failures: 0 })
    await waitUntil(async () => expect((await listDeliveries(ada, id, 'succeeded')).length).toBe(13))
  })

  test('is not disabled by a failure days ago and ten concurrent ones today', async () => {
    const receiver = await startEndpoint(200)
    const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
    await change()
    await waitForState(id, { last_delivery_status: 'succeeded' })
    receiver.status = 500
    await change()
    await waitForState(id, { consecutive_failures: 1 })
    app.clock.advance(5 * day)
    for (let i = 0; i < 12; i++) await change()
    await advanceClockUntil(receiver, 12)
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'active' })
    expectStatus(await ada.delete(`/v1/webhooks/${id}`), 200)
  })
})

test('a webhook whose endpoint never succeeded is disabled after ten failures, and after 9 seconds at the earliest', async () => {
  const receiver = await startEndpoint(500)
  const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
  for (let i = 0; i < 12; i++) await change()
  await advanceClockUntil(receiver, 10)
  await waitForState(id, { status: 'disabled', disabled_reason: 'consecutive_failures', consecutive_failures: 10 })
  const times = (await listDeliveries(ada, id)).flatMap(({ attempt_log }) =>
    attempt_log.map(({ at }) => Date.parse(at)),
  )
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(9 * second)
})

test('a webhook whose new URL never succeeded is disabled after ten failures, although the former URL worked', async () => {
  const [former, receiver] = [await startEndpoint(200), await startEndpoint(500)]
  const { subscription_id: id } = await createWebhook(ada, org_id, former)
  await change()
  await waitForState(id, { last_delivery_status: 'succeeded' })
  const changed = expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { url: receiver.url } }), 200)
  expect(changed).toMatchObject({ last_delivery_status: null, last_delivery_at: null, last_success_at: null })
  for (let i = 0; i < 12; i++) await change()
  await advanceClockUntil(receiver, 10)
  await waitForState(id, { status: 'disabled', disabled_reason: 'consecutive_failures', consecutive_failures: 10 })
})

describe('a webhook disabled after failures', () => {
  test('is probed after an hour, then ever more rarely, and enabled when the endpoint succeeds', async () => {
    const { receiver, id } = await createDisabledWebhook()
    const probe = async (after: number) => {
      app.clock.advance(after)
      await probeDisabledWebhooks(app.services)
      return receiver.requests.length
    }
    expect(await probe(hour - 60 * second)).toBe(0)
    expect(await probe(90 * second)).toBe(1)
    expect(await probe(hour - 60 * second)).toBe(1)
    expect(await probe(120 * second)).toBe(2)
    expect(await probe(hour)).toBe(2)
    expect(await probe(hour + 300 * second)).toBe(3)
    expect(receiver.requests.map(({ headers }) => headers['x-svc-event'])).toEqual(Array(3).fill('webhook.test'))
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'disabled' })
    const tests = (await listDeliveries(ada, id)).filter(({ event_id }) => event_id === null)
    expect(tests.map(({ status }) => status)).toEqual(Array(3).fill('failed'))

    receiver.status = 200
    expect(await probe(day)).toBeGreaterThanOrEqual(4)
    await waitForState(id, { status: 'active', disabled_reason: null, consecutive_failures: 0 })
    expect((await listWebhookNotifications(ada, id)).map(({ kind, title }) => [kind, title])).toEqual([
      ['webhook_enabled', 'Board'],
      ['webhook_disabled', 'Board'],
    ])
    const before = receiver.requests.length
    await change()
    await receiver.waitForRequests(before + 1)
  })

  test('is probed ever more rarely, for 30 days at most, while its endpoint accepts probes only', async () => {
    const receiver = await startEndpoint(500)
    receiver.statusByEvent = { 'webhook.test': 200 }
    const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
    for (let i = 0; i < 12; i++) await change()
    await advanceClockUntil(receiver, 10)
    await waitForState(id, { status: 'disabled' })
    const countProbes = () =>
      receiver.requests.filter(({ headers }) => headers['x-svc-event'] === 'webhook.test').length
    const probe = async (after: number) => {
      app.clock.advance(after)
      await probeDisabledWebhooks(app.services)
      return countProbes()
    }
    /** Fails deliveries after a probe until the webhook is disabled again. */
    const failAgain = async () => {
      await waitForState(id, { status: 'active' })
      for (let i = 0; i < 12; i++) await change()
      await waitUntil(async () => {
        app.clock.advance(200)
        expect(await readWebhook(ada, id)).toMatchObject({ status: 'disabled' })
      })
    }
    expect(await probe(hour)).toBe(1)
    await failAgain()
    expect(await probe(hour + 120 * second)).toBe(2)
    await failAgain()
    expect(await probe(hour + 120 * second)).toBe(2)
    expect(await probe(hour + 900 * second)).toBe(3)
    await failAgain()
    expect(await probe(day)).toBe(4)
    app.clock.advance(15 * day)
    await change()
    await waitUntil(async () => {
      expect((await readWebhook(ada, id)).consecutive_failures).toBeGreaterThan(0)
    })
    app.clock.advance(15 * day)
    await failAgain()
    expect(await probe(2 * day)).toBe(4)

    expectStatus(await ada.patch(`/v1/webhooks/${id}`, { body: { status: 'active' } }), 200)
    await failAgain()
    expect(await probe(hour + second), 'a user began anew').toBe(5)
    receiver.status = 200
    await change()
    await waitForState(id, { status: 'active', last_delivery_status: 'succeeded' })
    receiver.status = 500
    for (let i = 0; i < 12; i++) await change()
    await waitUntil(async () => {
      app.clock.advance(200)
      expect((await readWebhook(ada, id)).consecutive_failures).toBeGreaterThanOrEqual(10)
    })
    app.clock.advance(21 * hour)
    await waitForState(id, { status: 'disabled' })
    expect(await probe(hour + second), 'a delivery that succeeded began anew').toBe(6)
  })

  test('by a former version, without stored times, is probed immediately unless that was long ago', async () => {
    const [recent, old] = [await startEndpoint(500), await startEndpoint(500)]
    const disable = async (receiver: Endpoint, days: number) => {
      const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
      await app.sql(
        `UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'consecutive_failures', updated_at = $2
         WHERE subscription_id = $1`,
        [id, new Date(app.clock.now() - days * day).toISOString()],
      )
      return id
    }
    const id = await disable(recent, 3)
    await disable(old, 31)
    await probeDisabledWebhooks(app.services)
    await probeDisabledWebhooks(app.services)
    expect([recent.requests.length, old.requests.length]).toEqual([1, 0])
    recent.status = 200
    app.clock.advance(day)
    await probeDisabledWebhooks(app.services)
    await waitForState(id, { status: 'active', disabled_reason: null })
  })

  test('is probed again after its owner was demoted for a while', async () => {
    const { receiver } = await createDisabledWebhook()
    const setRole = (role: string) =>
      app.sql('UPDATE organization_members SET role = $3 WHERE org_id = $1 AND user_id = $2', [
        org_id,
        ada.userId,
        role,
      ])
    const probeAfter = async (millis: number) => {
      app.clock.advance(millis)
      await probeDisabledWebhooks(app.services)
      return receiver.requests.length
    }
    await setRole('member')
    expect(await probeAfter(hour + second)).toBe(0)
    await setRole('owner')
    expect(await probeAfter(day)).toBe(1)
  })

  test('is not probed after 30 days, nor after a 410', async () => {
    const { receiver, id } = await createDisabledWebhook()
    const gone = await startEndpoint(410)
    const { subscription_id: left } = await createWebhook(ada, org_id, gone)
    await change()
    await waitForState(left, { status: 'disabled', disabled_reason: 'gone' })
    app.clock.advance(30 * day)
    await probeDisabledWebhooks(app.services)
    expect(receiver.requests.length).toBe(1)
    ;[receiver.status, gone.status] = [200, 200]
    app.clock.advance(2 * day)
    await probeDisabledWebhooks(app.services)
    expect([receiver.requests.length, gone.requests.length]).toEqual([1, 1])
    expect(await readWebhook(ada, id)).toMatchObject({ status: 'disabled' })
  })
})

describe('disabling a webhook', () => {
  test('notifies its owner on the page and by email', async () => {
    const { id } = await createDisabledWebhook()
    expect((await listWebhookNotifications(ada, id)).map(({ kind }) => kind)).toEqual(['webhook_disabled'])
    app.clock.advance(61 * second)
    const mail = await waitUntil(() => {
      const found = server.received.find(({ text }) => text.includes(id))
      expect(found).toBeDefined()
      return found
    })
    expect(mail!.to).toEqual(['ada@dev.invalid'])
    expect(findHeader(mail!.headers, 'subject')).toBe('Board: the webhook was disabled')
    expect(mail!.text).toContain('The webhook “Board” was disabled. It receives no deliveries until it is enabled')
  })

  test('notifies the organization owners about one of a service account, and no users without access to webhooks', async () => {
    const bob = await app.signIn('bob')
    await addMember(ada, org_id, bob, 'admin')
    const robot = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
      grant_type: 'service_account',
    })
    const { id: ofRobot } = await createDisabledWebhook(robot)
    const { id: ofBob } = await createDisabledWebhook(bob)
    expect((await listWebhookNotifications(ada, ofRobot)).length).toBe(1)
    expect((await listWebhookNotifications(bob, ofRobot)).length).toBe(0)
    expect((await listWebhookNotifications(ada, ofBob)).length).toBe(0)
    expect((await listWebhookNotifications(bob, ofBob)).length).toBe(1)
    expectStatus(await ada.patch(`/v1/organization-members/${bob.userId}/${org_id}`, { body: { role: 'member' } }), 200)
    expect((await listWebhookNotifications(bob, ofBob)).length, 'a member knows of no webhook').toBe(0)
  })
})
