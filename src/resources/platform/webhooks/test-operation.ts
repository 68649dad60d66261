import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { loadReadableWebhook } from './policy.ts'
import { toTestRow } from './attempt-row.ts'
import { getWebhookSender } from './sender/sender.ts'
import { findDelivery, insertAttemptedDelivery } from './delivery-queries.ts'
import { findEncryptedSecrets } from './queries.ts'
import { deliverySchema } from './delivery-schema.ts'
import { presentDeliveryDetail } from './delivery-presenter.ts'
import { buildTestDelivery } from './test-delivery.ts'
import { webhookParams } from './schema.ts'
import { listSigningSecrets } from './secrets.ts'
import { requireManualSendQuota } from './send-limit.ts'

export const testWebhookOperation = defineOperation({
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
  reply: { status: 200, schema: deliverySchema },
  problems: { 429: 'More than 6 tests of this webhook within a minute.' },
  authorize: loadReadableWebhook,
  async sideEffect({ ctx, target }) {
    await requireManualSendQuota(ctx, target, 'tests')
    const ids = { id: ctx.newId('WD'), now: ctx.now, request_id: ctx.requestId }
    const delivery = buildTestDelivery(target, ids)
    const { message_id: id, event_type: type, body } = delivery
    const { keyring, clock } = ctx.services
    const at = clock()
    const secrets = listSigningSecrets(keyring, target, await findEncryptedSecrets(ctx, target), at)
    const result = await getWebhookSender(ctx.services).attemptTest({
      id,
      type,
      body,
      secrets,
      at,
      url: target.url,
    })
    return { delivery, attempt: { result, startedAt: at, endedAt: clock() } }
  },
  async handle({ ctx, target, sideEffectResult: { delivery, attempt } }) {
    await insertAttemptedDelivery(ctx.db, delivery, toTestRow(attempt))
    return respond(presentDeliveryDetail(ctx, (await findDelivery(ctx, target, delivery.delivery_id))!))
  },
})
