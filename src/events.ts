import type { EventWords } from './kernel/events.ts'
import { grantCreated } from './oauth/deciding.ts'
import { sessionStarted } from './oauth/sessions.ts'
import { operations } from './operations.ts'
import { reminderDue } from './resources/reminders/firing.ts'
import { webhookSwitched } from './resources/webhooks/delivery/record.ts'
import { webhookTested } from './resources/webhooks/testing.ts'

/** Descriptions of all event types: those that operations emit and those that the service emits itself. */
export const eventWords: EventWords = Object.assign(
  {},
  ...operations.map((op) => op.emits),
  webhookSwitched,
  webhookTested,
  grantCreated,
  sessionStarted,
  reminderDue,
)
