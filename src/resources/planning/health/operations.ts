import * as s from '../../../core/schema.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { unavailable } from '../../../core/errors.ts'

export const getHealthOperation = defineOperation({
  id: 'health.read',
  method: 'GET',
  path: '/v1/health',
  summary: 'Get the health status',
  description:
    'Returns 200 when the server accepts requests and the database responds, and 503 when the database does not ' +
    'respond or the server is shutting down. Requires no authentication.',
  scope: 'none',
  reply: {
    status: 200,
    schema: s.namedObject('Health', { status: s.text('Always `ok`.') }),
  },
  authorize: () => undefined,
  async handle({ ctx }) {
    if (ctx.services.isDraining) throw unavailable('The server is shutting down. Retry after Retry-After seconds.')
    await ctx.services.database.ping().catch(() => {
      throw unavailable('The database does not respond. Retry after Retry-After seconds.')
    })
    return respond({ status: 'ok' })
  },
})
