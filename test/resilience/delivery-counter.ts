import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A receiver for several webhooks that stores deliveries compactly. */
export interface DeliveryCounter {
  /** Number of deliveries, including duplicates. */
  readonly count: number
  /** Number of distinct delivery ids. */
  readonly idCount: number
  /** Milliseconds from each change to its delivery. */
  readonly delays: number[]
  urlOf(hook: number): string
  /** Returns the distinct changes sent to one webhook, sorted: task and date. */
  listChanges(hook: number): string[]
  /** Waits for deliveries of this many ids. */
  waitForIds(count: number): Promise<void>
  close(): Promise<void>
}

interface ReceivedEvent {
  created_at: string
  data: { resource_id: string; after: { due_date?: string } | null }
}

/** Starts a receiver that responds with 200. */
export async function startDeliveryCounter(hooks: number): Promise<DeliveryCounter> {
  const changes = Array.from({ length: hooks }, () => new Set<string>())
  const ids = new Set<string>()
  const delays: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { created_at, data } = JSON.parse(body) as ReceivedEvent
      ids.add(String(request.headers['webhook-id']))
      changes[Number(request.url!.slice(1))]!.add(`${data.resource_id} ${data.after?.due_date}`)
      delays.push(Date.now() - Date.parse(created_at))
      response.end()
    })
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    get count() {
      return delays.length
    },
    get idCount() {
      return ids.size
    },
    delays,
    urlOf: (hook) => `http://127.0.0.1:${port}/${hook}`,
    listChanges: (hook) => [...changes[hook]!].sort(),
    async waitForIds(count) {
      // A lease takes half a minute, so a longer silence means that no more deliveries will come.
      for (let last = ids.size, silentMs = 0; ids.size < count; last = ids.size) {
        await sleep(100)
        silentMs = ids.size === last ? silentMs + 100 : 0
        if (silentMs > 90_000) throw new Error(`${ids.size} of ${count} deliveries came`)
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
