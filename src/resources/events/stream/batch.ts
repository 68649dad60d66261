import type { Db } from '../../../db/database.ts'
import type { Place, PlacedEvent } from '../../../kernel/tail/place.ts'
import { idsIn } from '../access.ts'
import { findFacts, findWatched } from '../rows.ts'

/** Looks something up for several people at once. */
type LookUp<R> = (people: string[], ids: string[]) => Promise<(userId: string) => R>

/**
 * Some events of an organization, in order, and the place to which they lead. The streams that have come to the same place
 * have one batch in common, and what decides the rights of all their readers on it is looked up together.
 */
export class Batch {
  readonly events: readonly PlacedEvent[]
  readonly upTo: Place
  /** What decides the rights of a person on what the events name, as it is now. */
  readonly factsFor
  /** Which of the tasks that the events are about a person watches. */
  readonly watchedBy

  constructor(db: Db, events: readonly PlacedEvent[], upTo: Place) {
    this.events = events
    this.upTo = upTo
    const orgId = events[0]?.org_id ?? ''
    this.factsFor = this.#together((people, ids) => findFacts(db, orgId, people, ids))
    this.watchedBy = this.#together((people, ids) => findWatched(db, orgId, people, ids))
  }

  /** Whoever asks in the same turn of the event loop asks together with the others. */
  #together<R>(lookUp: LookUp<R>): (userId: string) => Promise<R> {
    let next: { people: Set<string>; answer: Promise<(userId: string) => R> } | undefined
    const open = () => {
      const people = new Set<string>()
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        next = undefined
        return lookUp([...people], [...new Set(this.events.flatMap(idsIn))])
      })
      return { people, answer }
    }
    return async (userId) => {
      next ??= open()
      next.people.add(userId)
      return (await next.answer)(userId)
    }
  }
}
