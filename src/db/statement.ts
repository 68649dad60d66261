import { Query, type ClientBase } from 'pg'
import type { RunOptions } from './database.ts'
import { announce } from './announced.ts'
import { planName, renewed } from './plans.ts'
import { poolerOf } from './pooler.ts'
import { rowMaker, type Column, type MakeRow } from './rows.ts'
import { textOf, valuesOf, type Sql } from './sql.ts'
import { bindable } from './types.ts'

/** What a statement gave: its rows as objects, and the command that the server says it was (`SELECT`, `COMMIT`, …). */
export interface Outcome {
  rows: object[]
  command: string
}

/** The part of `pg`'s connection that a statement needs. */
export interface Wire {
  stream: { cork(): void; uncork(): void }
  describe(message: object): void
}

/** `pg`'s query, as far as it is used here. */
interface Base {
  name: string | undefined
  text: string
  callback: (error: Error | null, outcome?: unknown) => void
  prepare(wire: Wire): void
}
const PgQuery = Query as unknown as new (text: string, values: unknown[]) => Base

/**
 * What is known of a connection: `silent`, the same connection but one that asks for no description, and of each named
 * statement that ran on it how its rows are made, null where it gives none.
 */
interface Known {
  silent: Wire
  makers: Map<string, MakeRow | null>
}
const connections = new WeakMap<Wire, Known>()

function knownOf(wire: Wire): Known {
  let known = connections.get(wire)
  if (!known) {
    const silent = Object.create(wire) as Wire
    silent.describe = () => {}
    known = { silent, makers: new Map() }
    connections.set(wire, known)
  }
  return known
}

/**
 * One statement in the extended protocol. Unlike `pg`'s own it asks for the description of its rows only the first time
 * that a named statement runs on a connection: to send, read and apply one for every run was a tenth of the time of a
 * read. PostgreSQL refuses to run a prepared statement whose columns have changed, so what was told once stays true.
 */
export class Statement extends PgQuery {
  /** It holds a value that can't be sent, and was not. */
  unsent = false
  readonly #rows: object[] = []
  #make: MakeRow | null | undefined
  #command = ''
  /** The error of a value that could not be parsed, which is told once the server is done. */
  #unreadable: Error | undefined

  /** `name`: under which the server keeps its plan, for one that is planned anew each time none. */
  constructor(statement: Sql, name: string | undefined) {
    super(textOf(statement), bindable(valuesOf(statement)))
    this.name = name
  }

  requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    const { silent, makers } = knownOf(wire)
    this.#make = this.name === undefined ? undefined : makers.get(this.name)
    super.prepare(this.#make === undefined ? wire : silent)
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#make = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#make!(fields))
    } catch (error) {
      this.#unreadable ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }, wire: Wire): void {
    const end = text.indexOf(' ')
    this.#command = end < 0 ? text : text.slice(0, end)
    if (this.name !== undefined) knownOf(wire).makers.set(this.name, this.#make ?? null)
  }

  handleError(error: Error): void {
    this.unsent = true
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback(this.#unreadable)
    else this.callback(null, { rows: this.#rows, command: this.#command } satisfies Outcome)
  }
}

/**
 * Whether a statement surely writes nothing. Only such a one may be sent twice, or before it is known that a
 * transaction began.
 */
export const isRead = (statement: Sql): boolean => /^\s*select\b/i.test(textOf(statement))

/** A statement as it is sent on a connection: under the name for which the server keeps its plan, if it keeps one. */
export function statementFor(client: ClientBase, statement: Sql, how: RunOptions | undefined): Statement {
  const pooler = poolerOf(client)
  const name = how?.plan === 'custom' || pooler === 'plain' ? undefined : planName(statement)
  const made = new Statement(statement, name)
  // A pooler knows a statement by its text: under another name it would be given the plan that has gone stale.
  if (pooler && name !== undefined) made.text += renewed()
  return made
}

/** Waits for what becomes of a statement. */
export function outcomeOf(statement: Statement): Promise<Outcome> {
  const outcome = new Promise<Outcome>((resolve, reject) => {
    statement.callback = (error, told) => (error ? reject(error) : resolve(told as Outcome))
  })
  announce(statement.text, outcome)
  return outcome
}

/** The connections on which every named statement is planned once, whatever its values are. */
const keeping = new WeakSet<ClientBase>()

/**
 * Has a connection keep all plans, or decide about each of them again, as it does at first. It must not be called within a
 * transaction, whose end could take the setting back. Behind a pooler it does nothing: the setting would be found by
 * whoever has the server connection next.
 */
export function keepPlans(client: ClientBase, keep: boolean): void {
  if (keeping.has(client) === keep || poolerOf(client)) return
  if (keep) keeping.add(client)
  else keeping.delete(client)
  gather(client)
  // Should it fail, the connection is lost, and what is sent after it fails too.
  client.query(`set plan_cache_mode = ${keep ? 'force_generic_plan' : 'auto'}`).catch(() => {})
}

/** Sends a statement on a connection. */
export function send(client: ClientBase, statement: Sql, how?: RunOptions): Promise<Outcome> {
  const query = statementFor(client, statement, how)
  gather(client)
  const outcome = outcomeOf(query)
  client.query(query as unknown as Query)
  return outcome
}

const gathering = new WeakSet<object>()

/**
 * Holds back what is sent until the end of this turn of the event loop, so that it goes to the server in one system
 * call, which is the dearest part of sending.
 */
function gather(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: Wire }).connection
  if (gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}
