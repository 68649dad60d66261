import type { Transaction } from '../db/database.ts'

/** Duration of a handler above which it may have waited for locks. Webhooks created within a shorter wait miss its events. */
const WAIT_MS = 50

/** Looks up the subscribers of a write before its events are known, and again if webhooks may have been created since. */
export class SubscriberLookup {
  readonly #trx: Transaction
  readonly #send: () => Promise<unknown> | undefined
  #subscribers: Promise<unknown> | undefined
  #lockingStatements = 0
  #sentAt = 0

  constructor(trx: Transaction, send: () => Promise<unknown> | undefined) {
    this.#trx = trx
    this.#send = send
    this.#start()
  }

  get subscribers(): Promise<unknown> | undefined {
    return this.#subscribers
  }

  /** Repeats the lookup if statements that may have waited for locks were sent after it. */
  repeatAfterLocks(): void {
    // With sharded tables the lookup has a connection of its own, so that it does not wait for the locks.
    if (this.#trx.sharded || this.#trx.lockingStatements > this.#lockingStatements) this.#start()
  }

  /** Repeats the lookup if such statements took long. Otherwise the round trip would delay every write. */
  repeatAfterWait(): void {
    const hasLocked = this.#trx.lockingStatements > this.#lockingStatements
    if (hasLocked && performance.now() - this.#sentAt > WAIT_MS) this.#start()
  }

  #start(): void {
    this.#subscribers = this.#send()
    this.#lockingStatements = this.#trx.lockingStatements
    this.#sentAt = performance.now()
  }
}
