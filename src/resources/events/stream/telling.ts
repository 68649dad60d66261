import type { Caller } from '../../../kernel/caller.ts'
import type { EventRow } from '../../../kernel/events.ts'
import { contractVersion } from '../../../kernel/openapi/openapi.ts'
import { comparePlaces, type Place, type PlacedEvent } from '../../../kernel/tail/place.ts'
import { isLost, knowsAll, tellingNow, tookAway, type Hearer } from '../access.ts'
import { scopeOfEvent } from '../catalogue.ts'
import { present, presentGone, type ToldEvent } from '../present.ts'
import { NO_FACTS, type Facts } from '../queries.ts'
import { isMine, isToldWhere, isWanted, isWhere, type Asked } from './asked.ts'
import type { Batch } from './batch.ts'
import type { Told } from './told.ts'

export interface Saying {
  event: PlacedEvent
  payload: ToldEvent
}

export interface Reader {
  caller: Caller
  orgId: string
  filter: Asked
  reported?: Told
}

const NO_TASKS: ReadonlySet<string> = new Set()

export function hearerOf(caller: Caller, orgId: string): Hearer {
  const { user_id, username, kind } = caller.user
  const { role } = caller.memberOf(orgId)
  return { org_id: orgId, user_id, username, kind, role, project_ids: caller.projectLimit }
}

/**
 * Presents the readable events of a batch after a position, in order. Lazy: an event is marked as reported only when it
 * is consumed.
 */
export async function sayingsOf(batch: Batch, reader: Reader, after?: Place): Promise<Iterable<Saying>> {
  const { caller, orgId, filter, reported } = reader
  const events = batch.events.filter(
    (event) =>
      (!after || comparePlaces(event, after) > 0) &&
      isWhere(filter, event) &&
      caller.holds(scopeOfEvent(event.type)) &&
      (isWanted(filter, event) || reported?.has(event)),
  )
  if (events.length === 0) return []
  const subscriber = hearerOf(caller, orgId)
  const { user_id } = subscriber
  const [facts, watched] = await Promise.all([
    knowsAll(subscriber) && !filter.mine ? NO_FACTS : batch.factsFor(user_id),
    filter.mine ? batch.watchedBy(user_id) : NO_TASKS,
  ])
  return presentLazily(events, (event) => presentForReader(subscriber, event, facts, watched, reader))
}

function* presentLazily(
  events: readonly PlacedEvent[],
  presentOne: (event: PlacedEvent) => ToldEvent | null,
) {
  for (const event of events) {
    const payload = presentOne(event)
    if (payload) yield { event, payload }
  }
}

function presentForReader(
  subscriber: Hearer,
  event: EventRow,
  facts: Facts,
  watched: ReadonlySet<string>,
  { filter, reported }: Reader,
): ToldEvent | null {
  if (isLost(subscriber, event, facts)) {
    const wasRemoved = isWanted(filter, event) && tookAway(subscriber, event, facts)
    return (reported ? reported.lose(event, wasRemoved) : wasRemoved)
      ? presentGone(event, contractVersion)
      : null
  }
  if (!isWanted(filter, event)) return null
  const view = tellingNow(subscriber, event, facts)
  if (
    !view ||
    !isToldWhere(filter, event, view) ||
    (filter.mine && !isMine(subscriber, event, facts, watched))
  )
    return null
  const { resource_type, resource_id } = event
  reported?.add({ resource_type, resource_id: view.resource_id ?? resource_id })
  return present(event, view, { id: event.event_id, api_version: contractVersion })
}
