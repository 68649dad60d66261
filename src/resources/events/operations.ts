import { askedOrganization } from '../../kernel/access.ts'
import { answer, liveAnswer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import { prefers } from '../../kernel/request/negotiate.ts'
import { findPlace } from '../../kernel/tail/settled.ts'
import { catalogueOf } from './catalogue.ts'
import { openPlace, placeGone, sealPlace } from './cursor.ts'
import { examplePage, streamPage, streamQuery, type StreamQuery } from './schemas.ts'
import { pageNow, pageSoon } from './stream/page.ts'
import { Stream, type Opening } from './stream/stream.ts'

export const streamEvents = operation({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events',
  summary: 'Follow what happens',
  description:
    'Every change of an organization that you may know of, in one order, each once, from a place on: send `cursor` or ' +
    '`Last-Event-ID` (which counts where both are sent) to go on after it, for 7 days; without one you begin at the ' +
    'present.\n\n' +
    'With `Accept: text/event-stream` it is a stream that goes on: each message has the cursor as its `id`, the type as ' +
    'its `event` and the event as its `data`. There is a `checkpoint` with a cursor at the beginning and every minute. ' +
    'The last message is an `end` whose data says the `reason`; then come again with your cursor:\n\n' +
    '* `age`: the stream is an hour old\n' +
    '* `stopping`: the server stops\n' +
    '* `slow`: you took nothing for a minute, or while 1 MB of events went by\n' +
    '* `expired`: your token is past its expiry\n' +
    '* `revoked`: you may not follow this organization any more\n' +
    '* `reset`: the database was put back to an earlier time\n\n' +
    'Otherwise it is a page, for which `wait` lets you wait for a first event.\n\n' +
    'What you are told is judged when it is sent, with your rights of then; of what you may not read nothing is told. An ' +
    'event `gone` says that you can no longer read something that you could. An access token hears of what its scopes ' +
    'let it read. A person has 10 streams open at a time, with the pages that wait.',
  scope: 'any',
  query: streamQuery,
  reply: { status: 200, schema: streamPage, live: true },
  problems: { 403: 'not a member of the organization', 429: 'you have 10 streams open' },
  example: { query: { types: 'task.*' }, reply: examplePage },
  // The caller, the horizon, the events, and what decides the rights on the tasks and on the places that they name.
  statements: 5,
  access: ({ ctx, query }) => askedOrganization(ctx, query),
  async handle({ ctx, query, target: { org_id } }) {
    const { services } = ctx
    const opening = openingOf(ctx, query, org_id)
    if (prefers('text/event-stream', ctx.accept)) {
      if (opening.place && !(await findPlace(services.database.db, opening.place))) throw placeGone()
      return liveAnswer(() => new Stream(services, opening).outlet)
    }
    const { limit = 100, wait = 0 } = query
    const page = await (wait === 0
      ? pageNow(services, opening, limit)
      : pageSoon(ctx, opening, limit, wait * 1000))
    return answer({
      data: page.data,
      next_cursor: sealPlace(services.keyring, org_id, page.place, services.clock()),
    })
  },
})

function openingOf(ctx: Context, query: StreamQuery, orgId: string): Opening {
  const { caller, services, millis } = ctx
  const { cursor, types, project_id, task_id, mine } = query
  if (types) requireKnown(ctx, types)
  const place = cursor === undefined ? undefined : openPlace(services.keyring, orgId, cursor, millis)
  return { caller, orgId, place, asked: { types, project_id, task_id, mine } }
}

/** 400 for what is no event type and no wildcard of the catalogue. */
function requireKnown({ services }: Context, types: readonly string[]): void {
  const known = catalogueOf(services.eventTypes).map(({ type }) => type)
  const unknown = types.find((type) => !known.includes(type))
  if (unknown !== undefined)
    throw invalidParameter('types', `There is no event type "${unknown.slice(0, 60)}".`, known)
}
