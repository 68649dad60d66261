import type { Client } from 'pg'
import { isFull } from './errors.ts'
import type { Sql } from './sql.ts'
import { send } from './statement.ts'

/**
 * Milliseconds after which a connection is replaced, so that a server that has moved is found, and plans that are no
 * longer used are dropped.
 */
const lifetime = 3_600_000
/** Milliseconds without new connections after the server had none left. */
const pause = 30_000

/** Where reads by a key run together. */
export interface LookUps {
  /** Runs one read; rejects with `pg`'s own error. */
  run(statement: Sql): Promise<object[]>
  /** Connections of their own that failed so far. */
  readonly losses: number
  close(): Promise<void>
}

interface Track {
  client: Promise<Client> | undefined
  since: number
  /** Statements sent and not yet answered. */
  pending: number
}

/**
 * A few connections for short reads. Each sends its statements without waiting for the answers to those before, which
 * come in order: what many requests ask in one turn of the event loop leaves in one system call, and wakes one back end
 * once. A slow statement would hold up those behind it, so only look-ups by key run here.
 */
export class LookUpConnections implements LookUps {
  readonly #connect: () => Client
  readonly #tracks: Track[]
  /** The connection of what is sent in this turn of the event loop. */
  #current: Track | undefined
  #closed = false
  #full: { error: unknown; until: number } | undefined
  /** Connections that failed so far. */
  losses = 0

  constructor(connect: () => Client, size: number) {
    this.#connect = connect
    this.#tracks = Array.from({ length: size }, () => ({ client: undefined, since: 0, pending: 0 }))
  }

  /** Runs one read on the connection with the least to do; rejects with `pg`'s own error. */
  async run(statement: Sql): Promise<object[]> {
    if (this.#closed) throw new Error('Client was closed')
    const track = (this.#current ??= this.#choose())
    if (!track.client && this.#isFull()) throw this.#full!.error
    track.pending++
    try {
      const client = await this.#clientOf(track)
      return (await send(client, statement)).rows
    } finally {
      track.pending--
    }
  }

  #choose(): Track {
    process.nextTick(() => (this.#current = undefined))
    const open = this.#isFull() ? this.#tracks.filter(({ client }) => client) : []
    return (open.length > 0 ? open : this.#tracks).reduce((best, other) =>
      other.pending < best.pending ? other : best,
    )
  }

  #isFull(): boolean {
    return this.#full !== undefined && performance.now() < this.#full.until
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#tracks.map(({ client }) => client && quietly(client.then((open) => open.end()))))
  }

  #clientOf(track: Track): Promise<Client> {
    if (track.client && performance.now() - track.since > lifetime) {
      // It ends once it has answered what it was sent.
      void quietly(track.client.then((client) => client.end()))
      track.client = undefined
    }
    track.client ??= this.#open(track)
    return track.client
  }

  #open(track: Track): Promise<Client> {
    const client = this.#connect()
    const opened = client.connect().then(() => client)
    const forget = () => {
      if (track.client === opened) track.client = undefined
    }
    client.on('error', () => {
      this.losses++
      forget()
    })
    client.on('end', forget)
    opened.then(
      () => (this.#full = undefined),
      (error: unknown) => {
        if (isFull(error)) this.#full = { error, until: performance.now() + pause }
        forget()
      },
    )
    track.since = performance.now()
    return opened
  }
}

const quietly = (promise: Promise<unknown>) => promise.catch(() => {})
