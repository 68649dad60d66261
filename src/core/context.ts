import type { Socket } from 'node:net'
import type { Caller } from './caller.ts'
import type { Database, Db } from '../db/database.ts'
import { newId, newUuid } from './ids.ts'
import { findChangedAttributes, type ChangeEvent } from './change-event.ts'
import type { Dependencies } from './dependencies.ts'

export type CallerContext = Pick<Context, 'caller' | 'user'>

/** Part of a request by which policies load the target. */
export interface Call<Params> {
  ctx: Context
  params: Params
}

export interface RowWithUpdatedAt {
  updated_at?: string | null
}

export class Context {
  /** The pool on reads, the open transaction on writes. */
  db: Db
  /** The whole database, for more than single statements; not part of an open transaction. */
  readonly database: Database
  readonly caller: Caller
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
  readonly timeZone: string | undefined
  readonly accept: string | undefined
  readonly connection: Socket | undefined
  /** Result of the operation's prefetch; on reads only. */
  readonly prefetched: Promise<unknown> | undefined
  /** True in the transaction of a write, where loaded rows are locked. */
  readonly inTransaction: boolean
  /** Start of the request in milliseconds since the epoch; for a write, the time at which its target was locked. */
  millis: number
  /** `millis` as ISO 8601 in UTC with milliseconds. */
  now: string
  /** `millis` without the adjustment of `advanceTimePast`, for times that are compared with the plain clock. */
  wallMillis: number
  readonly services: Dependencies
  /** Buffered until just before the commit, since a handler may run again after a deadlock. */
  events: ChangeEvent[] = []
  /** Milliseconds since the epoch; later than the last change of every row passed to `advanceTimePast`. */
  #earliest = 0
  #today: string | undefined

  constructor(init: {
    db: Db
    database: Database
    caller: Caller
    requestId: string
    ip: string | null
    userAgent: string | null
    timeZone?: string | undefined
    accept?: string | undefined
    connection?: Socket | undefined
    prefetched?: Promise<unknown> | undefined
    millis: number
    inTransaction: boolean
    services: Dependencies
  }) {
    this.db = init.db
    this.database = init.database
    this.caller = init.caller
    this.requestId = init.requestId
    this.ip = init.ip
    this.userAgent = init.userAgent
    this.timeZone = init.timeZone
    this.accept = init.accept
    this.connection = init.connection
    this.prefetched = init.prefetched
    this.millis = init.millis
    this.inTransaction = init.inTransaction
    this.now = new Date(init.millis).toISOString()
    this.wallMillis = init.millis
    this.services = init.services
  }

  /** Reads the clock again, after the target is locked, so that times follow the order of changes. */
  refreshTime(): void {
    this.wallMillis = this.services.clock()
    this.#setTime(Math.max(this.wallMillis, this.#earliest))
  }

  /** Moves the time past the last change of locked rows (`after` is 0 for own changes), as clocks may differ. */
  advanceTimePast(rows: Iterable<RowWithUpdatedAt>, after = 1): void {
    for (const { updated_at } of rows)
      if (updated_at != null) this.#earliest = Math.max(this.#earliest, Date.parse(updated_at) + after)
    if (this.millis < this.#earliest) this.#setTime(this.#earliest)
  }

  #setTime(millis: number): void {
    this.millis = millis
    this.now = new Date(millis).toISOString()
  }

  get wallTime(): string {
    return new Date(this.wallMillis).toISOString()
  }

  get user() {
    return this.caller.user
  }

  /** Today's date, `YYYY-MM-DD`: in the caller's time zone once `loadToday` has found it, in UTC before. */
  get today(): string {
    return this.#today ?? this.now.slice(0, 10)
  }

  set today(date: string) {
    this.#today = date
  }

  newId(prefix: string): string {
    return newId(prefix, this.millis)
  }

  newUuid(): string {
    return newUuid(this.millis)
  }

  /** Ignores the rejection of a statement that is not awaited: the next one fails with its error, so nothing is committed. */
  ignoreRejection(statement: Promise<unknown>): void {
    statement.catch(() => {})
  }

  /** Serializes `work` among the writes that share the transaction, since row locks do not exclude these. */
  serializeInGroup<T>(work: () => Promise<T>): Promise<T> {
    return this.db.serializeInGroup ? this.db.serializeInGroup(work) : work()
  }

  /** Buffers an event; its row is inserted in this transaction right before the commit. */
  emit(event: ChangeEvent): void {
    this.events.push(event)
  }

  emitChange(subject: ChangeEvent, before: object, after: object, names: readonly string[]): boolean {
    const change = findChangedAttributes(before, after, names)
    if (change) this.emit({ ...subject, ...change })
    return change !== null
  }
}
