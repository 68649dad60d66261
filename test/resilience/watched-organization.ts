import { expect } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { listAll, expectOnceEach } from './acknowledged-writes.ts'
import { startHttpReader, type HttpReader } from './stream-http-readers.ts'
import type { DeliveryCounter } from './delivery-counter.ts'

/** An organization whose new tasks are sent to a webhook and read from its events by stream and by page. */
export interface WatchedOrganization {
  org_id: string
  readers: readonly HttpReader[]
  /** Stops the readers. Expects each task, ids by title, to exist once and to be published once to each. */
  expectPublishedOnce(acknowledged: Map<string, string>): Promise<void>
}

/** Creates the organization; `stays`: milliseconds after which a stream is reopened. */
export async function createWatchedOrganization(
  client: Client,
  counter: DeliveryCounter,
  maxStreamMs: number,
): Promise<WatchedOrganization> {
  const { org_id } = await createOrganization(client)
  const hook = { org_id, name: 'Board', url: counter.urlOf(0), events: ['task.created'] }
  expectStatus(await client.post('/v1/webhooks', { body: hook }), 200)
  const { next_cursor: cursor } = expectStatus(await client.get('/v1/events', { query: { org_id } }), 200)
  const readers = [false, true].map((paging) =>
    startHttpReader({ clients: [client], orgId: org_id, cursor, maxStreamMs, readsPages: paging }),
  )
  return {
    org_id,
    readers,
    async expectPublishedOnce(acknowledged) {
      await expectOnceEach(client, org_id, acknowledged)
      await counter.waitForIds(acknowledged.size)
      const taskIds = counter.listChanges(0).map((change) => change.split(' ')[0])
      expect(taskIds).toEqual([...acknowledged.values()].sort())
      const events = await listAll(client, '/v1/audit', { org_id, action: 'task.created' })
      const ids = events.map(({ event_id }) => event_id).sort()
      for (const reader of readers) {
        await expect.poll(() => reader.ids.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(ids.length)
        await reader.stop()
        expect(reader.ids.toSorted()).toEqual(ids)
      }
    },
  }
}
