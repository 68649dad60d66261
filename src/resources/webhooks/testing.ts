import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { reachableWebhook } from './access.ts'
import { attemptRow } from './attempt-row.ts'
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
    'Sends a `webhook.test` event immediately and returns the response of the endpoint, within 20 seconds. A test is not ' +
    'retried and does not count as a failure. Paused and disabled webhooks can be tested too. At most 6 tests per minute ' +
    'and webhook.',
  scope: 'webhooks:write',
  params: webhookParams,
  reply: { status: 200, schema: deliveryDetail },
  problems: { 429: 'more than 6 tests of this webhook within a minute' },
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

/** Test events, which are not stored and therefore not in `emits`. */
export const webhookTested = {
  'webhook.test': 'A user tested a webhook, or the service probed a disabled one. Sent only to that webhook.',
}
