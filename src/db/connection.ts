import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { CommitUnknown, DatabaseUnavailable } from './database.ts'
import { isLost, isStalePlan, translate } from './errors.ts'
import { planName, forgetPlans } from './plans.ts'
import { rowObjects } from './rows.ts'
import { bindable } from './types.ts'

/** What a connection needs of its pool. */
export interface Clients {
  acquire(): Promise<pg.PoolClient>
  /** The client is known to be dead, without having asked it. */
  isDead(client: pg.PoolClient): boolean
  counted(): void
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** Only what surely writes nothing may be sent twice. */
const isRead = (text: string): boolean =>
  /^\s*select\b/i.test(text) || /^\/\*custom\*\/\s*select\b/i.test(text)

/** One pooled client while Kysely holds it: for one statement, or for one transaction. */
export class Connection implements DatabaseConnection {
  #client: pg.PoolClient
  #released = false
  #broken = false
  #state: 'autocommit' | 'open' | 'over' = 'autocommit'
  readonly #clients: Clients

  constructor(clients: Clients, client: pg.PoolClient) {
    this.#clients = clients
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A statement left over from a failed Promise.all would otherwise run, and commit, after the rollback.
    if (this.#state === 'over') throw new Error('the transaction of this statement is over')
    this.#clients.counted()
    try {
      return await this.#send<R>(query)
    } catch (error) {
      if (isStalePlan(error)) {
        forgetPlans()
        if (this.#state === 'autocommit') return await this.#sendOrTranslate<R>(query)
        throw error
      }
      if (!isLost(error)) throw translate(error)
      this.#broken = true
      if (this.#state !== 'autocommit' || !isRead(query.sql)) throw translate(error)
      return await this.#again<R>(query)
    }
  }

  async begin(): Promise<void> {
    try {
      await this.#client.query('begin isolation level read committed')
      this.#state = 'open'
    } catch (error) {
      this.#broken = true
      throw translate(error)
    }
  }

  async commit(): Promise<void> {
    this.#state = 'over'
    if (this.#broken || this.#clients.isDead(this.#client)) {
      this.#broken = true
      throw new DatabaseUnavailable('database unavailable: connection lost before COMMIT')
    }
    let command: string
    try {
      command = (await this.#client.query('commit')).command
    } catch (error) {
      if (!isLost(error)) throw translate(error)
      this.#broken = true
      throw new CommitUnknown('connection lost during COMMIT', { cause: error })
    }
    // PostgreSQL answers ROLLBACK, and no error, when a statement failed and `work` swallowed that.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed: it was rolled back')
  }

  async rollback(): Promise<void> {
    this.#state = 'over'
    if (this.#broken || this.#clients.isDead(this.#client)) return
    try {
      await this.#client.query('rollback')
    } catch {
      this.#broken = true // the error that led here is the one to tell
    }
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    this.#client.release(this.#broken || this.#clients.isDead(this.#client))
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  async #again<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Given back first: the pool may have no room for a second.
    this.release()
    this.#client = await this.#clients.acquire()
    this.#released = false
    this.#broken = false
    return await this.#sendOrTranslate<R>(query)
  }

  async #sendOrTranslate<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#send<R>(query)
    } catch (error) {
      this.#broken = isLost(error)
      throw translate(error)
    }
  }

  async #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query<unknown[]>({
      name: planName(query.sql),
      text: query.sql,
      values: bindable(query.parameters),
      rowMode: 'array',
    })
    const rows = rowObjects(result.fields, result.rows) as R[]
    if (!writes.has(result.command)) return { rows }
    return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
}
