import {
  askedOrgId,
  bool,
  dateTime,
  int,
  list,
  nullable,
  object,
  oneOf,
  optional,
  schemaOf,
  text,
  uuid,
  words,
  type Static,
} from '../../kernel/schema.ts'

const attributes = (description: string) =>
  schemaOf<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
  })

/** An event as the stream tells it; the body of a webhook's delivery is the same, but for what `id` is. */
export const streamEvent = object(
  {
    id: text({ description: 'The id of the event.' }),
    type: text({
      description:
        'What happened: a type of `GET /v1/webhooks/events`, or `gone` for something that you could read and no longer can.',
    }),
    api_version: text(),
    created_at: dateTime({
      description: 'When it happened. Of one resource, changes follow each other in this order.',
    }),
    org_id: uuid(),
    project_id: nullable(text()),
    actor: object({
      kind: oneOf(words('ActorKind', ['user', 'service_account', 'system'])),
      id: nullable(uuid()),
      username: nullable(text()),
    }),
    data: object({
      resource_type: text(),
      resource_id: text(),
      before: attributes('The changed attributes as they were; null where something was made.'),
      after: attributes('The changed attributes as they are; null where something was removed.'),
    }),
    request_id: nullable(text()),
    cause: nullable(
      text({
        description:
          'Event type of the operation on another resource that caused this change: `goal.moved` for a task that ' +
          'moved with its goal. Both events have the same `request_id`. null for a direct change.',
      }),
    ),
  },
  { title: 'StreamEvent' },
)

/** A page of the stream. */
export const streamPage = object(
  {
    data: list(streamEvent),
    next_cursor: text({ description: 'Where to go on: send it back as `cursor`. It is never null.' }),
  },
  { title: 'StreamPage' },
)

/** A page with one event, as the document shows it. */
export const examplePage: Static<typeof streamPage> = {
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

/** Events of a page at most. */
export const mostOfPage = 200

/** What a reader of the stream can ask for. */
export const streamQuery = object({
  org_id: askedOrgId,
  types: optional(
    list(text(), {
      description:
        'Events of these types alone, separated by commas; `task.*` stands for all of tasks. `GET /v1/webhooks/events` ' +
        'lists them.',
    }),
  ),
  project_id: optional(text({ description: 'Events in this project, and of what moved out of it.' })),
  task_id: optional(text({ description: 'Events of this task.' })),
  mine: optional(
    bool({
      description:
        'Events of tasks that you made, are or were the assignee of, or watch; and those about you.',
    }),
  ),
  cursor: optional(
    text({
      description:
        'The `id` of a message, or `next_cursor`: go on after it. Without one you begin at the present.',
    }),
  ),
  wait: optional(
    int({
      minimum: 0,
      maximum: 30,
      default: 0,
      description: 'Of a page: seconds to wait for an event where there is none yet.',
    }),
  ),
  limit: optional(
    int({
      minimum: 1,
      maximum: mostOfPage,
      clamped: true,
      default: 100,
      description: `Maximum number of events in a page; values above ${mostOfPage} mean ${mostOfPage}.`,
    }),
  ),
})
/** The query of a reader. */
export type StreamQuery = Static<typeof streamQuery>
