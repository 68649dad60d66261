import type { EventDescriptions } from './kernel/events.ts'
import { grantCreatedEvent } from './oauth/deciding.ts'
import { sessionStartedEvent } from './oauth/sessions.ts'
import { operations } from './operations.ts'
import { reminderDueEvent } from './resources/reminders/firing.ts'
import { webhookStatusEvents } from './resources/webhooks/delivery/record.ts'
import { webhookTestEvents } from './resources/webhooks/testing.ts'

/** Descriptions of all event types: those that operations emit and those that the service emits itself. */
export const eventDescriptions: EventDescriptions = Object.assign(
  {},
  ...operations.map((op) => op.emits),
  webhookStatusEvents,
  webhookTestEvents,
  grantCreatedEvent,
  sessionStartedEvent,
  reminderDueEvent,
)
