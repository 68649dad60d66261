import {
  bool,
  dateTime,
  int,
  list,
  namedOrgId,
  nullable,
  object,
  oneOf,
  optional,
  partial,
  text,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'

export const webhookParams = object({ subscription_id: text({ description: 'The webhook.' }) })

export const webhookStatuses = words('WebhookStatus', ['active', 'paused', 'disabled'])
export const disabledReasons = ['consecutive_failures', 'gone', 'owner_gone'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const name = text({ min: 1, max: 100, visible: true, description: 'Display name; need not be unique.' })
const url = text({
  min: 8,
  max: 2048,
  description: 'Where events are sent: https, without credentials, and not an address inside a network.',
})
const events = list(text({ min: 1, max: 100 }), {
  minItems: 1,
  maxItems: 200,
  description: 'Event types, such as `task.updated`, and everything of a resource, such as `task.*`.',
})
const projectIds = list(text({ min: 1 }), {
  maxItems: 1000,
  description: 'Only what happens in these projects. Empty or null: in the whole organization.',
})

export const webhookCreate = object(
  {
    org_id: namedOrgId,
    name,
    url,
    events,
    project_ids: optional(nullable(projectIds)),
  },
  { title: 'WebhookCreate' },
)
export type WebhookCreate = Static<typeof webhookCreate>

export const webhookUpdate = partial(
  {
    name,
    url,
    events,
    project_ids: projectIds,
    status: oneOf(words('WebhookSwitch', ['active', 'paused']), {
      description: '`active` resumes a paused webhook, and enables a disabled one again.',
    }),
  },
  { title: 'WebhookUpdate', clears: ['project_ids'] },
)
export type WebhookUpdate = Static<typeof webhookUpdate>

const shown = {
  subscription_id: text(),
  org_id: text(),
  name: text(),
  url: text({
    description: 'As registered; its path is left out for a token that may not change webhooks.',
  }),
  api_version: text({ description: 'The date of the contract its payloads follow.' }),
  events: list(text()),
  project_ids: nullable(list(text(), { description: 'Null: the whole organization.' })),
  secret_prefix: text({ description: 'The first characters of the secret.' }),
  key_version: int({ description: 'Which key of the service the secret is encrypted with.' }),
  status: oneOf(webhookStatuses),
  disabled_reason: nullable(
    text({ description: '`consecutive_failures`, `gone` (answered 410) or `owner_gone`.' }),
  ),
  consecutive_failures: int({
    description:
      'Failed deliveries since the last success. From 10 on the webhook is disabled once the endpoint has failed ' +
      'for as long as a delivery is retried.',
  }),
  last_delivery_status: nullable(text({ description: 'Of the last attempt: `succeeded` or `failed`.' })),
  last_delivery_at: nullable(dateTime()),
  last_success_at: nullable(dateTime()),
  secret_rotated_at: nullable(dateTime()),
  previous_secret_expires_at: nullable(
    dateTime({ description: 'Until then deliveries carry a signature with the previous secret too.' }),
  ),
  created_by: nullable(text({ description: 'Username of who made it.' })),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  version,
}

export const webhookOut = object(shown, { title: 'Webhook' })

export const webhookCreated = object(
  { ...shown, secret: text({ description: 'Signs the deliveries. Shown this once.' }) },
  { title: 'WebhookCreated' },
)

export const webhookEventType = object(
  {
    type: text({ description: 'An event type, or `<resource>.*` for all of a resource.' }),
    resource: text(),
    description: text(),
    wildcard: bool(),
  },
  { title: 'WebhookEventType' },
)
