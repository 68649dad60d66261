import { sql } from '../../db/sql.ts'
import { pageAnswer, selectPage, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf, words } from '../../kernel/schema.ts'
import { catalogueOf, groups, type EventType } from '../events/catalogue.ts'
import { webhookEventType } from './schemas.ts'

const sorts: ListSpec = {
  sorts: { type: [{ sql: 'e.type', type: 'text' }] },
  natural: [{ sql: 'e.place', type: 'integer' }],
  id: { sql: 'e.type', type: 'text' },
  defaultLimit: 1000,
  everybodys: true,
}

export const listEventTypes = operation({
  id: 'webhooks.events',
  method: 'GET',
  path: '/v1/webhooks/events',
  summary: 'List event types',
  description:
    'Returns all event types, grouped by resource. Each group starts with its wildcard, such as `task.*`. The order is ' +
    'fixed.',
  scope: 'any',
  reply: { status: 200, schema: pageOf(webhookEventType) },
  list: sorts,
  filters: {
    resource: {
      kind: 'closed',
      values: words('EventResource', Object.keys(groups)),
      description: 'Returns only event types of these resources.',
    },
  },
  access: () => undefined,
  async handle({ ctx, list, filters }) {
    const types = catalogueOf(ctx.services.eventTypes)
      .map((type, place) => ({ ...type, place }))
      .filter(({ resource }) => filters.resource?.includes(resource) ?? true)
    // The catalog is in memory; paging it in SQL keeps cursors and sorting like those of other lists.
    const rows = await selectPage<EventType>(
      ctx,
      list,
      ({ where, order, limit, columns }) => sql<EventType>`
        select e.*, ${columns} from (select type collate "C", resource, description, wildcard, place
          from jsonb_to_recordset(${JSON.stringify(types)}::jsonb)
            as t(type text, resource text, description text, wildcard boolean, place integer)) e
        where ${where} ${order} ${limit}`,
    )
    return pageAnswer(ctx, list, rows, (page) =>
      page.map(({ type, resource, description, wildcard }) => ({ type, resource, description, wildcard })),
    )
  },
})
