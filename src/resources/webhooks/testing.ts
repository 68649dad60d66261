import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { reachableWebhook } from './access.ts'
import { bodyOf } from '../events/present.ts'
import type { NewDelivery } from './delivery/queue.ts'
import { attemptRow } from './delivery/record.ts'
import { senderOf } from './delivery/sender.ts'
import { findDelivery, findSecrets, insertAttempted } from './delivery-queries.ts'
import { deliveryDetail } from './delivery-schemas.ts'
import { presentDetail } from './present-delivery.ts'
import { subject } from './present.ts'
import type { WebhookRow } from './rows.ts'
import { webhookParams } from './schemas.ts'
import { secretsAt } from './secrets.ts'
import { limitByHand } from './by-hand-limit.ts'

export const testWebhook = operation({
  id: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/{subscription_id}/test',
  summary: 'Test a webhook',
  description:
    'Sends one `webhook.test` now and answers with what the endpoint said, 20 seconds later at most. It is not tried ' +
    'again and counts as no failure; paused and disabled webhooks can be tested too. At most 6 a minute for one webhook.',
  scope: 'webhooks:write',
  params: webhookParams,
  reply: { status: 200, schema: deliveryDetail },
  problems: { 429: 'more than 6 tests of this webhook in a minute' },
  access: reachableWebhook,
  async act({ ctx, target }) {
    await limitByHand(ctx, target, 'tests')
    const delivery = testDelivery(ctx, target)
    const began = ctx.services.clock()
    const secrets = secretsAt(ctx.services.keyring, target, await findSecrets(ctx, target), began)
    const { message_id: id, event_type: type, body } = delivery
    const result = await senderOf(ctx.services).probe({
      id,
      type,
      body,
      secrets,
      at: began,
      url: target.url,
    })
    return { delivery, attempt: { result, began, ended: ctx.services.clock() } }
  },
  async handle({ ctx, target, acted: { delivery, attempt } }) {
    const done = attemptRow({ ...attempt, number: 1 }, null)
    const status = attempt.result.outcome === 'succeeded' ? 'succeeded' : 'failed'
    await insertAttempted(ctx, delivery, { ...done, status })
    return answer(presentDetail(ctx, (await findDelivery(ctx, target, delivery.delivery_id))!))
  },
})

/** What a test sends. No change is recorded, so the operation emits nothing. */
export const webhookTested = {
  'webhook.test': 'Sent when somebody tests a webhook, to that webhook alone.',
}

/** The delivery of a test, which tells of no change. */
function testDelivery(ctx: Context, webhook: WebhookRow): NewDelivery {
  const { org_id, subscription_id, api_version, owner_user_id } = webhook
  const id = ctx.newId('WD')
  const event = {
    ...subject(webhook),
    type: 'webhook.test',
    actor_kind: 'system' as const,
    actor_user_id: null,
    actor_username: null,
    request_id: ctx.requestId,
    created_at: ctx.now,
  }
  return {
    org_id,
    delivery_id: id,
    subscription_id,
    event_id: null,
    event_type: event.type,
    message_id: id,
    replay_of: null,
    body: bodyOf(event, { project_id: null, before: null, after: null }, { id, api_version }),
    made_for: owner_user_id,
    project_id: null,
    max_attempts: 1,
    created_at: ctx.now,
  }
}
