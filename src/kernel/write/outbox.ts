import type { Db } from '../../db/database.ts'
import type { EventRow } from '../events.ts'

/**
 * What is to be told to the outside, written down in the transaction of the change that it tells of. The kernel knows no
 * resource, so an overlay is this.
 */
export interface Outbox {
  /** Sent with the first statements of a write, when its events are not known yet: who in these organizations listens. */
  look(db: Db, orgIds: readonly string[]): Promise<Listeners>
}

export interface Listeners {
  /** What to tell them of these changes, just before the commit; null when nobody wants to know. */
  messagesOf(db: Db, events: readonly EventRow[]): Promise<Messages | null>
}

/** Messages as parts of a WITH, so that they go out with the events and COMMIT. */
export interface Messages {
  /** The parts, given the number of their one parameter; a constant text. */
  parts: (parameter: string) => string
  /** The rows as JSON. */
  rows: string
  /** To be called once they are committed. */
  committed(): void
}

/** Nobody listens. */
export const noOutbox: Outbox = {
  look: async () => ({ messagesOf: async () => null }),
}
