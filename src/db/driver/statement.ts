import { Query, type ClientBase } from 'pg'
import type { QueryOptions } from '../database.ts'
import { publishStatement } from './statement-channel.ts'
import { findStatementName, getPlanMarker } from './statement-names.ts'
import { getPoolerMode } from '../pooler.ts'
import { getRowParser, type RowColumn, type RowParser } from './row-parser.ts'
import { toSqlText, toSqlValues, type Sql } from '../sql.ts'
import { toBindValues } from './types.ts'

export interface StatementResult {
  rows: object[]
  command: string
}

export interface PgConnection {
  stream: { cork(): void; uncork(): void }
  describe(message: object): void
}

interface PgQueryBase {
  name: string | undefined
  text: string
  callback: (error: Error | null, outcome?: unknown) => void
  prepare(connection: PgConnection): void
}
const PgQuery = Query as unknown as new (text: string, values: unknown[]) => PgQueryBase

/** State of a connection; `silent` is a view of it that requests no row description. */
interface ConnectionCache {
  silent: PgConnection
  parsers: Map<string, RowParser | null>
}
const caches = new WeakMap<PgConnection, ConnectionCache>()

function getCache(connection: PgConnection): ConnectionCache {
  let cache = caches.get(connection)
  if (!cache) {
    const silent = Object.create(connection) as PgConnection
    silent.describe = () => {}
    cache = { silent, parsers: new Map() }
    caches.set(connection, cache)
  }
  return cache
}

/** Statement that requests its row description on its first run only, which saves a tenth of a read's time. */
export class Statement extends PgQuery {
  /** True if it was not sent, because a value is invalid. */
  unsent = false
  readonly #rows: object[] = []
  #parseRow: RowParser | null | undefined
  #command = ''
  /** Parse error of a value, thrown after the server has finished. */
  #parseError: Error | undefined

  /** `name` is that of the prepared statement; undefined to plan each run. */
  constructor(statement: Sql, name: string | undefined) {
    super(toSqlText(statement), toBindValues(toSqlValues(statement)))
    this.name = name
  }

  requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: PgConnection): void {
    const { silent, parsers } = getCache(connection)
    this.#parseRow = this.name === undefined ? undefined : parsers.get(this.name)
    super.prepare(this.#parseRow === undefined ? connection : silent)
  }

  handleRowDescription({ fields }: { fields: RowColumn[] }): void {
    this.#parseRow = getRowParser(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#parseRow!(fields))
    } catch (error) {
      this.#parseError ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: PgConnection): void {
    const end = text.indexOf(' ')
    this.#command = end < 0 ? text : text.slice(0, end)
    if (this.name !== undefined) getCache(connection).parsers.set(this.name, this.#parseRow ?? null)
  }

  handleError(error: Error): void {
    this.unsent = true
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#parseError) this.callback(this.#parseError)
    else this.callback(null, { rows: this.#rows, command: this.#command } satisfies StatementResult)
  }
}

/** Returns whether a statement only reads. Only reads may be retried, or sent before BEGIN is confirmed. */
export const isSelect = (statement: Sql): boolean => /^\s*select\b/i.test(toSqlText(statement))
export const mayWaitForLocks = (statement: Sql): boolean =>
  !isSelect(statement) || /\bfor (?:no key |key )?(?:update|share)\b/i.test(toSqlText(statement))

export function createStatement(client: ClientBase, statement: Sql, options: QueryOptions | undefined): Statement {
  const pooler = getPoolerMode(client)
  const name = options?.plan === 'custom' || pooler === 'plain' ? undefined : findStatementName(statement)
  const created = new Statement(statement, name)
  // A pooler identifies statements by text, and would reuse the stale plan.
  if (pooler && name !== undefined) created.text += getPlanMarker()
  return created
}

export function waitForResult(statement: Statement): Promise<StatementResult> {
  const outcome = new Promise<StatementResult>((resolve, reject) => {
    statement.callback = (error, result) => (error ? reject(error) : resolve(result as StatementResult))
  })
  publishStatement(statement.text, outcome)
  return outcome
}

const genericPlanClients = new WeakSet<ClientBase>()

/** Makes a connection use generic plans, outside of transactions; not behind a pooler, whose clients share it. */
export function setGenericPlans(client: ClientBase, enabled: boolean): void {
  if (genericPlanClients.has(client) === enabled || getPoolerMode(client)) return
  if (enabled) genericPlanClients.add(client)
  else genericPlanClients.delete(client)
  corkUntilNextTick(client)
  // If this fails, the connection is lost and later statements fail too.
  client.query(`set plan_cache_mode = ${enabled ? 'force_generic_plan' : 'auto'}`).catch(() => {})
}

export function sendStatement(client: ClientBase, statement: Sql, options?: QueryOptions): Promise<StatementResult> {
  const query = createStatement(client, statement, options)
  corkUntilNextTick(client)
  const outcome = waitForResult(query)
  client.query(query as unknown as Query)
  return outcome
}

const corkedStreams = new WeakSet<object>()

/** Corks the socket until the end of this turn of the event loop: one system call sends all statements. */
function corkUntilNextTick(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: PgConnection }).connection
  if (corkedStreams.has(stream)) return
  corkedStreams.add(stream)
  stream.cork()
  process.nextTick(() => {
    corkedStreams.delete(stream)
    stream.uncork()
  })
}
