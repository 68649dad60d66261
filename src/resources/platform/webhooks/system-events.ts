/** Events of the delivery worker. */
export const webhookStatusEvents = {
  'webhook.disabled': 'The service disabled a webhook.',
  'webhook.enabled': 'The service enabled a disabled webhook because its endpoint responds again.',
}

/** Test events, which are not stored and therefore not in `emits`. */
export const webhookTestEvents = {
  'webhook.test': 'A user tested a webhook, or the service probed a disabled one. Sent only to that webhook.',
}
