import type { Caller } from '../../../kernel/caller.ts'
import type { EventRow } from '../../../kernel/events.ts'
import { contractVersion } from '../../../kernel/openapi/openapi.ts'
import { comparePlaces, type Place, type PlacedEvent } from '../../../kernel/tail/place.ts'
import { isLost, knowsAll, tellingNow, tookAway, type Hearer } from '../access.ts'
import { scopeOfEvent } from '../catalogue.ts'
import { present, presentGone, type ToldEvent } from '../present.ts'
import type { Facts } from '../rows.ts'
import { isMine, isToldWhere, isWanted, isWhere, type Asked } from './asked.ts'
import type { Batch } from './batch.ts'
import type { Told } from './told.ts'

/** One thing that is said, and the event that it is said of. */
export interface Saying {
  event: PlacedEvent
  says: ToldEvent
}

/** A reader, with the rights as they are at a moment. */
export interface Reader {
  caller: Caller
  orgId: string
  asked: Asked
  /** What the reader was told of before; nobody remembers where it is none. */
  told?: Told
}

const nothing: Facts = { tasks: new Map(), places: new Map() }
const none: ReadonlySet<string> = new Set()

/** Who hears of an organization's events for a caller, who is one of its members. */
export function hearerOf(caller: Caller, orgId: string): Hearer {
  const { user_id, username, kind } = caller.user
  const { role } = caller.memberOf(orgId)
  return { org_id: orgId, user_id, username, kind, role, project_ids: caller.projectLimit }
}

/**
 * What a reader is told of a batch, or of what of it comes after a place, in its order. What was told of is remembered one
 * by one as it is taken, so that nothing is taken for told that was not.
 */
export async function sayingsOf(batch: Batch, reader: Reader, after?: Place): Promise<Iterable<Saying>> {
  const { caller, orgId, asked, told } = reader
  const events = batch.events.filter(
    (event) =>
      (!after || comparePlaces(event, after) > 0) &&
      isWhere(asked, event) &&
      caller.holds(scopeOfEvent(event.type)) &&
      (isWanted(asked, event) || told?.has(event)),
  )
  if (events.length === 0) return []
  const hearer = hearerOf(caller, orgId)
  const { user_id } = hearer
  const [facts, watched] = await Promise.all([
    knowsAll(hearer) && !asked.mine ? nothing : batch.factsFor(user_id),
    asked.mine ? batch.watchedBy(user_id) : none,
  ])
  return inTurn(events, (event) => sayingOf(hearer, event, facts, watched, reader))
}

function* inTurn(events: readonly PlacedEvent[], sayingOfOne: (event: PlacedEvent) => ToldEvent | null) {
  for (const event of events) {
    const says = sayingOfOne(event)
    if (says) yield { event, says }
  }
}

function sayingOf(
  hearer: Hearer,
  event: EventRow,
  facts: Facts,
  watched: ReadonlySet<string>,
  { asked, told }: Reader,
): ToldEvent | null {
  if (isLost(hearer, event, facts)) {
    const isTaken = isWanted(asked, event) && tookAway(hearer, event, facts)
    return (told ? told.lose(event, isTaken) : isTaken) ? presentGone(event, contractVersion) : null
  }
  if (!isWanted(asked, event)) return null
  const telling = tellingNow(hearer, event, facts)
  if (
    !telling ||
    !isToldWhere(asked, event, telling) ||
    (asked.mine && !isMine(hearer, event, facts, watched))
  )
    return null
  const { resource_type, resource_id } = event
  told?.add({ resource_type, resource_id: telling.resource_id ?? resource_id })
  return present(event, telling, { id: event.event_id, api_version: contractVersion })
}
