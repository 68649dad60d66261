import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { startNameServer } from '../support/name-server.ts'
import { listDeliveries, createWebhook, waitUntil, setUpWebhooks } from '../resources/webhooks/fixtures.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { refusedUrls, zone } from './refused-urls.ts'
import { setTraps, watchConnections } from './traps.ts'

/** Receivers are allowed at one loopback address; traps listen at the same port of its neighbors. */
const traps = await setTraps(['127.0.0.1', '127.0.0.2', '::1'])
const { port } = traps
const names = await startNameServer()
for (const [name, records] of Object.entries(zone)) names.set(name, ...records)
names.set('hook.example.com', '127.0.0.9')
const { app, ada, org_id, change } = await setUpWebhooks({
  env: {
    WEBHOOK_ALLOW_CIDRS: '127.0.0.9/32',
    WEBHOOK_DNS: names.address,
    WEBHOOK_RETRY_DELAYS: '3600',
  },
})
const good = `http://hook.example.com:${port}/`
const watch = watchConnections()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver((_request, response) => response.end(), { host: '127.0.0.9', port })
})
afterAll(async () => {
  watch.stop()
  await Promise.all([traps.close(), names.close(), receiver.close()])
})
beforeEach(() => {
  traps.reset()
  watch.contacted.length = 0
})

const table = Object.entries(refusedUrls).flatMap(([reason, urls]) =>
  urls.map((url) => ({ url: url.replace('PORT', String(port)), reason })),
)
/** PostgreSQL cannot store NUL, so these URLs only occur in requests. */
const storable = table.filter(({ url }) => !url.includes('\0'))

/** Returns connections other than to the database, the server under test and the one allowed receiver. */
function findStrayConnections() {
  const expected = [new URL(app.url).port, new URL(app.databaseUrl ?? 'x://x:1').port].map(Number)
  const elsewhere = watch.contacted.filter((one) => !expected.includes(one.port))
  return { contacted: elsewhere.filter(({ address }) => address !== '127.0.0.9'), sprung: traps.sprung() }
}
const nowhere = { contacted: [], sprung: [] }

/** Runs a function for each item, eight at a time. */
async function runForEach<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = [...items.entries()]
  const runNext = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: 8 }, runNext))
  return results
}

test('no forbidden URL can be registered, or replace an allowed one', async () => {
  const { subscription_id } = await createWebhook(ada, org_id, { url: good })
  const body = { org_id, name: 'Board', events: ['task.*'] }
  await runForEach(table, async ({ url, reason }) => {
    const replies = [
      await ada.post('/v1/webhooks', { body: { ...body, url } }),
      await ada.patch(`/v1/webhooks/${subscription_id}`, { body: { url, name: 'Changed' } }),
    ]
    for (const reply of replies) {
      const { type, errors } = expectStatus(reply, 422)
      if (url.includes('\0')) expect(type).toBe('urn:svc:problem:validation')
      else expect([url, type, errors[0].reason]).toEqual([url, 'urn:svc:problem:url-refused', reason])
    }
  })
  const { data } = expectStatus(await ada.get('/v1/webhooks', { query: { org_id } }), 200)
  expect(data).toMatchObject([{ name: 'Board', url: good, status: 'active' }])
  expect(findStrayConnections()).toEqual(nowhere)
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
})

/** Creates webhooks, and stores the forbidden URLs by SQL, bypassing the check. */
async function createWebhooks(urls: readonly { url: string; reason: string }[]) {
  const hooks = await runForEach(urls, async ({ url, reason }) => {
    const { subscription_id } = await createWebhook(ada, org_id, { url: good })
    return { subscription_id, url, reason }
  })
  await app.sql(
    `UPDATE webhook_subscriptions s SET url = w.url
     FROM jsonb_to_recordset($1::jsonb) AS w(subscription_id text, url text)
     WHERE s.org_id = $2 AND s.subscription_id = w.subscription_id`,
    [JSON.stringify(hooks), org_id],
  )
  return hooks
}

const waitForAttempts = (count: number) =>
  waitUntil(async () => {
    const [row] = await app.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM webhook_deliveries WHERE org_id = $1 AND attempt = 1',
      [org_id],
    )
    expect(row!.n).toBe(count)
  })

const buildRejectedAttempt = (reason: string) => ({
  attempt: 1,
  response_status: null,
  response_ms: null,
  error: `address not allowed (${reason})`,
  resolved_ip: null,
})

/** Below the maximum number of webhooks of an organization. */
const parts = Array.from({ length: Math.ceil(storable.length / 150) }, (_, i) => storable.slice(i * 150, (i + 1) * 150))

test.each([...parts.entries()])(
  'forbidden URLs in the database get no delivery, no replay and no test (%i)',
  async (_, part) => {
    const hooks = await createWebhooks(part)
    await change()
    await waitForAttempts(hooks.length)
    const first = await runForEach(hooks, async ({ subscription_id, reason }) => {
      const [delivery] = await listDeliveries(ada, subscription_id)
      expect(delivery).toMatchObject({ ...buildRejectedAttempt(reason), status: 'failed' })
      return `/v1/webhooks/${subscription_id}/deliveries/${delivery!.delivery_id}/replay`
    })
    await runForEach(first, async (path) => expectStatus(await ada.post(path), 200))
    await waitForAttempts(2 * hooks.length)
    await runForEach(hooks, async ({ subscription_id, reason }) => {
      const [replayed] = await listDeliveries(ada, subscription_id)
      expect(replayed).toMatchObject({
        ...buildRejectedAttempt(reason),
        status: 'failed',
        replay_of: expect.any(String),
      })
      const tested = await ada.post(`/v1/webhooks/${subscription_id}/test`)
      expect(expectStatus(tested, 200)).toMatchObject({ ...buildRejectedAttempt(reason), status: 'failed' })
    })
    expect(findStrayConnections()).toEqual(nowhere)
    expect(receiver.requests).toEqual([])
    await app.sql('UPDATE webhook_subscriptions SET deleted_at = now() WHERE org_id = $1', [org_id])
    for (const table of ['webhook_queue', 'webhook_deliveries'])
      await app.sql(`DELETE FROM ${table} WHERE org_id = $1`, [org_id])
  },
  120_000,
)

test('a webhook whose name resolves to a forbidden IP is sent nothing until it is allowed again', async () => {
  names.set('turning.example.com', '127.0.0.9')
  const { subscription_id } = await createWebhook(ada, org_id, { url: `http://turning.example.com:${port}/` })
  const readLastDelivery = async (client: Client) => (await listDeliveries(client, subscription_id))[0]
  const expectOutcomes = async (addresses: string[], outcome: string) => {
    names.set('turning.example.com', ...addresses)
    await change()
    await waitUntil(async () =>
      expect(await readLastDelivery(ada)).toMatchObject({ attempt: 1, attempt_log: [{ outcome }] }),
    )
    const tested = expectStatus(await ada.post(`/v1/webhooks/${subscription_id}/test`), 200)
    expect(tested.attempt_log[0].outcome).toBe(outcome)
  }
  await expectOutcomes(['127.0.0.9'], 'succeeded')
  await expectOutcomes(['127.0.0.1'], 'failed')
  await expectOutcomes(['127.0.0.9', '::1'], 'failed')
  await expectOutcomes(['127.0.0.9'], 'succeeded')
  expect(receiver.requests).toHaveLength(4)
  expect(findStrayConnections()).toEqual(nowhere)
})
