import type { Db } from '../../../../db/database.ts'
import type { EventPosition, PositionedEvent } from '../../../../events/reader/position.ts'
import { collectResourceIds } from '../policy.ts'
import { loadReaderAccess, findWatchedTasks } from '../queries.ts'

type Loader<R> = (userIds: string[], ids: string[]) => Promise<(userId: string) => R>

/**
 * Consecutive events of an organization and the position after them. Streams at the same position share one batch and
 * load the access of their readers together.
 */
export class EventBatch {
  readonly events: readonly PositionedEvent[]
  readonly upTo: EventPosition
  readonly loadReaderAccess
  readonly loadWatchedTasks

  constructor(db: Db, events: readonly PositionedEvent[], upTo: EventPosition) {
    this.events = events
    this.upTo = upTo
    const orgId = events[0]?.org_id ?? ''
    this.loadReaderAccess = this.#batchLoads((userIds, ids) => loadReaderAccess(db, orgId, userIds, ids))
    this.loadWatchedTasks = this.#batchLoads((userIds, ids) => findWatchedTasks(db, orgId, userIds, ids))
  }

  /** Batches the loads of one event loop tick (DataLoader). */
  #batchLoads<R>(load: Loader<R>): (userId: string) => Promise<R> {
    let next: { userIds: Set<string>; result: Promise<(userId: string) => R> } | undefined
    const open = () => {
      const userIds = new Set<string>()
      const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        next = undefined
        return load([...userIds], [...new Set(this.events.flatMap(collectResourceIds))])
      })
      return { userIds, result }
    }
    return async (userId) => {
      next ??= open()
      next.userIds.add(userId)
      return (await next.result)(userId)
    }
  }
}
