import type pg from 'pg'
import { sendTransactionCommand, sendBatched } from './driver/batch.ts'
import { CommitUnknown, DatabaseUnavailable, type QueryOptions, type Transaction } from './database.ts'
import { isConnectionLost, isPostgresError, isStalePlan, toDatabaseError } from './errors.ts'
import { invalidatePlans } from './driver/statement-names.ts'
import { runPerOrg } from './citus/per-org.ts'
import type { Sql } from './sql.ts'
import { mayWaitForLocks, type StatementResult } from './driver/statement.ts'

interface ConnectionState {
  isDead: () => boolean
  isUnconfirmed: () => boolean
  onStatement: () => void
  sharded: boolean
  /** Makes the transaction fail when it waits for a lock, before PostgreSQL looks for a deadlock. */
  limitsLockWaits: boolean
}

export class OpenTransaction implements Transaction {
  readonly #client: pg.ClientBase
  readonly #isDead: () => boolean
  readonly #isUnconfirmed: () => boolean
  readonly #onStatement: () => void
  readonly sharded: boolean
  readonly firstEventPosition = 0
  lockingStatements = 0
  readonly #limitsLockWaits: boolean
  #hasBegun = false
  #state: 'open' | 'failed' | 'ended' = 'open'
  /** First error of the transaction. PostgreSQL reports only a generic error for later statements. */
  #failure: unknown
  readonly #afterCommit: (() => void)[] = []
  broken = false

  constructor(
    client: pg.ClientBase,
    { isDead, isUnconfirmed, onStatement, sharded, limitsLockWaits }: ConnectionState,
  ) {
    this.sharded = sharded
    this.#limitsLockWaits = limitsLockWaits
    this.#client = client
    this.#isDead = isDead
    this.#isUnconfirmed = isUnconfirmed
    this.#onStatement = onStatement
  }

  async query<R>(statement: Sql<R>, options?: QueryOptions): Promise<R[]> {
    const runOne = (part: Sql<R>) => this.#query(part, options)
    return this.sharded ? runPerOrg(statement, runOne) : runOne(statement)
  }

  async #query<R>(statement: Sql<R>, options?: QueryOptions): Promise<R[]> {
    this.#requireOpen()
    this.#onStatement()
    if (mayWaitForLocks(statement)) this.lockingStatements++
    if (!this.#hasBegun) this.#begin().catch(() => {})
    return (await this.#waitFor(sendBatched(this.#client, statement, options))).rows as R[]
  }

  async queryRow<R>(statement: Sql<R>, options?: QueryOptions): Promise<R | undefined> {
    return (await this.query(statement, options))[0]
  }

  queryByKey<R>(statement: Sql<R>): Promise<R[]> {
    return this.query(statement)
  }

  queryRowByKey<R>(statement: Sql<R>): Promise<R | undefined> {
    return this.queryRow(statement)
  }

  queryAndCommit(statement: Sql): Promise<void> {
    return this.queryAllAndCommit([statement])
  }

  async queryAllAndCommit(statements: readonly Sql[]): Promise<void> {
    if (statements.length === 0) return this.#commit()
    this.#requireOpen()
    for (const _ of statements) this.#onStatement()
    // Before COMMIT is sent, a lost connection has certainly written nothing.
    if (!this.#hasBegun) await this.#begin()
    this.#requireOpen()
    this.#requireAlive()
    this.#state = 'ended'
    const sent = Promise.all(statements.map((statement) => sendBatched(this.#client, statement)))
    const [outcome, commit] = await Promise.allSettled([sent, sendTransactionCommand(this.#client, 'commit')])
    if (outcome.status === 'rejected') {
      const error: unknown = outcome.reason
      // A server that reports the cause had not read COMMIT yet. A broken connection, or a pooler's error,
      // leaves both outcomes open.
      if (isConnectionLost(error) && !isPostgresError(error)) throw this.#toCommitUnknown(error)
      // The server skipped COMMIT and expects ROLLBACK.
      this.#state = 'failed'
      throw this.#recordFailure(error)
    }
    if (commit.status === 'rejected') throw this.#commitError(commit.reason)
    this.#requireCommitted(commit.value)
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  async commit(): Promise<void> {
    await this.#commit()
    for (const work of this.#afterCommit) work()
  }

  async #commit(): Promise<void> {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    if (!this.#hasBegun) return
    this.#requireAlive()
    let tag: string
    try {
      tag = await sendTransactionCommand(this.#client, 'commit')
    } catch (error) {
      throw this.#commitError(error)
    }
    this.#requireCommitted(tag)
  }

  async rollback(): Promise<void> {
    // The server has ended the transaction or is gone.
    const wasEnded = this.#state === 'ended'
    this.#state = 'ended'
    if (wasEnded || this.broken || !this.#hasBegun || this.#isDead()) return
    try {
      await sendTransactionCommand(this.#client, 'rollback')
    } catch {
      this.broken = true
    }
  }

  /** Sends BEGIN with the first statement: if it fails, the server skips the statements behind it. */
  async #begin(): Promise<void> {
    this.#hasBegun = true
    try {
      const begin = sendTransactionCommand(this.#client, 'begin')
      if (this.#limitsLockWaits) sendTransactionCommand(this.#client, 'limitLockWaits').catch(() => {})
      await begin
    } catch (error) {
      this.broken = true
      throw toDatabaseError(error)
    }
  }

  async #waitFor(result: Promise<StatementResult>): Promise<StatementResult> {
    try {
      return await result
    } catch (error) {
      throw this.#recordFailure(error)
    }
  }

  /** Returns the first error of the transaction, which explains the later ones. */
  #recordFailure(error: unknown): unknown {
    if (isConnectionLost(error)) this.broken = true
    if (isStalePlan(error)) invalidatePlans()
    const thrown = isStalePlan(error) ? error : toDatabaseError(error)
    if (this.#failure === undefined) this.#failure = thrown
    return (error as { code?: string }).code === IN_FAILED_TRANSACTION ? this.#failure : thrown
  }

  #requireOpen(): void {
    // Otherwise a statement left over from a failed Promise.all would run and commit after the rollback.
    if (this.#state !== 'open') throw new Error('the transaction of this statement has ended')
  }

  #requireAlive(): void {
    if (!this.broken && !this.#isDead()) return
    this.broken = true
    throw new DatabaseUnavailable('database unavailable: connection lost before COMMIT')
  }

  #commitError(error: unknown): unknown {
    return isConnectionLost(error) ? this.#toCommitUnknown(error) : toDatabaseError(error)
  }

  #toCommitUnknown(cause: unknown): CommitUnknown {
    this.broken = true
    return new CommitUnknown('connection lost during COMMIT', { cause })
  }

  /** Throws if the server rolled back: it responds to COMMIT with ROLLBACK after a failed statement. */
  #requireCommitted(tag: string): void {
    if (tag !== 'COMMIT') throw this.#failure ?? new Error('the transaction was rolled back')
    // PostgreSQL reports a commit, which would be lost with the primary.
    if (this.#isUnconfirmed()) throw this.#toCommitUnknown(new Error('the standby has not confirmed it'))
  }
}

const IN_FAILED_TRANSACTION = '25P02'
