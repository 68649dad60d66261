import type { Db, Transaction } from '../../db/database.ts'
import type { Part } from '../../db/parts.ts'
import type { EventRow } from '../events.ts'

/**
 * Where changes are written down that the outside is to be told of, in the transaction of the change itself. The kernel
 * knows no resource, so it is given an outbox; that of webhooks is the only one. `L`: who listens.
 */
export interface Outbox<L = unknown> {
  /** Who listens in these organizations. Sent with the first statements of a write, before its events are known. */
  look(db: Db, orgIds: readonly string[]): Promise<L>
  /**
   * What is written for them, with which the transaction ends; nothing when none of them wants to know of these changes.
   */
  tell(trx: Transaction, listeners: L, events: readonly EventRow[]): Promise<Part[]>
}
