import type { Db } from '../../../db/database.ts'
import type { Place, PlacedEvent } from '../../../kernel/tail/place.ts'
import { idsIn } from '../access.ts'
import { findFacts, findWatched } from '../queries.ts'

type Loader<R> = (userIds: string[], ids: string[]) => Promise<(userId: string) => R>

/**
 * Consecutive events of an organization and the position after them. Streams at the same position share one batch and
 * load the access of their readers together.
 */
export class Batch {
  readonly events: readonly PlacedEvent[]
  readonly upTo: Place
  readonly factsFor
  readonly watchedBy

  constructor(db: Db, events: readonly PlacedEvent[], upTo: Place) {
    this.events = events
    this.upTo = upTo
    const orgId = events[0]?.org_id ?? ''
    this.factsFor = this.#batchLoads((userIds, ids) => findFacts(db, orgId, userIds, ids))
    this.watchedBy = this.#batchLoads((userIds, ids) => findWatched(db, orgId, userIds, ids))
  }

  /** Batches the loads of one event loop tick (DataLoader). */
  #batchLoads<R>(load: Loader<R>): (userId: string) => Promise<R> {
    let next: { userIds: Set<string>; result: Promise<(userId: string) => R> } | undefined
    const open = () => {
      const userIds = new Set<string>()
      const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        next = undefined
        return load([...userIds], [...new Set(this.events.flatMap(idsIn))])
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
