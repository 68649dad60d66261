import {
  dateTime,
  freeForm,
  int,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  words,
} from '../../kernel/schema.ts'

export const deliveryParams = object({
  subscription_id: text({ description: 'The webhook.' }),
  delivery_id: text({ description: 'The delivery.' }),
})

export const deliveryStatuses = words('WebhookDeliveryStatus', [
  'pending',
  'in_flight',
  'succeeded',
  'failed',
  'dead',
])

export const deliveryQuery = object({
  status: optional(oneOf(deliveryStatuses, { description: 'Only deliveries of this status.' })),
})

const shown = {
  delivery_id: text(),
  subscription_id: text(),
  org_id: text(),
  event_id: nullable(text({ description: 'The change it tells of; null for a test.' })),
  event_type: text(),
  status: oneOf(deliveryStatuses, {
    description:
      '`pending`: not yet attempted. `in_flight`: being sent. `failed`: the last attempt failed; the next is at ' +
      '`next_attempt_at`, except of a test. `dead`: given up.',
  }),
  attempt: int({ description: 'How many attempts there were.' }),
  max_attempts: int(),
  next_attempt_at: nullable(dateTime()),
  response_status: nullable(int({ description: 'What the endpoint answered last.' })),
  response_ms: nullable(int()),
  error: nullable(text({ description: 'Why there was no answer, in coarse words.' })),
  resolved_ip: nullable(text({ description: 'The address it was sent to.' })),
  replay_of: nullable(text({ description: 'The delivery that this one repeats.' })),
  created_at: nullable(dateTime()),
  finished_at: nullable(dateTime()),
}

export const deliveryOut = object(shown, { title: 'WebhookDeliverySummary' })

const attemptEntry = object({
  attempt: int(),
  at: dateTime(),
  status: nullable(int()),
  ms: nullable(int()),
  outcome: text({
    description: '`succeeded`, `failed`, `gone` (answered 410) or `rate_limited` (answered 429).',
  }),
  error: nullable(text()),
  resolved_ip: nullable(text()),
  next_attempt_at: nullable(dateTime()),
})

export const deliveryDetail = object(
  {
    ...shown,
    payload: freeForm({ description: 'The body as sent. What you may not know yourself is left out.' }),
    request_headers: freeForm({ description: 'Of the last attempt, the signature masked.' }),
    response_excerpt: nullable(
      text({ description: 'The beginning of the last answer, 512 characters at most, secrets removed.' }),
    ),
    attempt_log: list(attemptEntry),
  },
  { title: 'WebhookDelivery' },
)
