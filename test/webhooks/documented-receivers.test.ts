import { afterAll, describe, expect, test } from 'vitest'
import { expectStatus } from '../support/client.ts'
import { listDeliveries, createWebhook, waitUntil, readWebhook, setUpWebhooks } from '../resources/webhooks/fixtures.ts'
import { findFreePort, listRunnableLanguages, startExample, type ExampleReceiver } from './example-receivers.ts'

const { ada, org_id, change } = await setUpWebhooks({ env: { WEBHOOK_RETRY_DELAYS: '0.5,1,2,4,8,16,32' } })

test('the attempt log does not reveal how long an attempt without a response took', async () => {
  const { subscription_id } = await createWebhook(ada, org_id, { url: 'http://127.0.0.1:1/' })
  await change()
  await waitUntil(async () => {
    const [delivery] = await listDeliveries(ada, subscription_id)
    const { last_delivery_at } = await readWebhook(ada, subscription_id)
    const [first, second, ...rest] = delivery!.attempt_log
    expect(Date.parse(first!.next_attempt_at!) - Date.parse(first!.at)).toBe(500)
    expect(Date.parse(second!.next_attempt_at!) - Date.parse(second!.at)).toBe(1000)
    expect(last_delivery_at).toBe((rest.at(-1) ?? second)!.at)
  })
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
})

describe.each(listRunnableLanguages())('the documented receiver in %s with deliveries of the service', (language) => {
  let receiver: ExampleReceiver | undefined
  afterAll(() => receiver?.end())
  const waitUntilHandled = async (events: number) => {
    await waitUntil(() => expect(receiver!.handled.length).toBe(events))
    return receiver!.handled.splice(0)
  }

  test('receives what it missed while down, accepts a rotated secret, and handles nothing twice', async () => {
    const port = await findFreePort()
    const { subscription_id, secret } = await createWebhook(ada, org_id, { url: `http://127.0.0.1:${port}/` })
    const path = `/v1/webhooks/${subscription_id}`
    const readLatestDelivery = async () => (await listDeliveries(ada, subscription_id))[0]!

    // The receiver is not running yet.
    const task_id = await change()
    await waitUntil(async () => expect((await readLatestDelivery()).attempt).toBeGreaterThan(0))
    receiver = await startExample(language, port, secret)
    const [line] = await waitUntilHandled(1)
    expect(line).toMatch(new RegExp(`^WD\\w{16} task\\.updated ${task_id} \\{"title": ?"Title \\d+"\\}$`))
    await waitUntil(async () => expect((await readLatestDelivery()).status).toBe('succeeded'))

    // Replays the delivery under the same id.
    const { delivery_id } = await readLatestDelivery()
    const replay = expectStatus(await ada.post(`${path}/deliveries/${delivery_id}/replay`), 200)
    await waitUntil(async () =>
      expect(await readLatestDelivery()).toMatchObject({ delivery_id: replay.delivery_id, status: 'succeeded' }),
    )
    expect(receiver.handled).toEqual([])

    // The old secret remains valid for a day.
    const rotated = expectStatus(await ada.post(`${path}/rotate-secret`), 200)
    await change()
    await waitUntilHandled(1)

    // The new secret is valid, too.
    await receiver.end()
    receiver = await startExample(language, port, rotated.secret)
    await change()
    await waitUntilHandled(1)
    const test = expectStatus(await ada.post(`${path}/test`), 200)
    expect(test).toMatchObject({ status: 'succeeded', response_status: 200 })
    expect((await waitUntilHandled(1))[0]).toContain(` webhook.test ${subscription_id} null`)

    // Any other secret is refused.
    await receiver.end()
    receiver = await startExample(language, port, `whsec_${Buffer.alloc(32).toString('base64')}`)
    await change()
    await waitUntil(async () =>
      expect((await readLatestDelivery()).attempt_log[0]).toMatchObject({ status: 401, outcome: 'failed' }),
    )
    expect(receiver.handled).toEqual([])
    expectStatus(await ada.delete(path), 200)
  })
})
