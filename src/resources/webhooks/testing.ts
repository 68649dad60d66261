import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { reachableWebhook } from './access.ts'
import { attemptRow } from './delivery/record.ts'
import { senderOf } from './delivery/sender.ts'
import { findDelivery, findSecrets, insertAttempted } from './delivery-queries.ts'
import { deliveryDetail } from './delivery-schemas.ts'
import { presentDetail } from './present-delivery.ts'
import { buildTest } from './test-delivery.ts'
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
    const delivery = buildTest(target, { id: ctx.newId('WD'), now: ctx.now, request_id: ctx.requestId })
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
    await insertAttempted(ctx.db, delivery, { ...done, status })
    return answer(presentDetail(ctx, (await findDelivery(ctx, target, delivery.delivery_id))!))
  },
})

/** What a test sends. No change is recorded, so the operation emits nothing. */
export const webhookTested = {
  'webhook.test':
    'Sent when a user tests a webhook, and when the service probes a disabled one, to that webhook alone.',
}
