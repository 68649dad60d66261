import * as s from '../../../core/schema.ts'

export const webhookParams = { subscription_id: 'Webhook ID.' }

const webhookStatuses = s.namedEnum('WebhookStatus', ['active', 'paused', 'disabled'])
export const webhookDisabledReasons = ['consecutive_failures', 'gone', 'owner_gone'] as const
export type DisabledReason = (typeof webhookDisabledReasons)[number]

const name = s.nonBlankText(100, 'Display name. Not necessarily unique.')
const url = s.text({
  min: 8,
  max: 2048,
  description: 'URL that receives the events: https, no credentials, and no private or local address.',
})
const events = s.array(s.text({ min: 1, max: 100 }), {
  minItems: 1,
  maxItems: 200,
  description: 'Event types, such as `task.updated`, or wildcards, such as `task.*`.',
})
const projectIds = s.array(s.text({ min: 1 }), {
  maxItems: 1000,
  description: 'Sends only events in these projects. Empty or null: the whole organization.',
})

export const webhookCreateSchema = s.namedObject('WebhookCreate', {
  org_id: s.orgIdField,
  name,
  url,
  events,
  project_ids: s.optionalNullable(projectIds),
})
export type WebhookCreate = s.Static<typeof webhookCreateSchema>

export const webhookUpdateSchema = s.partialUpdate('WebhookUpdate', ['project_ids'], {
  name,
  url,
  events,
  project_ids: projectIds,
  status: s.stringEnum(s.namedEnum('WebhookSwitch', ['active', 'paused']), {
    description: '`paused` stops deliveries. `active` resumes a paused webhook and enables a disabled one.',
  }),
})
export type WebhookUpdate = s.Static<typeof webhookUpdateSchema>

const webhookProperties = {
  subscription_id: s.text('Webhook ID (`WH…`).'),
  org_id: s.text('ID of the organization.'),
  name: s.text('Display name.'),
  url: s.text('URL that receives the events. The path is hidden from callers that cannot change webhooks.'),
  api_version: s.text('API version of the payloads (YYYY-MM-DD).'),
  events: s.array(s.text(), 'Subscribed event types and wildcards.'),
  project_ids: s.nullable(
    s.array(
      s.text(),
      'IDs of the projects whose events are sent, as far as you can read them; null for the whole organization.',
    ),
  ),
  secret_prefix: s.text('First characters of the secret.'),
  key_version: s.int('Number of the server key that encrypts the secret.'),
  status: s.stringEnum(webhookStatuses, {
    description: '`active`, `paused` by a user, or `disabled` by the service (see `disabled_reason`).',
  }),
  disabled_reason: s.nullable(
    s.text(
      '`consecutive_failures`, `gone` (the endpoint returned 410), or `owner_gone` (the owner left the organization or ' +
        'lost the right to manage webhooks); null unless disabled.',
    ),
  ),
  consecutive_failures: s.int(
    'Number of failed deliveries since the last success. After 10, the webhook is disabled once the endpoint has ' +
      'failed for as long as a delivery is retried. One that has never accepted a delivery is disabled without that wait.',
  ),
  last_delivery_status: s.nullable(s.text('Result of the last attempt to the present URL: `succeeded` or `failed`.')),
  last_delivery_at: s.nullable(s.dateTime('Time of the last attempt to the present URL.')),
  last_success_at: s.nullable(s.dateTime('Time of the last successful delivery to the present URL.')),
  secret_rotated_at: s.nullable(s.dateTime('Time of the last rotation of the secret.')),
  previous_secret_expires_at: s.nullable(
    s.dateTime('Until this time, deliveries are also signed with the previous secret.'),
  ),
  created_by: s.nullable(s.text('Username of the creator.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  version: s.versionField,
}

export const webhookSchema = s.namedObject('Webhook', webhookProperties)

export const webhookCreatedSchema = s.namedObject('WebhookCreated', {
  ...webhookProperties,
  secret: s.text('Secret that signs the deliveries (`whsec_…`). Only this response contains it.'),
})

export const webhookEventTypeSchema = s.namedObject('WebhookEventType', {
  type: s.text('Event type, or `<resource>.*` for all event types of a resource.'),
  resource: s.text('Resource of the event, such as `task`.'),
  description: s.text('Description of the event.'),
  wildcard: s.bool('True for `<resource>.*`.'),
})
