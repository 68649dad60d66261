import * as s from '../../../core/schema.ts'

export const deliveryParams = { subscription_id: 'Webhook ID.', delivery_id: 'Delivery ID.' }

const deliveryStatuses = s.namedEnum('WebhookDeliveryStatus', ['pending', 'in_flight', 'succeeded', 'failed', 'dead'])

export const deliveryQuerySchema = s.object({
  status: s.optional(s.stringEnum(deliveryStatuses, 'Returns only deliveries with this status.')),
})

const summaryProperties = {
  delivery_id: s.text('Delivery ID (`WD…`).'),
  subscription_id: s.text('ID of the webhook.'),
  org_id: s.text('ID of the organization.'),
  event_id: s.nullable(s.text('ID of the event (`EV…`); null for a test.')),
  event_type: s.text('Event type, such as `task.updated`.'),
  status: s.stringEnum(deliveryStatuses, {
    description:
      '`pending`: not attempted yet. `in_flight`: being sent. `succeeded`: the endpoint returned 2xx. `failed`: the last ' +
      'attempt failed and the next one is at `next_attempt_at` (tests are not retried). `dead`: no more attempts.',
  }),
  attempt: s.int('Number of attempts so far.'),
  max_attempts: s.int('Maximum number of attempts, set when the delivery is queued.'),
  next_attempt_at: s.nullable(s.dateTime('Time of the next attempt; null when there is none.')),
  response_status: s.nullable(s.int('HTTP status of the last response; null without a response.')),
  response_ms: s.nullable(s.int('Duration of the last attempt in milliseconds; null without a response.')),
  error: s.nullable(
    s.text('Reason why the last attempt failed, such as `connection failed`; null when the status says it.'),
  ),
  resolved_ip: s.nullable(s.text('IP address that responded to the last attempt; null without a response.')),
  replay_of: s.nullable(s.text('ID of the delivery that this one replays.')),
  created_at: s.nullable(s.dateTime('Time at which the delivery was queued.')),
  finished_at: s.nullable(s.dateTime('Time at which it succeeded or was given up; otherwise null.')),
}

export const deliverySummarySchema = s.namedObject('WebhookDeliverySummary', summaryProperties)

const attemptSchema = s.object({
  attempt: s.int('Number of the attempt, from 1.'),
  at: s.dateTime('Time at which the attempt started.'),
  status: s.nullable(s.int('HTTP status; null without a response.')),
  ms: s.nullable(s.int('Duration in milliseconds; null without a response.')),
  outcome: s.text('`succeeded`, `failed`, `gone` (status 410) or `rate_limited` (status 429).'),
  error: s.nullable(s.text('Reason for the failure; null when the status says it.')),
  resolved_ip: s.nullable(s.text('IP address that responded; null without a response.')),
  next_attempt_at: s.nullable(s.dateTime('Time of the following attempt; null when there is none.')),
})

export const deliverySchema = s.namedObject('WebhookDelivery', {
  ...summaryProperties,
  payload: s.freeForm('Request body as sent. `before` and `after` are null if you cannot read the change.'),
  request_headers: s.freeForm('Request headers of the last attempt, with masked signatures.'),
  response_excerpt: s.nullable(
    s.text('Start of the last response body, at most 512 characters, with secrets removed.'),
  ),
  attempt_log: s.array(attemptSchema, 'All attempts, oldest first.'),
})
