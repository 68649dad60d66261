import { sql } from '../../../db/sql.ts'
import { respondWithPage, selectPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { buildEventCatalog, eventGroups, type EventType } from '../events/catalog.ts'
import { webhookEventTypeSchema } from './schema.ts'

const sorts: ListSpec = {
  sorts: { type: [{ sql: 'e.type', type: 'text' }] },
  defaultOrder: [{ sql: 'e.place', type: 'integer' }],
  id: { sql: 'e.type', type: 'text' },
  defaultLimit: 1000,
  sameForAllOrgs: true,
}

export const listEventTypesOperation = defineOperation({
  id: 'webhooks.events',
  method: 'GET',
  path: '/v1/webhooks/events',
  summary: 'List event types',
  description:
    'Returns all event types, grouped by resource. Each group starts with its wildcard, such as `task.*`. The order is ' +
    'fixed.',
  scope: 'any',
  reply: { status: 200, schema: s.pageSchema(webhookEventTypeSchema) },
  list: sorts,
  filters: {
    resource: {
      kind: 'enum',
      values: s.namedEnum('EventResource', Object.keys(eventGroups)),
      description: 'Returns only event types of these resources.',
    },
  },
  authorize: () => undefined,
  async handle({ ctx, list, filters }) {
    const types = buildEventCatalog(ctx.services.eventTypes)
      .map((type, index) => ({ ...type, place: index }))
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
    return respondWithPage(ctx, list, rows, ({ type, resource, description, wildcard }) => ({
      type,
      resource,
      description,
      wildcard,
    }))
  },
})
