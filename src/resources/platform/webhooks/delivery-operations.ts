import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, requireFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadReadableWebhook } from './policy.ts'
import { isInProjects } from './permissions.ts'
import * as queries from './delivery-queries.ts'
import { deliverySchema, deliverySummarySchema, deliveryParams, deliveryQuerySchema } from './delivery-schema.ts'
import { presentDelivery, presentDeliveryDetail } from './delivery-presenter.ts'
import { requireManualSendQuota } from './send-limit.ts'
import { webhookParams } from './schema.ts'

const deliverySorts: ListSpec = {
  sorts: { created_at: [{ sql: 'd.created_at', type: 'timestamptz' }] },
  defaultOrder: [{ sql: 'd.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'd.delivery_id', type: 'text' },
}

async function loadReadableDelivery(call: { ctx: Context; params: { subscription_id: string; delivery_id: string } }) {
  const webhook = await loadReadableWebhook(call)
  const delivery = requireFound(await queries.findDelivery(call.ctx, webhook, call.params.delivery_id))
  return { webhook, delivery, version: 0 }
}

export const listDeliveriesOperation = defineOperation({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}/deliveries',
  summary: 'List webhook deliveries',
  description:
    'Returns the deliveries of a webhook, newest first. Deliveries are stored for 30 days unless the server is ' +
    'configured otherwise. A service account sees only those that were built for it, tests, and events in projects ' +
    'that it can read, except of links, whose other end may be hidden.',
  scope: 'webhooks:read',
  params: webhookParams,
  query: deliveryQuerySchema,
  reply: { status: 200, schema: s.pageSchema(deliverySummarySchema) },
  list: deliverySorts,
  authorize: loadReadableWebhook,
  handle: async ({ ctx, target, query, list }) =>
    respondWithPage(ctx, list, await queries.listDeliveries(ctx, target, query.status, list), presentDelivery),
})

export const readDeliveryOperation = defineOperation({
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}/deliveries/{delivery_id}',
  summary: 'Get a webhook delivery',
  description: 'Returns the payload, the response of the endpoint and every attempt of a delivery.',
  scope: 'webhooks:read',
  params: deliveryParams,
  reply: { status: 200, schema: deliverySchema },
  authorize: loadReadableDelivery,
  handle: async ({ ctx, target }) => respond(presentDeliveryDetail(ctx, target.delivery)),
})

export const replayDeliveryOperation = defineOperation({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/v1/webhooks/{subscription_id}/deliveries/{delivery_id}/replay',
  summary: 'Replay a webhook delivery',
  description:
    'Queues the event again as a new delivery with its own attempts, at most 6 times per minute and webhook. Body and ' +
    '`webhook-id` are those of the original delivery, so that a receiver can ignore a duplicate. While the webhook is ' +
    'paused or disabled, the delivery stays queued.',
  scope: 'webhooks:write',
  params: deliveryParams,
  reply: { status: 200, schema: deliverySummarySchema },
  problems: {
    409: 'The delivery is a test, or belongs to none of the projects that the webhook is now limited to.',
    429: 'More than 6 replays of this webhook within a minute.',
  },
  authorize: loadReadableDelivery,
  async handle({ ctx, target: { webhook, delivery } }) {
    if (delivery.event_id === null) throw conflict('A test delivery cannot be replayed. Test the webhook again.')
    if (!isInProjects(delivery, webhook.project_ids))
      throw conflict('The webhook is now limited to other projects. Add the project of this delivery to `project_ids`.')
    await requireManualSendQuota(ctx, webhook, 'replays')
    const replay = {
      ...delivery,
      delivery_id: ctx.newId('WD'),
      replay_of: delivery.delivery_id,
      max_attempts: ctx.services.config.webhookRetryDelays.length + 1,
      created_at: ctx.now,
      due_at: ctx.wallTime,
    }
    await queries.enqueueDelivery(ctx, replay)
    return respond(presentDelivery((await queries.findDelivery(ctx, webhook, replay.delivery_id))!))
  },
})
