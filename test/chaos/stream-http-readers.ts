import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../support/client.ts'
import { openStream, type EventStream } from '../support/event-stream.ts'

/** Somebody who follows an organization over HTTP, goes away now and then, and goes on with the last cursor. */
export interface HttpReader {
  /** Ids of events, as they were told. */
  readonly ids: string[]
  /** How often it has gone on. */
  readonly resumed: number
  stop(): Promise<void>
}

interface Course {
  /** It comes to each of these in turn. */
  clients: readonly Client[]
  orgId: string
  cursor: string
  /** Milliseconds at most until it goes away. */
  stays: number
  /** Whether it asks for pages instead of a stream. */
  paging: boolean
}

/** Starts a reader after a cursor. */
export function startHttpReader({ clients, orgId, cursor, stays, paging }: Course): HttpReader {
  const reader = { ids: [] as string[], resumed: 0 }
  const state = { over: false, cursor }
  const stay = paging ? page : follow
  const running = (async () => {
    for (; !state.over; reader.resumed++) {
      // Its server may just have been killed.
      const more = await stay(clients[reader.resumed % clients.length]!).catch(() => false)
      if (!more) await sleep(Math.random() * 200)
    }
  })()

  function take(stream: EventStream, from: number): number {
    const { messages } = stream
    for (let i = from; i < messages.length; i++) {
      const { id, event, data } = messages[i]!
      if (id === undefined) continue
      if (event !== 'checkpoint') reader.ids.push((JSON.parse(data) as { id: string }).id)
      state.cursor = id
    }
    return messages.length
  }

  async function follow(client: Client): Promise<boolean> {
    const stream = await openStream(client, { org_id: orgId }, { 'last-event-id': state.cursor })
    const until = performance.now() + Math.random() * stays
    let taken = 0
    while (!state.over && !stream.over && performance.now() < until) {
      await sleep(10)
      taken = take(stream, taken)
    }
    // What came and was not taken is told again.
    stream.close()
    return false
  }

  /** Whether there is more at once, for which nobody who reads pages waits. */
  async function page(client: Client): Promise<boolean> {
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
