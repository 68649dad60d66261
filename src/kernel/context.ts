import type { Socket } from 'node:net'
import type { Caller } from './caller.ts'
import type { Database, Db } from '../db/database.ts'
import { newId, newUuid } from './values/ids.ts'
import { changedAttributes, type ChangeEvent } from './events.ts'
import type { Services } from './services/services.ts'

/** Who asks: all that most judgements of a right need to know. */
export type Asker = Pick<Context, 'caller' | 'user'>

/** A row with the time of its last change. */
export interface Timed {
  updated_at?: string | null
}

/** Everything a handler may touch: the database, who asks, the time, ids, and the events it emits. */
export class Context {
  /** The pool on reads, the open transaction on writes. */
  db: Db
  /** The same database as a whole, for what needs more than single statements; not part of an open transaction. */
  readonly database: Database
  readonly caller: Caller
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
  /** Raw X-Time-Zone header. */
  readonly timeZone: string | undefined
  /** The media types that the client takes, as it says so. */
  readonly accept: string | undefined
  /** The connection that was asked over: it closes when whoever asked is gone. */
  readonly connection: Socket | undefined
  /** What the operation's `ahead` finds, if it was asked. It is there on reads alone. */
  readonly ahead: Promise<unknown> | undefined
  /** True in the transaction of a write: what is loaded is locked. */
  readonly locking: boolean
  /** Milliseconds since the epoch at which the request was taken up; of a write, at which its target was locked. */
  millis: number
  /** The same instant as ISO 8601 in UTC with milliseconds. */
  now: string
  /**
   * The same instant without the adjustment of `follow`. Expiry of credentials uses it, since their checks use the plain
   * clock.
   */
  wallMillis: number
  readonly services: Services
  /**
   * The changes recorded so far. They are buffered until just before the commit, since a handler may run again after a
   * deadlock.
   */
  events: ChangeEvent[] = []
  /** Milliseconds since the epoch; later than the last change of every row passed to `follow`. */
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
    ahead?: Promise<unknown> | undefined
    millis: number
    locking: boolean
    services: Services
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
    this.ahead = init.ahead
    this.millis = init.millis
    this.locking = init.locking
    this.now = new Date(init.millis).toISOString()
    this.wallMillis = init.millis
    this.services = init.services
  }

  /** Reads the clock again, after the target is locked, so that times follow the order of changes. */
  takeTime(): void {
    this.wallMillis = this.services.clock()
    this.#setTime(Math.max(this.wallMillis, this.#earliest))
  }

  /**
   * Moves the time past the last change of locked rows, which a clock that differs or was set back may have placed later.
   * For rows that this write changed, `after` is 0 milliseconds.
   */
  follow(rows: Iterable<Timed>, after = 1): void {
    for (const { updated_at } of rows)
      if (updated_at != null) this.#earliest = Math.max(this.#earliest, Date.parse(updated_at) + after)
    if (this.millis < this.#earliest) this.#setTime(this.#earliest)
  }

  #setTime(millis: number): void {
    this.millis = millis
    this.now = new Date(millis).toISOString()
  }

  /** `wallMillis` as ISO 8601 in UTC with milliseconds. */
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

  /**
   * Does not wait for a write of this transaction, so that it goes out together with what follows it. Should it fail,
   * what follows fails with its error, and nothing is committed.
   */
  later(write: Promise<unknown>): void {
    write.catch(() => {})
  }

  /** Records a change; its row is written in this transaction, right before the commit. */
  emit(event: ChangeEvent): void {
    this.events.push(event)
  }

  /** Records a change of some attributes where any of them differs; tells whether one does. */
  emitChange(about: ChangeEvent, before: object, after: object, names: readonly string[]): boolean {
    const change = changedAttributes(before, after, names)
    if (change) this.emit({ ...about, ...change })
    return change !== null
  }
}
