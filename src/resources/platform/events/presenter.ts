import type { EventRow } from '../../../core/change-event.ts'

type EventData = Record<string, unknown> | null

export interface EventPayload {
  /** In webhooks the delivery id, by which receivers detect duplicates; in the stream the event id. */
  id: string
  type: string
  api_version: string
  created_at: string
  org_id: string
  project_id: string | null
  actor: { kind: 'user' | 'service_account' | 'system'; id: string | null; username: string | null }
  data: { resource_type: string; resource_id: string; before: EventData; after: EventData }
  request_id: string | null
  /** Event type of the operation on another resource that caused this change; null for most events. */
  cause: string | null
}

/** The part of an event that one subscriber can read. */
export interface EventView {
  project_id: string | null
  /** Set if the event's first resource is hidden from this subscriber, so that another one is named. */
  resource_id?: string
  before: EventData
  after: EventData
}

type EventContent = Pick<
  EventRow,
  | 'org_id'
  | 'type'
  | 'resource_type'
  | 'resource_id'
  | 'actor_kind'
  | 'actor_user_id'
  | 'actor_username'
  | 'request_id'
  | 'created_at'
  | 'cause'
>

export function presentEvent(
  event: EventContent,
  view: EventView,
  to: { id: string; api_version: string },
): EventPayload {
  const { project_id, before, after } = view
  return {
    id: to.id,
    type: event.type,
    api_version: to.api_version,
    created_at: event.created_at,
    org_id: event.org_id,
    project_id,
    actor: { kind: event.actor_kind, id: event.actor_user_id, username: event.actor_username },
    data: {
      resource_type: event.resource_type,
      resource_id: view.resource_id ?? event.resource_id,
      before,
      after,
    },
    request_id: event.request_id,
    cause: event.cause ?? null,
  }
}

export const buildEventBody = (event: EventContent, view: EventView, to: { id: string; api_version: string }): string =>
  JSON.stringify(presentEvent(event, view, to))

/** Presents the loss of access to a resource, without the actor and the change. */
export const presentGoneEvent = (event: EventRow, api_version: string): EventPayload => ({
  id: event.event_id,
  type: 'gone',
  api_version,
  created_at: event.created_at,
  org_id: event.org_id,
  project_id: null,
  actor: { kind: 'system', id: null, username: null },
  data: { resource_type: event.resource_type, resource_id: event.resource_id, before: null, after: null },
  request_id: null,
  cause: null,
})

/** Removes the change from a body; with a view, the body names its project and resource. */
export function removeEventChange(body: string, view?: EventView): string {
  const payload = JSON.parse(body) as EventPayload
  const { project_id } = view ?? payload
  const resource_id = view?.resource_id ?? payload.data.resource_id
  return JSON.stringify({ ...payload, project_id, data: { ...payload.data, resource_id, before: null, after: null } })
}
