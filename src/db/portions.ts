import { Query, type ClientBase } from 'pg'
import { announce } from './announced.ts'
import { rowMaker, type Column, type MakeRow } from './rows.ts'
import { textOf, valuesOf, type Sql } from './sql.ts'
import { bindable } from './types.ts'

/** How many rows are handed over together. */
const portion = 500
/** Milliseconds that a whole walk may take. */
const limitMillis = 60_000

/** `pg`'s query, and the socket of its connection, as far as they are used here. */
interface Base {
  callback: (error: Error | null) => void
}
interface Socket {
  pause(): void
  resume(): void
}
const PgQuery = Query as unknown as new (text: string, values: unknown[]) => Base

/** A statement that does not read on while rows wait to be taken. */
class Walk extends PgQuery {
  readonly query_timeout = limitMillis
  /** Resolves once it is over, however it ended. */
  readonly over: Promise<void>
  readonly #socket: Socket
  #make: MakeRow | undefined
  #rows: object[] = []
  #ended: { error: Error | null } | undefined
  #dropping = false
  #wake: () => void = () => {}

  constructor(socket: Socket, statement: Sql) {
    super(textOf(statement), bindable(valuesOf(statement)))
    this.#socket = socket
    let end: () => void
    this.over = new Promise((resolve) => (end = resolve))
    this.callback = (error) => {
      this.#ended ??= { error }
      end()
      this.#wake()
    }
  }

  requiresPreparation(): boolean {
    return true
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#make = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#dropping) return
    this.#rows.push(this.#make!(fields))
    if (this.#rows.length < portion) return
    this.#socket.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null)
  }

  /** The rows that have come, once they are a portion or the last of them; undefined when no more come. */
  async next(): Promise<object[] | undefined> {
    while (this.#rows.length < portion && !this.#ended) {
      const more = new Promise<void>((resolve) => (this.#wake = resolve))
      this.#socket.resume()
      await more
    }
    const rows = this.#rows
    this.#rows = []
    if (rows.length > 0) return rows
    if (this.#ended?.error) throw this.#ended.error
    return undefined
  }

  /** Throws away what still comes, so that others find the connection as new. */
  async finish(): Promise<void> {
    this.#dropping = true
    while (!this.#ended) await this.next().catch(() => {})
    this.#socket.resume()
  }
}

/** The rows of a statement on a connection that serves nothing else meanwhile, some at a time. */
export async function* portionsOf<R>(client: ClientBase, statement: Sql<R>): AsyncGenerator<R[]> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const walk = new Walk(stream, statement)
  announce(textOf(statement), walk.over)
  client.query(walk as unknown as Query)
  try {
    for (let rows = await walk.next(); rows; rows = await walk.next()) yield rows as R[]
  } finally {
    await walk.finish()
  }
}
