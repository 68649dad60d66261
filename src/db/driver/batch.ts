import { Query, type ClientBase } from 'pg'
import type { QueryOptions } from '../database.ts'
import { getPoolerMode } from '../pooler.ts'
import { sql, type Sql } from '../sql.ts'
import { waitForResult, Statement, createStatement, type StatementResult, type PgConnection } from './statement.ts'

interface Connection extends PgConnection {
  stream: PgConnection['stream'] & { write(bytes: Buffer): boolean; writable: boolean }
  sync(): void
  submittedNamedStatements: Record<string, string>
  parsedStatements: Record<string, string>
}

/** Connection that collects messages instead of sending them, and sends no Sync of its own. */
interface Draft extends Connection {
  messages: Buffer[]
}

const drafts = new WeakMap<Connection, Draft>()

function getDraft(connection: Connection): Draft {
  let draft = drafts.get(connection)
  if (!draft) {
    const messages: Buffer[] = []
    const write = (bytes: Buffer) => messages.push(bytes) > 0
    draft = Object.create(connection) as Draft
    Object.assign(draft, { messages, sync: () => {}, stream: { write, writable: true } })
    drafts.set(connection, draft)
  }
  return draft
}

interface PgQueryBase {
  name: string | undefined
  text: string
  callback: (error: Error | null) => void
}
const PgQuery = Query as unknown as new (text: string) => PgQueryBase

/** Statements of one turn of the event loop, sent as one message: a message costs more than a lookup. */
class Batch extends PgQuery {
  readonly #statements: Statement[] = []
  #current = 0

  constructor() {
    super('')
    this.callback = (error) => this.#finish(error)
  }

  add(statement: Statement): Promise<StatementResult> {
    if (this.#statements.push(statement) === 1) this.#setName(statement)
    return waitForResult(statement)
  }

  submit(connection: Connection): null {
    const draft = getDraft(connection)
    for (const statement of this.#statements) {
      statement.prepare(draft)
      if (statement.unsent) break
    }
    connection.sync.call(draft)
    connection.stream.write(Buffer.concat(draft.messages.splice(0)))
    return null
  }

  handleRowDescription(message: Parameters<Statement['handleRowDescription']>[0]): void {
    this.#statements[this.#current]!.handleRowDescription(message)
  }

  handleDataRow(message: Parameters<Statement['handleDataRow']>[0]): void {
    this.#statements[this.#current]!.handleDataRow(message)
  }

  handleCommandComplete(message: { text: string }, connection: Connection): void {
    this.#statements[this.#current]!.handleCommandComplete(message, getDraft(connection))
    const next = this.#statements[++this.#current]
    if (next) this.#setName(next)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Connection): void {
    // The server skipped the statements after the failed one, so their names are unknown to it.
    for (const { name } of this.#statements.slice(this.#current)) if (name !== undefined) delete submitted[name]
    this.callback(error)
  }

  #setName(statement: Statement): void {
    this.name = statement.name
    this.text = statement.text
  }

  #finish(error: Error | null): void {
    for (const [i, statement] of this.#statements.entries()) {
      if (i < this.#current) statement.handleReadyForQuery()
      else statement.callback(error ?? new Error('not sent, since a statement before it could not be'))
    }
  }
}

const openBatches = new WeakMap<ClientBase, Batch>()

/** Sends a statement in one batch with all others sent on this connection in the same turn. */
export function sendBatched(client: ClientBase, statement: Sql, options?: QueryOptions): Promise<StatementResult> {
  return addToBatch(client, createStatement(client, statement, options))
}

const COMMANDS = {
  begin: sql`begin isolation level read committed`,
  commit: sql`commit`,
  rollback: sql`rollback`,
  limitLockWaits: sql`set local lock_timeout = '100ms'`,
}

/** Returns the server's command tag: ROLLBACK for a COMMIT that failed. */
export async function sendTransactionCommand(client: ClientBase, name: keyof typeof COMMANDS): Promise<string> {
  return (await addToBatch(client, new Statement(COMMANDS[name], getPoolerMode(client) === 'plain' ? undefined : name)))
    .command
}

function addToBatch(client: ClientBase, statement: Statement): Promise<StatementResult> {
  let batch = openBatches.get(client)
  if (!batch) {
    const created = (batch = new Batch())
    openBatches.set(client, created)
    process.nextTick(() => {
      openBatches.delete(client)
      client.query(created as unknown as Query)
    })
  }
  return batch.add(statement)
}
