import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../support/client.ts'
import { openStream, type EventStream } from '../support/event-stream.ts'

/** A reader of an organization's events over HTTP that disconnects now and then and resumes at the last cursor. */
export interface HttpReader {
  /** Ids of events, in the order received. */
  readonly ids: string[]
  /** Number of reconnects. */
  readonly resumeCount: number
  stop(): Promise<void>
}

interface ReaderOptions {
  /** Clients that are used one after another. */
  clients: readonly Client[]
  orgId: string
  cursor: string
  /** Maximum duration of a connection. */
  maxStreamMs: number
  /** Reads pages instead of a stream. */
  readsPages: boolean
}

export function startHttpReader({
  clients,
  orgId,
  cursor,
  maxStreamMs: stays,
  readsPages: paging,
}: ReaderOptions): HttpReader {
  const reader = { ids: [] as string[], resumeCount: 0 }
  const state = { over: false, cursor }
  const readOnce = paging ? readPage : readStream
  const running = (async () => {
    for (; !state.over; reader.resumeCount++) {
      // The server may just have been killed.
      const more = await readOnce(clients[reader.resumeCount % clients.length]!).catch(() => false)
      if (!more) await sleep(Math.random() * 200)
    }
  })()

  function processMessages(stream: EventStream, from: number): number {
    const { messages } = stream
    for (let i = from; i < messages.length; i++) {
      const { id, event, data } = messages[i]!
      if (id === undefined) continue
      if (event !== 'checkpoint') reader.ids.push((JSON.parse(data) as { id: string }).id)
      state.cursor = id
    }
    return messages.length
  }

  async function readStream(client: Client): Promise<boolean> {
    const stream = await openStream(client, { org_id: orgId }, { 'last-event-id': state.cursor })
    const until = performance.now() + Math.random() * stays
    let processedCount = 0
    while (!state.over && !stream.isClosed && performance.now() < until) {
      await sleep(10)
      processedCount = processMessages(stream, processedCount)
    }
    // Events that were received and not processed are sent again.
    stream.close()
    return false
  }

  /** Reads a page; returns true if more is available immediately. */
  async function readPage(client: Client): Promise<boolean> {
    const limit = 1 + Math.floor(Math.random() * 50)
    const query = { org_id: orgId, cursor: state.cursor, wait: 2, limit }
    const { status, body } = await client.get('/v1/events', { query })
    if (status !== 200) return false
    for (const { id } of body.data as { id: string }[]) reader.ids.push(id)
    state.cursor = body.next_cursor
    return body.data.length === limit
  }

  return Object.assign(reader, {
    async stop() {
      state.over = true
      await running
    },
  })
}
