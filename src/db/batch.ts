import { Query, type ClientBase } from 'pg'
import type { RunOptions } from './database.ts'
import { poolerOf } from './pooler.ts'
import { sql, type Sql } from './sql.ts'
import { outcomeOf, Statement, statementFor, type Outcome, type Wire } from './statement.ts'

/** `pg`'s connection as far as a batch needs it. */
interface Connection extends Wire {
  stream: Wire['stream'] & { write(bytes: Buffer): boolean; writable: boolean }
  sync(): void
  submittedNamedStatements: Record<string, string>
  parsedStatements: Record<string, string>
}

/** A connection on which messages are kept rather than sent, and which asks for no answer in between. */
interface Draft extends Connection {
  messages: Buffer[]
}

const drafts = new WeakMap<Connection, Draft>()

function draftOn(connection: Connection): Draft {
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

/** `pg`'s query, as far as a batch is one. */
interface Base {
  name: string | undefined
  text: string
  callback: (error: Error | null) => void
}
const PgQuery = Query as unknown as new (text: string) => Base

/**
 * Statements of one transaction that were sent in one turn of the event loop. They go to the server in one message, with
 * one Sync behind the last, so that it answers them all in one as well: each message costs the side that sends it, and the
 * side that is woken by it, more than a statement by a key takes to run. The server runs none of those behind one that
 * failed.
 */
class Batch extends PgQuery {
  readonly #parts: Statement[] = []
  /** Which of the parts the server is at. */
  #at = 0

  constructor() {
    super('')
    this.callback = (error) => this.#settle(error)
  }

  add(part: Statement): Promise<Outcome> {
    if (this.#parts.push(part) === 1) this.#name(part)
    return outcomeOf(part)
  }

  submit(connection: Connection): null {
    const draft = draftOn(connection)
    for (const part of this.#parts) {
      part.prepare(draft)
      if (part.unsent) break
    }
    connection.sync.call(draft)
    connection.stream.write(Buffer.concat(draft.messages.splice(0)))
    return null
  }

  handleRowDescription(message: Parameters<Statement['handleRowDescription']>[0]): void {
    this.#parts[this.#at]!.handleRowDescription(message)
  }

  handleDataRow(message: Parameters<Statement['handleDataRow']>[0]): void {
    this.#parts[this.#at]!.handleDataRow(message)
  }

  handleCommandComplete(message: { text: string }, connection: Connection): void {
    this.#parts[this.#at]!.handleCommandComplete(message, draftOn(connection))
    const next = this.#parts[++this.#at]
    if (next) this.#name(next)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Connection): void {
    // Those behind it were not read, and are not known to the server by their names.
    for (const { name } of this.#parts.slice(this.#at)) if (name !== undefined) delete submitted[name]
    this.callback(error)
  }

  /** `pg` notes under the name of the query at hand which text the server has parsed. */
  #name(part: Statement): void {
    this.name = part.name
    this.text = part.text
  }

  #settle(error: Error | null): void {
    for (const [i, part] of this.#parts.entries()) {
      if (i < this.#at) part.handleReadyForQuery()
      else part.callback(error ?? new Error('not sent, since a statement before it could not be'))
    }
  }
}

const gathering = new WeakMap<ClientBase, Batch>()

/** Sends a statement of a transaction, together with all that are sent on this connection in the same turn. */
export function sendTogether(client: ClientBase, statement: Sql, how?: RunOptions): Promise<Outcome> {
  return add(client, statementFor(client, statement, how))
}

const commands = {
  begin: sql`begin isolation level read committed`,
  commit: sql`commit`,
  rollback: sql`rollback`,
}

/**
 * Sends BEGIN, COMMIT or ROLLBACK in the same way; gives the command that the server answers with, which is ROLLBACK for a
 * COMMIT that failed.
 */
export async function command(client: ClientBase, name: keyof typeof commands): Promise<string> {
  return (await add(client, new Statement(commands[name], poolerOf(client) === 'plain' ? undefined : name)))
    .command
}

function add(client: ClientBase, statement: Statement): Promise<Outcome> {
  let batch = gathering.get(client)
  if (!batch) {
    const made = (batch = new Batch())
    gathering.set(client, made)
    process.nextTick(() => {
      gathering.delete(client)
      client.query(made as unknown as Query)
    })
  }
  return batch.add(statement)
}
