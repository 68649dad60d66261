import { batch } from '@preact/signals'
import { connection } from '../api/reach.ts'
import { nameOf, newIdsIn, type Entry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { refusalOf } from './problems.ts'
import { awaitsRow, type Sender } from './sender.ts'
import type { Store } from './store.ts'
import { alone } from './tabs.ts'

/** How many writes are under way at once, each about something else. */
const atOnce = 4

/** Sends what is in the outbox, in one tab at a time: in order for each row, and again until there is an answer. */
export class Sending {
  #outbox: Outbox
  #sender: Sender
  #store: Store
  #name: string
  #isActive = false
  #isMore = false
  #stop = new AbortController()
  /** Entries under way, and those that wait until a moment before they are tried again: the earliest that it may be, too. */
  #underWay = new Map<string, Promise<void>>()
  #notBefore = new Map<string, { time: number; earliest: number }>()
  /** How often it was resumed: an entry that fails just after that has missed it. */
  #resumed = 0
  #isSignedOut = false
  #bell: () => void = () => {}

  constructor(outbox: Outbox, sender: Sender, store: Store, name: string) {
    this.#outbox = outbox
    this.#sender = sender
    this.#store = store
    this.#name = name
    outbox.wake = () => this.wake()
  }

  /** Whether it is known that the session is the person's who wrote what waits. */
  #isStarted = false

  start(): void {
    this.#isStarted = true
    this.wake()
  }

  /** Something may be ready to be sent. */
  wake(): void {
    this.#isMore = true
    this.#bell()
    if (this.#isStarted && !this.#isActive) void this.#begin()
  }

  /** The connection is back, or the person signed in again: what waited is tried as soon as it may be. */
  resume(): void {
    this.#resumed++
    for (const wait of this.#notBefore.values()) wait.time = wait.earliest
    this.#isSignedOut = false
    this.wake()
  }

  /** Sends nothing more until it is resumed. */
  pause(): void {
    this.#isSignedOut = true
    this.#bell()
  }

  stop(): void {
    this.#stop.abort()
    this.#bell()
  }

  async #begin(): Promise<void> {
    this.#isActive = true
    try {
      while (this.#isMore && !this.#stop.signal.aborted) {
        this.#isMore = false
        await alone(`svc-outbox ${this.#name}`, this.#stop.signal, async () => {
          await this.#outbox.sync()
          await this.#sendAll()
        })
      }
    } finally {
      this.#isActive = false
    }
  }

  async #sendAll(): Promise<void> {
    while (!this.#stop.signal.aborted && !this.#isSignedOut) {
      const rung = new Promise<void>((resolve) => (this.#bell = resolve))
      const wait = this.#start()
      if (wait === undefined && !this.#underWay.size) return
      await Promise.race([rung, ...this.#underWay.values(), ...(wait ? [pause(wait)] : [])])
    }
    await Promise.all(this.#underWay.values())
  }

  /** Starts what is ready; says in how many milliseconds something else will be, if anything. */
  #start(): number | undefined {
    const busy = new Set<string>()
    let wait: number | undefined
    for (const entry of this.#outbox.entries.peek()) {
      if (entry.state === 'refused') continue
      const rows = entry.about.map((about) => nameOf({ ...about, id: this.#store.idNow(about.id) }))
      if (entry.queue) rows.push(entry.queue)
      const isFirst = !rows.some((row) => busy.has(row))
      for (const row of rows) busy.add(row)
      if (!isFirst || entry.state === 'asking' || this.#underWay.has(entry.id)) continue
      if (awaitsRow(entry, this.#store)) {
        this.#giveUpOrphan(entry)
        continue
      }
      const left = (this.#notBefore.get(entry.id)?.time ?? 0) - performance.now()
      if (left > 0) wait = Math.min(wait ?? left, left)
      else if (this.#underWay.size < atOnce) this.#underWay.set(entry.id, this.#send(entry))
    }
    return wait
  }

  async #send(entry: Entry): Promise<void> {
    const resumed = this.#resumed
    const outcome = await this.#sender.send(entry)
    batch(() => {
      this.#underWay.delete(entry.id)
      this.#notBefore.delete(entry.id)
      if (outcome === 'signed-out') {
        this.#isSignedOut = true
        connection.value = 'signed-out'
      } else if (outcome !== 'done') {
        const { later, least } = outcome
        const earliest = performance.now() + least
        // Nobody tells a second time that the connection is back.
        const time = resumed === this.#resumed ? performance.now() + later : earliest
        this.#notBefore.set(entry.id, { time, earliest })
        const now = this.#outbox.entries.peek().find(({ id }) => id === entry.id)
        if (now) void this.#outbox.change({ ...now, tries: now.tries + 1 })
      }
    })
  }

  /** A write about a row whose making was refused or given up can't be sent: it goes with it, and is told. */
  #giveUpOrphan(entry: Entry): void {
    const coming = new Set(
      this.#outbox.entries
        .peek()
        .filter(({ state }) => state !== 'refused')
        .flatMap(({ shown }) => shown.flatMap((overlay) => ('made' in overlay ? [overlay.id] : []))),
    )
    const isLost = (id: string) => this.#store.isNew(id) && !coming.has(id)
    if ([...newIdsIn([entry.args, entry.about])].some(isLost)) void this.#outbox.refuse(entry, nowhere)
  }
}

const nowhere = refusalOf(404, 'Not Found', 'What this is about could not be made.')

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
