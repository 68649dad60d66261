import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { EventPayload } from '../../src/resources/platform/events/presenter.ts'
import type { TestApp } from './app.ts'
import { expectStatus, type Client } from './client.ts'

export interface Message {
  id?: string
  event: string
  data: string
}

/** Event stream that is read as it arrives. */
export class EventStream {
  readonly headers: Record<string, string>
  readonly messages: Message[] = []
  heartbeatCount = 0
  /** True once the server has closed it. */
  isClosed = false
  readonly #body: AsyncIterable<Buffer> & { destroy(): unknown }
  #changed: (() => void)[] = []
  #text = ''

  constructor(headers: Record<string, string>, body: AsyncIterable<Buffer> & { destroy(): unknown }) {
    this.headers = headers
    this.#body = body
    void this.#read()
  }

  /** Returns the events without checkpoints and the end. */
  get events(): EventPayload[] {
    return this.messages
      .filter(({ event }) => !['checkpoint', 'end'].includes(event))
      .map(({ data }) => JSON.parse(data) as EventPayload)
  }

  get types(): string[] {
    return this.events.map(({ type }) => type)
  }

  get lastId(): string {
    return this.messages.findLast(({ id }) => id !== undefined)?.id ?? ''
  }

  get endReason(): string | undefined {
    const last = this.messages.find(({ event }) => event === 'end')
    return last && (JSON.parse(last.data) as { reason: string }).reason
  }

  async waitUntil(condition: (stream: this) => boolean, millis = 10_000): Promise<this> {
    const deadline = Date.now() + millis
    while (!condition(this)) {
      const remainingMs = deadline - Date.now()
      if (remainingMs <= 0) throw new Error(`timed out; received ${JSON.stringify(this.messages).slice(0, 2000)}`)
      await new Promise<void>((resolve) => {
        this.#changed.push(resolve)
        setTimeout(resolve, Math.min(remainingMs, 250))
      })
    }
    return this
  }

  /** Waits for `count` events and returns their types. */
  async waitForTypes(count: number): Promise<string[]> {
    await this.waitUntil((stream) => stream.events.length >= count)
    return this.types
  }

  close(): void {
    this.#body.destroy()
  }

  async #read(): Promise<void> {
    try {
      for await (const bytes of this.#body) {
        this.#text += bytes.toString()
        const parts = this.#text.split('\n\n')
        this.#text = parts.pop()!
        for (const part of parts) this.#take(part)
        this.#tell()
      }
    } catch {
      // Cut off, from either side.
    }
    this.isClosed = true
    this.#tell()
  }

  #take(part: string): void {
    const fields = new Map(
      part.split('\n').map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 2)]
      }),
    )
    if (fields.has('')) this.heartbeatCount++
    const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
    if (event !== undefined && data !== undefined) this.messages.push({ ...(id && { id }), event, data })
  }

  #tell(): void {
    for (const go of this.#changed.splice(0)) go()
  }
}

/** Opens a stream and waits for its first cursor. */
export async function openStream(
  client: Client,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const url = new URL('/v1/events', client.server.url)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reply = await request(url, {
    headers: {
      accept: 'text/event-stream',
      ...(client.authorization && { authorization: client.authorization }),
      ...headers,
    },
    bodyTimeout: 0,
  })
  const flat = Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
  const named = Object.fromEntries(flat) as Record<string, string>
  if (reply.statusCode !== 200)
    expectStatus({ status: reply.statusCode, headers: named, body: undefined, text: await reply.body.text() }, 200)
  return new EventStream(named, reply.body).waitUntil((stream) => stream.lastId !== '')
}

/**
 * Waits until the committed events are stable: until every transaction of the cluster that had begun by now has ended,
 * including those of other tests.
 */
export async function waitForStableEvents(app: TestApp): Promise<void> {
  const [now] = await app.sql<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next')
  for (let i = 0; i < 1_500; i++) {
    const [row] = await app.sql<{ over: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS over',
      [now!.next],
    )
    // The poll loop of the process runs within this time.
    if (row!.over) return sleep(250)
    await sleep(20)
  }
  throw new Error('a transaction of this cluster has been open for 30 seconds')
}
