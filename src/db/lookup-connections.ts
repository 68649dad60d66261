import type { Client } from 'pg'
import { isOutOfConnections } from './errors.ts'
import type { Sql } from './sql.ts'
import { sendStatement } from './driver/statement.ts'

/** Maximum age of a connection. A new one finds a server that has moved, and drops unused plans. */
const MAX_AGE_MS = 3_600_000
const FULL_PAUSE_MS = 30_000

export interface Lookups {
  run(statement: Sql): Promise<object[]>
  readonly losses: number
  close(): Promise<void>
}

interface Slot {
  client: Promise<Client> | undefined
  since: number
  pending: number
}

/** Pipelines lookups by key on a few connections; a slow statement would delay those behind it. */
export class LookupConnections implements Lookups {
  readonly #connect: () => Client
  readonly #slots: Slot[]
  #current: Slot | undefined
  #closed = false
  #full: { error: unknown; until: number } | undefined
  losses = 0

  constructor(connect: () => Client, size: number) {
    this.#connect = connect
    this.#slots = Array.from({ length: size }, () => ({ client: undefined, since: 0, pending: 0 }))
  }

  async run(statement: Sql): Promise<object[]> {
    if (this.#closed) throw new Error('Client was closed')
    const slot = (this.#current ??= this.#choose())
    if (!slot.client && this.#isFull()) throw this.#full!.error
    slot.pending++
    try {
      const client = await this.#getClient(slot)
      return (await sendStatement(client, statement)).rows
    } finally {
      slot.pending--
    }
  }

  #choose(): Slot {
    process.nextTick(() => (this.#current = undefined))
    const open = this.#isFull() ? this.#slots.filter(({ client }) => client) : []
    return (open.length > 0 ? open : this.#slots).reduce((best, other) => (other.pending < best.pending ? other : best))
  }

  #isFull(): boolean {
    return this.#full !== undefined && performance.now() < this.#full.until
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#slots.map(({ client }) => client && ignoreErrors(client.then((open) => open.end()))))
  }

  #getClient(slot: Slot): Promise<Client> {
    if (slot.client && performance.now() - slot.since > MAX_AGE_MS) {
      // Ends after its pending statements have finished.
      void ignoreErrors(slot.client.then((client) => client.end()))
      slot.client = undefined
    }
    slot.client ??= this.#open(slot)
    return slot.client
  }

  #open(slot: Slot): Promise<Client> {
    const client = this.#connect()
    const opened = client.connect().then(() => client)
    const clearClient = () => {
      if (slot.client === opened) slot.client = undefined
    }
    client.on('error', () => {
      this.losses++
      clearClient()
    })
    client.on('end', clearClient)
    opened.then(
      () => (this.#full = undefined),
      (error: unknown) => {
        if (isOutOfConnections(error)) this.#full = { error, until: performance.now() + FULL_PAUSE_MS }
        clearClient()
      },
    )
    slot.since = performance.now()
    return opened
  }
}

const ignoreErrors = (promise: Promise<unknown>) => promise.catch(() => {})
