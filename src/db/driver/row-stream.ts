import { Query, type ClientBase } from 'pg'
import { publishStatement } from './statement-channel.ts'
import { getRowParser, type RowColumn, type RowParser } from './row-parser.ts'
import { toSqlText, toSqlValues, type Sql } from '../sql.ts'
import { toBindValues } from './types.ts'

const BATCH_SIZE = 500
const MAX_DURATION_MS = 60_000

interface PgQueryBase {
  callback: (error: Error | null) => void
}
interface PausableSocket {
  pause(): void
  resume(): void
}
const PgQuery = Query as unknown as new (text: string, values: unknown[]) => PgQueryBase

/** Query that pauses its socket while a batch waits to be read. */
class StreamQuery extends PgQuery {
  readonly query_timeout = MAX_DURATION_MS
  readonly done: Promise<void>
  readonly #socket: PausableSocket
  #parseRow: RowParser | undefined
  #rows: object[] = []
  #result: { error: Error | null } | undefined
  #isDiscarding = false
  #wake: () => void = () => {}

  constructor(socket: PausableSocket, statement: Sql) {
    super(toSqlText(statement), toBindValues(toSqlValues(statement)))
    this.#socket = socket
    let end: () => void
    this.done = new Promise((resolve) => (end = resolve))
    this.callback = (error) => {
      this.#result ??= { error }
      end()
      this.#wake()
    }
  }

  requiresPreparation(): boolean {
    return true
  }

  handleRowDescription({ fields }: { fields: RowColumn[] }): void {
    this.#parseRow = getRowParser(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#isDiscarding) return
    this.#rows.push(this.#parseRow!(fields))
    if (this.#rows.length < BATCH_SIZE) return
    this.#socket.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null)
  }

  async next(): Promise<object[] | undefined> {
    while (this.#rows.length < BATCH_SIZE && !this.#result) {
      const more = new Promise<void>((resolve) => (this.#wake = resolve))
      this.#socket.resume()
      await more
    }
    const rows = this.#rows
    this.#rows = []
    if (rows.length > 0) return rows
    if (this.#result?.error) throw this.#result.error
    return undefined
  }

  /** Discards remaining rows, so that the connection can be reused. */
  async finish(): Promise<void> {
    this.#isDiscarding = true
    while (!this.#result) await this.next().catch(() => {})
    this.#socket.resume()
  }
}

export async function* streamRows<R>(client: ClientBase, statement: Sql<R>): AsyncGenerator<R[]> {
  const { stream } = (client as unknown as { connection: { stream: PausableSocket } }).connection
  const query = new StreamQuery(stream, statement)
  publishStatement(toSqlText(statement), query.done)
  client.query(query as unknown as Query)
  try {
    for (let rows = await query.next(); rows; rows = await query.next()) yield rows as R[]
  } finally {
    await query.finish()
  }
}
