import type { EventRow } from '../../kernel/events.ts'

type Data = Record<string, unknown> | null

/** An event as it is told: by webhooks, and in the stream. */
export interface ToldEvent {
  /** The delivery's id, by which a receiver recognizes and drops what it has had already; in the stream the event's. */
  id: string
  type: string
  api_version: string
  created_at: string
  org_id: string
  project_id: string | null
  actor: { kind: 'user' | 'service_account' | 'system'; id: string | null; username: string | null }
  data: { resource_type: string; resource_id: string; before: Data; after: Data }
  request_id: string | null
  /** Event type of the operation on another resource that caused this change; null for most. */
  cause: string | null
}

/** What one hearer is told of an event. */
export interface Telling {
  project_id: string | null
  /** Set if the event's first resource is hidden from this subscriber, so that another one is named. */
  resource_id?: string
  before: Data
  after: Data
}

/** The parts of an event that its body says to everybody. */
type Occasion = Pick<
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

/** What is told of an event. */
export function present(
  event: Occasion,
  telling: Telling,
  to: { id: string; api_version: string },
): ToldEvent {
  const { project_id, before, after } = telling
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
      resource_id: telling.resource_id ?? event.resource_id,
      before,
      after,
    },
    request_id: event.request_id,
    cause: event.cause ?? null,
  }
}

/** The bytes of a delivery that are signed and sent. */
export const bodyOf = (event: Occasion, telling: Telling, to: { id: string; api_version: string }): string =>
  JSON.stringify(present(event, telling, to))

/**
 * What is told in the place of an event that took from its hearer what they could read: no more than what that was. Who
 * did it, and what, is not for them.
 */
export const presentGone = (event: EventRow, api_version: string): ToldEvent => ({
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

/** The same body without what changed, for somebody who may not know that. */
export function withoutChange(body: string): string {
  const told = JSON.parse(body) as ToldEvent
  return JSON.stringify({ ...told, data: { ...told.data, before: null, after: null } })
}
