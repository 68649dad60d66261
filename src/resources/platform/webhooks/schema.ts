import {
  bool,
  dateTime,
  int,
  list,
  orgIdField,
  nullable,
  object,
  stringEnum,
  optional,
  partialUpdate,
  text,
  versionField,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'

export const webhookParamsSchema = object({ subscription_id: text({ description: 'Webhook ID.' }) })

export const webhookStatuses = namedEnum('WebhookStatus', ['active', 'paused', 'disabled'])
export const webhookDisabledReasons = ['consecutive_failures', 'gone', 'owner_gone'] as const
export type DisabledReason = (typeof webhookDisabledReasons)[number]

const name = text({ min: 1, max: 100, visible: true, description: 'Display name. Not necessarily unique.' })
const url = text({
  min: 8,
  max: 2048,
  description: 'URL that receives the events: https, no credentials, and no private or local address.',
})
const events = list(text({ min: 1, max: 100 }), {
  minItems: 1,
  maxItems: 200,
  description: 'Event types, such as `task.updated`, or wildcards, such as `task.*`.',
})
const projectIds = list(text({ min: 1 }), {
  maxItems: 1000,
  description: 'Sends only events in these projects. Empty or null: the whole organization.',
})

export const webhookCreateSchema = object(
  {
    org_id: orgIdField,
    name,
    url,
    events,
    project_ids: optional(nullable(projectIds)),
  },
  { title: 'WebhookCreate' },
)
export type WebhookCreate = Static<typeof webhookCreateSchema>

export const webhookUpdateSchema = partialUpdate(
  {
    name,
    url,
    events,
    project_ids: projectIds,
    status: stringEnum(namedEnum('WebhookSwitch', ['active', 'paused']), {
      description: '`paused` stops deliveries. `active` resumes a paused webhook and enables a disabled one.',
    }),
  },
  { title: 'WebhookUpdate', clears: ['project_ids'] },
)
export type WebhookUpdate = Static<typeof webhookUpdateSchema>

const webhookProperties = {
  subscription_id: text({ description: 'Webhook ID (`WH…`).' }),
  org_id: text({ description: 'ID of the organization.' }),
  name: text({ description: 'Display name.' }),
  url: text({
    description: 'URL that receives the events. The path is hidden from callers that cannot change webhooks.',
  }),
  api_version: text({ description: 'API version of the payloads (YYYY-MM-DD).' }),
  events: list(text(), { description: 'Subscribed event types and wildcards.' }),
  project_ids: nullable(
    list(text(), {
      description: 'IDs of the projects whose events are sent; null for the whole organization.',
    }),
  ),
  secret_prefix: text({ description: 'First characters of the secret.' }),
  key_version: int({ description: 'Number of the server key that encrypts the secret.' }),
  status: stringEnum(webhookStatuses, {
    description: '`active`, `paused` by a user, or `disabled` by the service (see `disabled_reason`).',
  }),
  disabled_reason: nullable(
    text({
      description: '`consecutive_failures`, `gone` (the endpoint returned 410) or `owner_gone`; null unless disabled.',
    }),
  ),
  consecutive_failures: int({
    description:
      'Number of failed deliveries since the last success. After 10, the webhook is disabled once the endpoint has ' +
      'failed for as long as a delivery is retried.',
  }),
  last_delivery_status: nullable(text({ description: 'Result of the last attempt: `succeeded` or `failed`.' })),
  last_delivery_at: nullable(dateTime({ description: 'Time of the last attempt.' })),
  last_success_at: nullable(dateTime({ description: 'Time of the last successful delivery.' })),
  secret_rotated_at: nullable(dateTime({ description: 'Time of the last rotation of the secret.' })),
  previous_secret_expires_at: nullable(
    dateTime({ description: 'Until this time, deliveries are also signed with the previous secret.' }),
  ),
  created_by: nullable(text({ description: 'Username of the creator.' })),
  created_at: nullable(dateTime({ description: 'Time of creation.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
  version: versionField,
}

export const webhookSchema = object(webhookProperties, { title: 'Webhook' })

export const webhookCreatedSchema = object(
  {
    ...webhookProperties,
    secret: text({
      description: 'Secret that signs the deliveries (`whsec_…`). Only this response contains it.',
    }),
  },
  { title: 'WebhookCreated' },
)

export const webhookEventTypeSchema = object(
  {
    type: text({ description: 'Event type, or `<resource>.*` for all event types of a resource.' }),
    resource: text({ description: 'Resource of the event, such as `task`.' }),
    description: text({ description: 'Sentence that describes the event.' }),
    wildcard: bool({ description: 'True for `<resource>.*`.' }),
  },
  { title: 'WebhookEventType' },
)
