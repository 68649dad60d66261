import {
  dateTime,
  freeForm,
  int,
  list,
  nullable,
  object,
  stringEnum,
  optional,
  text,
  namedEnum,
} from '../../../core/schema.ts'

export const deliveryParamsSchema = object({
  subscription_id: text({ description: 'Webhook ID.' }),
  delivery_id: text({ description: 'Delivery ID.' }),
})

export const deliveryStatuses = namedEnum('WebhookDeliveryStatus', [
  'pending',
  'in_flight',
  'succeeded',
  'failed',
  'dead',
])

export const deliveryQuerySchema = object({
  status: optional(stringEnum(deliveryStatuses, { description: 'Returns only deliveries with this status.' })),
})

const summaryProperties = {
  delivery_id: text({ description: 'Delivery ID (`WD…`).' }),
  subscription_id: text({ description: 'ID of the webhook.' }),
  org_id: text({ description: 'ID of the organization.' }),
  event_id: nullable(text({ description: 'ID of the event (`EV…`); null for a test.' })),
  event_type: text({ description: 'Event type, such as `task.updated`.' }),
  status: stringEnum(deliveryStatuses, {
    description:
      '`pending`: not attempted yet. `in_flight`: being sent. `succeeded`: the endpoint returned 2xx. `failed`: the last ' +
      'attempt failed and the next one is at `next_attempt_at` (tests are not retried). `dead`: no more attempts.',
  }),
  attempt: int({ description: 'Number of attempts so far.' }),
  max_attempts: int({ description: 'Maximum number of attempts.' }),
  next_attempt_at: nullable(dateTime({ description: 'Time of the next attempt; null when there is none.' })),
  response_status: nullable(int({ description: 'HTTP status of the last response; null without a response.' })),
  response_ms: nullable(int({ description: 'Duration of the last attempt in milliseconds; null without a response.' })),
  error: nullable(
    text({
      description: 'Reason why the last attempt failed, such as `connection failed`; null when the status says it.',
    }),
  ),
  resolved_ip: nullable(text({ description: 'IP address that the last attempt connected to.' })),
  replay_of: nullable(text({ description: 'ID of the delivery that this one replays.' })),
  created_at: nullable(dateTime({ description: 'Time at which the delivery was queued.' })),
  finished_at: nullable(dateTime({ description: 'Time at which it succeeded or was given up; otherwise null.' })),
}

export const deliverySummarySchema = object(summaryProperties, { title: 'WebhookDeliverySummary' })

const attemptSchema = object({
  attempt: int({ description: 'Number of the attempt, from 1.' }),
  at: dateTime({ description: 'Time at which the attempt started.' }),
  status: nullable(int({ description: 'HTTP status; null without a response.' })),
  ms: nullable(int({ description: 'Duration in milliseconds; null without a response.' })),
  outcome: text({
    description: '`succeeded`, `failed`, `gone` (status 410) or `rate_limited` (status 429).',
  }),
  error: nullable(text({ description: 'Reason for the failure; null when the status says it.' })),
  resolved_ip: nullable(text({ description: 'IP address that the attempt connected to.' })),
  next_attempt_at: nullable(dateTime({ description: 'Time of the following attempt; null when there is none.' })),
})

export const deliverySchema = object(
  {
    ...summaryProperties,
    payload: freeForm({
      description: 'Request body as sent. `before` and `after` are null if you cannot read the change.',
    }),
    request_headers: freeForm({
      description: 'Request headers of the last attempt, with masked signatures.',
    }),
    response_excerpt: nullable(
      text({ description: 'Start of the last response body, at most 512 characters, with secrets removed.' }),
    ),
    attempt_log: list(attemptSchema, { description: 'All attempts, oldest first.' }),
  },
  { title: 'WebhookDelivery' },
)
