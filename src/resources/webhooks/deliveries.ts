import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../kernel/problem.ts'
import { pageOf } from '../../kernel/schema.ts'
import { reachableWebhook } from './access.ts'
import { isWithin } from './delivery/knowledge.ts'
import * as queries from './delivery-queries.ts'
import { deliveryDetail, deliveryOut, deliveryParams, deliveryQuery } from './delivery-schemas.ts'
import { presentDelivery, presentDetail } from './present-delivery.ts'
import { limitByHand } from './by-hand-limit.ts'
import { webhookParams } from './schemas.ts'

const newestFirst: ListSpec = {
  sorts: { created_at: [{ sql: 'd.created_at', type: 'timestamptz' }] },
  natural: [{ sql: 'd.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'd.delivery_id', type: 'text' },
}

/** The webhook, and one delivery of it. */
async function reachableDelivery(call: {
  ctx: Context
  params: { subscription_id: string; delivery_id: string }
}) {
  const webhook = await reachableWebhook(call)
  const delivery = await queries.findDelivery(call.ctx, webhook, call.params.delivery_id)
  if (!delivery) throw notFound()
  return { webhook, delivery, version: 0 }
}

export const listDeliveries = operation({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}/deliveries',
  summary: "List a webhook's deliveries",
  description: 'Newest first. Kept for 30 days, or as long as the server is set to.',
  scope: 'webhooks:read',
  params: webhookParams,
  query: deliveryQuery,
  reply: { status: 200, schema: pageOf(deliveryOut) },
  list: newestFirst,
  access: reachableWebhook,
  async handle({ ctx, target, query, list }) {
    const found = await queries.listDeliveries(ctx, target, query.status, list)
    return pageAnswer(ctx, list, found, (page) => page.map(presentDelivery))
  },
})

export const readDelivery = operation({
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}/deliveries/{delivery_id}',
  summary: 'Read a delivery',
  description: 'What was sent, what came back, and every attempt.',
  scope: 'webhooks:read',
  params: deliveryParams,
  reply: { status: 200, schema: deliveryDetail },
  access: reachableDelivery,
  handle: async ({ ctx, target }) => answer(presentDetail(ctx, target.delivery)),
})

export const replayDelivery = operation({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/v1/webhooks/{subscription_id}/deliveries/{delivery_id}/replay',
  summary: 'Send an event again',
  description:
    'As a new delivery with attempts of its own, at most 6 a minute for one webhook. Body and `webhook-id` stay those ' +
    'of the first: a receiver that had it drops it, one that lost it takes it. While the webhook is paused or ' +
    'disabled it waits.',
  scope: 'webhooks:write',
  params: deliveryParams,
  reply: { status: 200, schema: deliveryOut },
  problems: {
    409: 'the delivery is a test, or of none of the projects that the webhook is limited to by now',
    429: 'more than 6 replays of this webhook in a minute',
  },
  access: reachableDelivery,
  async handle({ ctx, target: { webhook, delivery } }) {
    if (delivery.event_id === null) throw conflict('A test is not sent again: make another one.')
    if (!isWithin(delivery, webhook.project_ids))
      throw conflict('The webhook is limited to other projects by now.')
    await limitByHand(ctx, webhook, 'replays')
    const again = {
      ...delivery,
      delivery_id: ctx.newId('WD'),
      replay_of: delivery.delivery_id,
      max_attempts: ctx.services.config.webhookRetryDelays.length + 1,
      created_at: ctx.now,
    }
    await queries.queueDelivery(ctx, again)
    return answer(presentDelivery((await queries.findDelivery(ctx, webhook, again.delivery_id))!))
  },
})
