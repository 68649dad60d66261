import * as s from '../../../core/schema.ts'

const buildAttributesSchema = (description: string) =>
  s.rawSchema<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
  })

/** An event of the stream. Bodies of webhook deliveries differ in `id` only. */
const streamEventSchema = s.namedObject('StreamEvent', {
  id: s.text('ID of the event (`EV…`).'),
  type: s.text('Event type from `GET /v1/webhooks/events`, or `gone` for a resource that you can no longer read.'),
  api_version: s.text('API version of the payload (YYYY-MM-DD).'),
  created_at: s.dateTime('Time of the change. Changes of one resource have increasing times.'),
  org_id: s.uuid('ID of the organization.'),
  project_id: s.nullable(s.text('ID of the project of the resource; null if it has none.')),
  actor: s.object({
    kind: s.stringEnum(s.namedEnum('ActorKind', ['user', 'service_account', 'system']), {
      description: '`system` for changes by the service itself.',
    }),
    id: s.nullable(s.uuid('User ID of the actor; null for `system`.')),
    username: s.nullable(s.text('Username of the actor; null for `system`.')),
  }),
  data: s.object({
    resource_type: s.text('Type of the changed resource, such as `task`.'),
    resource_id: s.text('ID of the changed resource.'),
    before: buildAttributesSchema('Changed attributes before the change; null for a created resource.'),
    after: buildAttributesSchema('Changed attributes after the change; null for a deleted resource.'),
  }),
  request_id: s.nullable(s.text('ID of the request that made the change; null without one.')),
  cause: s.nullable(
    s.text(
      'Event type of the operation on another resource that caused this change: `goal.moved` for a task that ' +
        'moved with its goal. Both events have the same `request_id`. null for a direct change.',
    ),
  ),
})

export const streamPageSchema = s.namedObject('StreamPage', {
  data: s.array(streamEventSchema, 'Events, oldest first.'),
  next_cursor: s.text('Send it as `cursor` to get the next events. Never null.'),
})

export const eventPageExample: s.Static<typeof streamPageSchema> = {
  data: [
    {
      id: 'EVDC01MC1PH2Q9XW5',
      type: 'task.updated',
      api_version: '2026-09-25',
      created_at: '2026-11-20T09:30:00.000Z',
      org_id: '01919b3c-0000-7000-8000-000000000001',
      project_id: 'PDC01MC1P9ZK3QW2M',
      actor: { kind: 'user', id: '01919b3c-0000-7000-8000-00000000ada1', username: 'ada' },
      data: {
        resource_type: 'task',
        resource_id: 'TDC01MC1P87K0HJR8',
        before: { status: 'not_started' },
        after: { status: 'in_progress' },
      },
      request_id: 'b1946ac9-2492-4d23-9c0a-1f6a0d4a7e51',
      cause: null,
    },
  ],
  next_cursor: '1.QPW-GBMhyjQ7RKuDcZASN0w',
}

export const MAX_EVENTS_PER_PAGE = 200

export const streamQuerySchema = s.object({
  org_id: s.orgIdParam,
  types: s.optional(
    s.array(s.text(), {
      description:
        'Returns only events of these types, separated by commas; `task.*` means all types of tasks. See ' +
        '`GET /v1/webhooks/events`.',
    }),
  ),
  project_id: s.optional(s.text('Returns only events in this project, including moves out of it.')),
  task_id: s.optional(s.text('Returns only events of this task.')),
  mine: s.optional(
    s.bool('Returns only events about you and of tasks that you created, watch, or are or were assigned to.'),
  ),
  cursor: s.optional(
    s.text(
      'Position to continue after: the `id` of a message or `next_cursor`. Without it, you receive events from now on.',
    ),
  ),
  wait: s.optional(
    s.int({
      minimum: 0,
      maximum: 30,
      default: 0,
      description: 'Seconds to wait for the first event of a page (0 to 30). Ignored for a stream.',
    }),
  ),
  limit: s.optional(
    s.int({
      minimum: 1,
      maximum: MAX_EVENTS_PER_PAGE,
      clamped: true,
      default: 100,
      description: `Maximum number of events in a page; values above ${MAX_EVENTS_PER_PAGE} mean ${MAX_EVENTS_PER_PAGE}.`,
    }),
  ),
})
export type StreamQuery = s.Static<typeof streamQuerySchema>
