import { membershipFromQuery } from '../../../core/org-access.ts'
import { respond, respondWithStream } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalidParameter } from '../../../core/errors.ts'
import { prefersMediaType } from '../../../http/content-negotiation.ts'
import { positionExists } from '../../../events/reader/queries.ts'
import { buildEventCatalog } from './catalog.ts'
import { decryptEventCursor, buildCursorGoneProblem, encryptEventCursor } from './cursor.ts'
import { eventPageExample, streamPageSchema, streamQuerySchema, type StreamQuery } from './schema.ts'
import { readEventPage, waitForEventPage } from './stream/page.ts'
import { EventStream, type StreamOptions } from './stream/stream.ts'

export const streamEventsOperation = defineOperation({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events',
  summary: 'Stream or list events',
  description:
    'Returns all events of an organization that you can read, in a stable order and each once. Send `cursor` or ' +
    '`Last-Event-ID` (which takes precedence) to continue after an event; cursors are valid for 7 days. Without a cursor ' +
    'you receive only events from now on.\n\n' +
    'With `Accept: text/event-stream`, the response is a stream of server-sent events. The `id` of each message is a ' +
    'cursor, its `event` the event type and its `data` the event. A `checkpoint` message with a cursor is sent at the ' +
    'start and every minute. The last message is `end`, with a `reason` in its data. Reconnect with your last cursor:\n\n' +
    '* `age`: the stream has been open for an hour\n' +
    '* `stopping`: the server is shutting down\n' +
    '* `slow`: you read nothing for a minute, or fell more than 1 MB of events behind\n' +
    '* `expired`: your token has expired\n' +
    '* `revoked`: you lost access to the organization\n' +
    '* `reset`: the database was restored to an earlier time\n\n' +
    'Otherwise the response is a page of events; set `wait` to wait for the first one.\n\n' +
    'Access is checked when an event is sent, with your current rights; an access token receives only events that its ' +
    'scopes can read. A `gone` event says that you can no longer read a resource that you could read before. A user can ' +
    'have 10 open streams, including pages that wait.',
  scope: 'any',
  query: streamQuerySchema,
  reply: { status: 200, schema: streamPageSchema, live: true },
  problems: { 403: 'You are not a member of the organization.', 429: 'You have 10 open streams.' },
  example: { query: { types: 'task.*' }, reply: eventPageExample },
  // Caller, watermark, events, and access to the tasks and to the other resources that they name.
  maxStatements: 5,
  authorize: ({ ctx, query }) => membershipFromQuery(ctx, query),
  async handle({ ctx, query, target: { org_id } }) {
    const { services } = ctx
    const options = parseOptions(ctx, query, org_id)
    if (prefersMediaType('text/event-stream', ctx.accept)) {
      if (options.position && !(await positionExists(services.database.db, options.position)))
        throw buildCursorGoneProblem()
      return respondWithStream(() => new EventStream(services, options).outlet)
    }
    const { limit = 100, wait = 0 } = query
    const page = await (wait === 0
      ? readEventPage(services, options, limit)
      : waitForEventPage(ctx, options, limit, wait * 1000))
    return respond({
      data: page.data,
      next_cursor: encryptEventCursor(services.keyring, org_id, page.position, services.clock()),
    })
  },
})

function parseOptions(ctx: Context, query: StreamQuery, orgId: string): StreamOptions {
  const { caller, services, millis } = ctx
  const { cursor, types, project_id, task_id, mine } = query
  if (types) requireKnown(ctx, types)
  const position = cursor === undefined ? undefined : decryptEventCursor(services.keyring, orgId, cursor, millis)
  return { caller, orgId, position, filter: { types, project_id, task_id, mine } }
}

function requireKnown({ services }: Context, types: readonly string[]): void {
  const known = buildEventCatalog(services.eventTypes).map(({ type }) => type)
  const unknown = types.find((type) => !known.includes(type))
  if (unknown !== undefined) throw invalidParameter('types', `Unknown event type "${unknown.slice(0, 60)}".`, known)
}
