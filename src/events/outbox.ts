import type { Db, Transaction } from '../db/database.ts'
import type { NamedStatement } from '../db/named-statements.ts'
import type { EventRow } from '../core/change-event.ts'

/** Transactional outbox for events to external subscribers. Webhooks implement it. */
export interface Outbox<Subscribers = unknown> {
  /** Finds the subscribers of organizations. Sent with the first statements of a write, before its events are known. */
  findSubscribers(db: Db, orgIds: readonly string[]): Promise<Subscribers>
  enqueueDeliveries(trx: Transaction, subscribers: Subscribers, events: readonly EventRow[]): Promise<NamedStatement[]>
}
