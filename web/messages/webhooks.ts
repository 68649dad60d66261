import type { WebhookDeliveryStatus } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber, plural } from './plural.ts'

export const webhookTexts = defineMessages('webhookTexts', {
  intro: 'A webhook sends events of this organization to an address of yours as they happen, signed with its secret.',
  create: 'New webhook',
  none: 'No webhooks yet.',
  back: 'All webhooks',
  edit: 'Edit…',
  test: 'Send a test',
  testing: 'Sending…',
  testFailed: 'Test failed',
  testSucceeded: 'Test delivered',
  pause: 'Pause',
  resume: 'Resume',
  paused: (name: string) => `${name} is paused`,
  resumed: (name: string) => `${name} is active`,
  rotate: 'Replace the secret…',
  remove: 'Delete…',
  events: (count: number) => plural(count, { one: '# event type', other: '# event types' }),
  secret: 'secret',
  oldSecret: 'the previous secret is valid until',
  healthy: 'Healthy',
  failing: (count: number) =>
    count === 1 ? 'The last delivery failed' : `The last ${formatNumber(count)} deliveries failed`,
  idle: 'No events delivered yet',
  isPaused: 'Paused',
  lastDelivery: 'last delivery',
  unknownWebhook: 'This webhook does not exist, or was deleted.',
  createTitle: 'New webhook',
  createConfirm: 'Create webhook',
  editTitle: 'Edit webhook',
  save: 'Save',
  name: 'Name',
  url: 'Address',
  urlHint: 'https, and reachable from the server',
  chosen: (count: number) => (count === 0 ? 'Events' : `Events (${formatNumber(count)} chosen)`),
  findEvent: 'Find an event',
  resourceChosen: (count: number) => `${formatNumber(count)} chosen`,
  resourceAll: 'all',
  secretTitle: (name: string) => `Secret of “${name}”`,
  secretLabel: 'Secret',
  secretHint: 'Copy it now: it is not shown again. The receiver checks the signatures of deliveries with it.',
  rotateTitle: (name: string) => `Replace the secret of “${name}”?`,
  rotateTexts: [
    'A new secret is created and shown once.',
    'For 24 hours, deliveries are signed with both, so that the receiver can switch without a gap.',
    'A second replacement within that time invalidates the current secret immediately.',
  ],
  rotateConfirm: 'Create new secret',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeTexts: ['No more events are sent to it, and queued deliveries are dropped.', 'This cannot be undone.'],
  removeConfirm: 'Delete',
})

/** Reasons for which the service disables a webhook. */
export const disabledReasonTexts = defineMessages<Record<string, string>>('disabledReasonTexts', {
  consecutive_failures: 'Disabled after too many failures',
  gone: 'Disabled: the endpoint returned 410 Gone',
  owner_gone: 'Disabled: its owner left or is no longer allowed to manage webhooks',
})

export const deliveryTexts = defineMessages('deliveryTexts', {
  title: 'Deliveries',
  all: 'All',
  filter: 'Status',
  none: 'No deliveries in the log.',
  noneMatch: 'No deliveries with this status.',
  refresh: 'Refresh',
  isTest: 'Test',
  isReplay: 'Replay',
  attempts: (attempt: number, max: number) =>
    attempt === 0 ? 'not sent' : `attempt ${formatNumber(attempt)} of ${formatNumber(max)}`,
  next: 'next attempt',
  response: 'Response',
  noResponse: 'no response',
  emptyResponse: 'No response body to show.',
  attemptsTitle: 'Attempts',
  headers: 'Request headers',
  payload: 'Payload',
  copyPayload: 'Copy payload',
  copied: 'Payload copied',
  replay: 'Replay',
  replayed: 'Queued again as a new delivery',
  milliseconds: (ms: number) => `${formatNumber(ms)} ms`,
})

export const deliveryStatusNames = defineMessages<Record<WebhookDeliveryStatus, string>>('deliveryStatusNames', {
  pending: 'Waiting',
  in_flight: 'Sending',
  succeeded: 'Delivered',
  failed: 'Failed',
  dead: 'Given up',
})
