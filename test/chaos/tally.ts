import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Takes deliveries for several webhooks and remembers what came, in little room. */
export interface Tally {
  /** How many deliveries came. */
  readonly came: number
  /** How many different ids they had. */
  readonly ids: number
  /** Milliseconds from each change to its delivery. */
  readonly delays: number[]
  urlOf(hook: number): string
  /** What one webhook was told, each change once, sorted: the task and its date. */
  changesOf(hook: number): string[]
  /** Waits until deliveries of so many ids have come. */
  holds(count: number): Promise<void>
  close(): Promise<void>
}

interface Told {
  created_at: string
  data: { resource_id: string; after: { due_date?: string } | null }
}

/** Starts a receiver that answers everything with 200. */
export async function startTally(hooks: number): Promise<Tally> {
  const changes = Array.from({ length: hooks }, () => new Set<string>())
  const ids = new Set<string>()
  const delays: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { created_at, data } = JSON.parse(body) as Told
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
    get came() {
      return delays.length
    },
    get ids() {
      return ids.size
    },
    delays,
    urlOf: (hook) => `http://127.0.0.1:${port}/${hook}`,
    changesOf: (hook) => [...changes[hook]!].sort(),
    async holds(count) {
      // No number of deliveries for so long means that no more will come: a lease takes half a minute.
      for (let last = ids.size, still = 0; ids.size < count; last = ids.size) {
        await sleep(100)
        still = ids.size === last ? still + 100 : 0
        if (still > 90_000) throw new Error(`${ids.size} of ${count} deliveries came`)
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
