import type pg from 'pg'
import { command, sendTogether } from './batch.ts'
import { CommitUnknown, DatabaseUnavailable, type RunOptions, type Transaction } from './database.ts'
import { isLost, isPostgresError, isStalePlan, translate } from './errors.ts'
import { forgetPlans } from './plans.ts'
import { perOrganization, textOf, type Sql } from './sql.ts'
import type { Outcome } from './statement.ts'

/** What is known of a connection beside what it answers, and who is told of each statement. */
interface Watched {
  isDead: () => boolean
  isUnconfirmed: () => boolean
  counted: () => void
  /** Whether the tables are spread over several servers. */
  sharded: boolean
}

/** One transaction on one connection, begun with its first statement. */
export class OpenTransaction implements Transaction {
  readonly #client: pg.ClientBase
  readonly #isDead: () => boolean
  readonly #isUnconfirmed: () => boolean
  readonly #counted: () => void
  readonly sharded: boolean
  #begun = false
  #state: 'open' | 'failed' | 'over' = 'open'
  /** What made the transaction fail: of later statements PostgreSQL only says that it has. */
  #failure: unknown
  readonly #afterCommit: (() => void)[] = []
  /** The connection can't be used again. */
  broken = false

  constructor(client: pg.ClientBase, { isDead, isUnconfirmed, counted, sharded }: Watched) {
    this.sharded = sharded
    this.#client = client
    this.#isDead = isDead
    this.#isUnconfirmed = isUnconfirmed
    this.#counted = counted
  }

  async query<R>(statement: Sql<R>, how?: RunOptions): Promise<R[]> {
    const parts = this.sharded && locks.test(textOf(statement)) ? perOrganization(statement) : undefined
    if (parts) return (await Promise.all(parts.map((part) => this.#query(part, how)))).flat()
    return this.#query(statement, how)
  }

  async #query<R>(statement: Sql<R>, how?: RunOptions): Promise<R[]> {
    this.#requireOpen()
    this.#counted()
    if (!this.#begun) this.#begin().catch(() => {})
    return (await this.#settled(sendTogether(this.#client, statement, how))).rows as R[]
  }

  lookUp<R>(statement: Sql<R>): Promise<R[]> {
    return this.query(statement)
  }

  async last<R>(statement: Sql<R>): Promise<R[]> {
    this.#requireOpen()
    this.#counted()
    // Where COMMIT is not under way yet, a connection that turns out to be lost has surely written nothing.
    if (!this.#begun) await this.#begin()
    this.#requireOpen()
    this.#requireAlive()
    this.#state = 'over'
    const sent = sendTogether(this.#client, statement)
    const [outcome, commit] = await Promise.allSettled([sent, command(this.#client, 'commit')])
    if (outcome.status === 'rejected') {
      const error: unknown = outcome.reason
      // A server that says why it ended had not read COMMIT yet. A connection that merely broke, or of which a pooler
      // says so, may have lost the answer to either.
      if (isLost(error) && !isPostgresError(error)) throw this.#lostCommit(error)
      // The server passed over COMMIT, and waits for the transaction to be rolled back.
      this.#state = 'failed'
      throw this.#noted(error)
    }
    if (commit.status === 'rejected') throw this.#commitError(commit.reason)
    this.#requireCommitted(commit.value)
    return outcome.value.rows as R[]
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Commits, unless `last` did so; then does what was left with `afterCommit`. */
  async commit(): Promise<void> {
    await this.#commit()
    for (const work of this.#afterCommit) work()
  }

  async #commit(): Promise<void> {
    if (this.#state === 'over') return
    this.#state = 'over'
    if (!this.#begun) return
    this.#requireAlive()
    let answered: string
    try {
      answered = await command(this.#client, 'commit')
    } catch (error) {
      throw this.#commitError(error)
    }
    this.#requireCommitted(answered)
  }

  /** Rolls back. An error on the way costs no more than the connection, and is not thrown. */
  async rollback(): Promise<void> {
    // By then the server has ended the transaction, or is gone.
    const over = this.#state === 'over'
    this.#state = 'over'
    if (over || this.broken || !this.#begun || this.#isDead()) return
    try {
      await command(this.#client, 'rollback')
    } catch {
      // The error that led here is told, and not this one.
      this.broken = true
    }
  }

  /** BEGIN goes out with the first statement: should it fail, the server runs none of those behind it. */
  async #begin(): Promise<void> {
    this.#begun = true
    try {
      await command(this.#client, 'begin')
    } catch (error) {
      this.broken = true
      throw translate(error)
    }
  }

  async #settled(sent: Promise<Outcome>): Promise<Outcome> {
    try {
      return await sent
    } catch (error) {
      throw this.#noted(error)
    }
  }

  /**
   * The error to tell of a statement that failed. Where the transaction had failed before, that is the error that made
   * it fail.
   */
  #noted(error: unknown): unknown {
    if (isLost(error)) this.broken = true
    if (isStalePlan(error)) forgetPlans()
    const told = isStalePlan(error) ? error : translate(error)
    if (this.#failure === undefined) this.#failure = told
    return (error as { code?: string }).code === inFailed ? this.#failure : told
  }

  #requireOpen(): void {
    // A statement left over from a failed Promise.all would otherwise run, and commit, after the rollback.
    if (this.#state !== 'open') throw new Error('the transaction of this statement is over')
  }

  #requireAlive(): void {
    if (!this.broken && !this.#isDead()) return
    this.broken = true
    throw new DatabaseUnavailable('database unavailable: connection lost before COMMIT')
  }

  #commitError(error: unknown): unknown {
    return isLost(error) ? this.#lostCommit(error) : translate(error)
  }

  #lostCommit(cause: unknown): CommitUnknown {
    this.broken = true
    return new CommitUnknown('connection lost during COMMIT', { cause })
  }

  /**
   * Throws where the server rolled back: PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement had
   * failed.
   */
  #requireCommitted(command: string): void {
    if (command !== 'COMMIT') throw this.#failure ?? new Error('the transaction was rolled back')
    // PostgreSQL calls it committed, but it would be lost with the primary.
    if (this.#isUnconfirmed()) throw this.#lostCommit(new Error('the standby has not confirmed it'))
  }
}

/** How a statement locks rows: where the tables are spread, those of one organization at a time. */
const locks = /\bfor (no key update|update|share|key share)\b/i

/** SQLSTATE of a statement in a transaction that has failed. */
const inFailed = '25P02'
