import type { EventDescriptions } from './core/change-event.ts'
import { grantCreatedEvent } from './oauth/consent/decide.ts'
import { sessionStartedEvent } from './oauth/sign-in/sessions.ts'
import { operations } from './operations.ts'
import { reminderDueEvent } from './resources/work/reminders/jobs.ts'
import { webhookStatusEvents, webhookTestEvents } from './resources/platform/webhooks/system-events.ts'

export const eventDescriptions: EventDescriptions = Object.assign(
  {},
  ...operations.map((op) => op.emits),
  webhookStatusEvents,
  webhookTestEvents,
  grantCreatedEvent,
  sessionStartedEvent,
  reminderDueEvent,
)
