import { expect, test } from 'vitest'
import { startDeliveryWorker } from '../../../src/webhooks/worker.ts'
import { expectStatus } from '../../support/client.ts'
import { createWebhook, setUpWebhooks, startEndpoint, waitUntil } from './fixtures.ts'

const { app, ada, org_id, change } = await setUpWebhooks({ delivering: false })

interface StoredDelivery {
  status: string
  error: string | null
  next_attempt_at: string | null
}

/** Runs a worker until the only delivery of the webhook was attempted so often; returns it as it is stored. */
async function runWorker(id: string, attempt: number) {
  const worker = startDeliveryWorker(app.services)
  try {
    return await waitUntil(async () => {
      const [delivery] = await app.sql<StoredDelivery>(
        `SELECT status, attempt, error, next_attempt_at, response_status FROM webhook_deliveries
         WHERE org_id = $1 AND subscription_id = $2`,
        [org_id, id],
      )
      expect(delivery).toMatchObject({ attempt })
      return delivery!
    })
  } finally {
    await worker.stop()
  }
}

test('a delivery that the server cannot build fails by the retry schedule, and is given up', async () => {
  const receiver = await startEndpoint()
  const task_id = await change()
  const { project_id } = expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
  const { subscription_id: id } = await createWebhook(ada, org_id, receiver, { project_ids: [project_id] })
  await change()
  await app.sql(
    `UPDATE webhook_deliveries SET body = '{', made_for_projects = NULL
     WHERE org_id = $1 AND subscription_id = $2`,
    [org_id, id],
  )
  const first = await runWorker(id, 1)
  expect(first).toMatchObject({ status: 'failed', error: 'not sent: internal error of the server' })
  let last = first
  for (let attempt = 2; attempt <= 8; attempt++) {
    app.clock.advance(24 * 3_600_000)
    last = await runWorker(id, attempt)
  }
  expect(last).toMatchObject({ status: 'dead', next_attempt_at: null })
  expect(receiver.requests).toEqual([])
})

test('an attempt whose response cannot be stored is recorded without it, and not repeated', async () => {
  const receiver = await startEndpoint()
  const other = await startEndpoint()
  const { subscription_id: id } = await createWebhook(ada, org_id, receiver)
  await createWebhook(ada, org_id, other)
  await app.sql(`ALTER TABLE webhook_deliveries ADD CONSTRAINT no_excerpt
    CHECK (subscription_id <> '${id}' OR response_excerpt IS NULL)`)
  try {
    await change()
    expect(await runWorker(id, 1)).toMatchObject({
      status: 'succeeded',
      response_status: 200,
      error: 'the response could not be recorded',
    })
  } finally {
    await app.sql('ALTER TABLE webhook_deliveries DROP CONSTRAINT no_excerpt')
  }
  app.clock.advance(24 * 3_600_000)
  await runWorker(id, 1)
  expect(receiver.requests).toHaveLength(1)
  expect(other.requests).toHaveLength(1)
})
