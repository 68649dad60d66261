import type { Caller } from '../../../../core/caller.ts'
import type { EventRow } from '../../../../core/change-event.ts'
import { CONTRACT_VERSION } from '../../../../http/openapi/document.ts'
import { comparePositions, type EventPosition, type PositionedEvent } from '../../../../events/reader/position.ts'
import {
  isNoLongerReadable,
  canReadAllEvents,
  selectForStream,
  didRemoveAccess,
  type EventSubscriber,
} from '../policy.ts'
import { findEventScope } from '../catalog.ts'
import { presentEvent, presentGoneEvent, type EventPayload } from '../presenter.ts'
import { NO_READER_ACCESS, type ReaderAccess } from '../queries.ts'
import {
  isRelatedToUser,
  matchesReadableOrder,
  matchesTypeFilter,
  matchesResourceFilter,
  type EventFilter,
} from './filter.ts'
import type { EventBatch } from './batch.ts'
import type { ReportedResources } from './reported-resources.ts'

interface PresentedEvent {
  event: PositionedEvent
  payload: EventPayload
}

interface StreamReader {
  caller: Caller
  orgId: string
  filter: EventFilter
  reported?: ReportedResources
}

const NO_TASKS: ReadonlySet<string> = new Set()

function toEventSubscriber(caller: Caller, orgId: string): EventSubscriber {
  const { user_id, username, kind } = caller.user
  const { role } = caller.requireMembership(orgId)
  return { org_id: orgId, user_id, username, kind, role, project_ids: caller.allowedProjectIds }
}

/**
 * Presents the readable events of a batch after a position, in order. Lazy: an event is marked as reported only when it
 * is consumed.
 */
export async function presentBatch(
  batch: EventBatch,
  reader: StreamReader,
  after?: EventPosition,
): Promise<Iterable<PresentedEvent>> {
  const { caller, orgId, filter, reported } = reader
  const events = batch.events.filter(
    (event) =>
      (!after || comparePositions(event, after) > 0) &&
      matchesResourceFilter(filter, event) &&
      caller.hasScope(findEventScope(event.type)) &&
      (matchesTypeFilter(filter, event) || reported?.has(event)),
  )
  if (events.length === 0) return []
  const subscriber = toEventSubscriber(caller, orgId)
  const { user_id } = subscriber
  const [access, watched] = await Promise.all([
    canReadAllEvents(subscriber) && !filter.mine ? NO_READER_ACCESS : batch.loadReaderAccess(user_id),
    filter.mine ? batch.loadWatchedTasks(user_id) : NO_TASKS,
  ])
  return presentLazily(events, (event) => presentForReader(subscriber, event, access, watched, reader))
}

function* presentLazily(
  events: readonly PositionedEvent[],
  presentOne: (event: PositionedEvent) => EventPayload | null,
) {
  for (const event of events) {
    const payload = presentOne(event)
    if (payload) yield { event, payload }
  }
}

function presentForReader(
  subscriber: EventSubscriber,
  event: EventRow,
  access: ReaderAccess,
  watched: ReadonlySet<string>,
  { filter, reported }: StreamReader,
): EventPayload | null {
  if (isNoLongerReadable(subscriber, event, access)) {
    const wasRemoved = matchesTypeFilter(filter, event) && didRemoveAccess(subscriber, event, access)
    return (reported ? reported.reportLoss(event, wasRemoved) : wasRemoved)
      ? presentGoneEvent(event, CONTRACT_VERSION)
      : null
  }
  if (!matchesTypeFilter(filter, event)) return null
  const view = selectForStream(subscriber, event, access)
  if (
    !view ||
    !matchesReadableOrder(filter, event, view) ||
    (filter.mine && !isRelatedToUser(subscriber, event, access, watched))
  )
    return null
  const { resource_type, resource_id } = event
  reported?.add({ resource_type, resource_id: view.resource_id ?? resource_id })
  return presentEvent(event, view, { id: event.event_id, api_version: CONTRACT_VERSION })
}
