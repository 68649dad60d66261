import type { Database } from '../../db/database.ts'
import type { Log } from '../services/log.ts'
import { Lag } from './lag.ts'
import type { LineageWatch } from './lineage.ts'
import { Pauses } from './pauses.ts'
import { placeOf, type Place, type PlacedEvent } from './place.ts'
import { findPlace, readHorizon, readLast, readSettled, type Horizon } from './settled.ts'

/** Who is told what was read. */
export interface Follower {
  heard: (events: readonly PlacedEvent[], place: Place) => void
  onReset: (place: Place) => void
}

interface Parts {
  log: Log
  lineage: LineageWatch
  onRead: (count: number) => void
}

/** Rows read at a time. */
const most = 500
/** Milliseconds after which the lineage is looked at anyway: a dump may be restored into a database that is connected to. */
const lineageMillis = 60_000

/** One course of following the ledger: from when somebody begins to until nobody does any more. */
export class Course {
  readonly followers = new Set<Follower>()
  /** The last event that was handed out. It is never a number that no event has. */
  place: Place
  over = false
  /** Settled once the last look is over. */
  ended: Promise<void> = Promise.resolve()
  readonly #database: Database
  readonly #parts: Parts
  readonly #pauses: Pauses
  readonly #lag = new Lag()
  /** The connections lost by the time the place was known to be one of the ledger. */
  #losses: number
  /** The horizon up to which all was read. */
  #read: Horizon | undefined

  constructor(database: Database, place: Place, losses: number, parts: Parts) {
    this.#database = database
    this.place = place
    this.#losses = losses
    this.#parts = parts
    // A look at an embedded database keeps it from everybody else, and nobody but this process writes there.
    this.#pauses = new Pauses(database.engine === 'embedded' ? 1000 : 200)
  }

  begin(): void {
    this.ended = this.#run()
  }

  end(): void {
    this.over = true
    this.#pauses.end()
  }

  /** Looks soon. */
  wake(): void {
    this.#pauses.wake()
  }

  lag(): number {
    return this.#lag.seconds()
  }

  async #run(): Promise<void> {
    let failed = false
    while (!this.over) {
      try {
        while (!this.over && (await this.#look()));
        if (failed) this.#parts.log('info', 'the ledger is followed again')
        failed = false
      } catch (error) {
        if (!failed && !this.over)
          this.#parts.log('warn', 'the ledger cannot be followed', { error: String(error) })
        failed = true
      }
      if (!this.over) await this.#pauses.pause()
    }
  }

  /** Reads what is settled and hands it out; gives whether there is more at once. */
  async #look(): Promise<boolean> {
    const { db } = this.#database
    const losses = this.#database.losses()
    await this.#parts.lineage.check(lineageMillis)
    if (losses !== this.#losses) await this.#confirm(losses)
    const found = this.#pauses.beginLook()
    const at = performance.now()
    const horizon = await readHorizon(db)
    found(horizon)
    const same = this.#read?.tx === horizon.tx && this.#read.lineage === horizon.lineage
    const events = same ? [] : await readSettled(db, this.place, horizon, most)
    // What was read may be of another state of the database than the place is.
    if (this.#database.losses() !== losses) return true
    const full = events.length === most
    this.#read = full ? undefined : horizon
    if (!full) this.#lag.note(at, horizon)
    if (events.length > 0) this.#handOut(events)
    return full
  }

  #handOut(events: readonly PlacedEvent[]): void {
    if (this.over) return
    this.place = placeOf(events.at(-1)!)
    this.#parts.onRead(events.length)
    for (const follower of this.followers) this.#tell(() => follower.heard(events, this.place))
  }

  /**
   * After connections were lost: makes sure that the ledger is the one that was followed. Else it goes on from the last
   * event there is.
   */
  async #confirm(losses: number): Promise<void> {
    const { db } = this.#database
    const known = await findPlace(db, this.place)
    const place = known ? this.place : await readLast(db, await readHorizon(db))
    this.#losses = losses
    this.#read = undefined
    if (known) return
    this.#parts.log('warn', 'the ledger was put back to an earlier time: it is followed from its end')
    this.place = place
    for (const follower of this.followers) this.#tell(() => follower.onReset(place))
  }

  /** What one follower fails with is no matter of the others. */
  #tell(telling: () => void): void {
    try {
      telling()
    } catch (error) {
      this.#parts.log('error', 'a follower of the ledger failed', { error: String(error) })
    }
  }
}
