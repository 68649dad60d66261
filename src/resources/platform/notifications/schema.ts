import * as s from '../../../core/schema.ts'
import { notificationKinds, kindDefinitions } from './kinds.ts'
import { notificationSubjects } from './rows.ts'

export const kindDescriptions = notificationKinds
  .map((kind) => `* \`${kind}\`: ${kindDefinitions[kind].description}`)
  .join('\n')

const kind = s.stringEnum(notificationKinds, {
  description: 'Most important kind among the causes. See `GET /v1/notifications` for the meaning of each.',
})

const cause = s.namedObject('NotificationCause', {
  kind: s.stringEnum(notificationKinds, 'Kind of this cause.'),
  actor_user_id: s.nullable(s.uuid('User who caused it; null for the service itself.')),
  actor_username: s.nullable(s.text('Username of that user.')),
  at: s.dateTime('Time of the cause.'),
  part_id: s.nullable(
    s.text(
      'ID of the comment, or of the reminder, which `GET /v1/reminders/{reminder_id}` returns with its note; ' +
        'otherwise null.',
    ),
  ),
  event_id: s.nullable(s.text('ID of the event that caused it; null for due dates.')),
})

export const notificationSchema = s.namedObject('Notification', {
  notification_id: s.text('Notification ID (`N…`).'),
  org_id: s.text('ID of the organization.'),
  kind,
  resource_type: s.stringEnum(notificationSubjects, 'Type of the resource that the notification is about.'),
  resource_id: s.text('ID of that resource.'),
  task_key: s.nullable(s.text('Current key of the task, such as `QUAY-12`; null for other resources.')),
  project_id: s.nullable(s.text('Project that the resource is in now.')),
  team_id: s.nullable(s.text('Team that the resource belongs to now.')),
  title: s.nullable(s.text('Title of the resource at the time of the notification.')),
  causes: s.array(cause, {
    description:
      'Causes, oldest first. Causes of one task within 5 minutes are grouped into one notification while it is unread. ' +
      'At most 20 are stored: the first one, then the most important and most recent of the others.',
  }),
  cause_count: s.int('Total number of causes.'),
  read: s.bool('True if it is marked as read.'),
  read_at: s.nullable(s.dateTime('Time at which it was marked as read.')),
  done: s.bool('True if it is marked as done. The list omits it unless `filter[done]` is set.'),
  done_at: s.nullable(s.dateTime('Time at which it was marked as done.')),
  created_at: s.dateTime('Time of creation.'),
  updated_at: s.dateTime('Time of the latest cause.'),
  version: s.versionField,
})

export const notificationPageExample = {
  data: [
    {
      notification_id: 'NDC01MC1PJ4D7E2KA',
      org_id: '01919b3c-0000-7000-8000-000000000001',
      kind: 'mentioned',
      resource_type: 'task',
      resource_id: 'TDC01MC1P87K0HJR8',
      task_key: 'QUAY-12',
      project_id: 'PDC01MC1P9ZK3QW2M',
      team_id: null,
      title: 'Grease the crane',
      causes: [
        {
          kind: 'mentioned',
          actor_user_id: '01919b3c-0000-7000-8000-00000000ada1',
          actor_username: 'ada',
          at: '2026-11-20T09:30:00.000Z',
          part_id: 'CDC01MC1P5F8G2RX',
          event_id: 'EVDC01MC1PH2Q9XW5',
        },
      ],
      cause_count: 1,
      read: false,
      read_at: null,
      done: false,
      done_at: null,
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
      version: 1,
    },
  ],
  next_cursor: null,
}

export const notificationUpdateSchema = s.partialUpdate('NotificationUpdate', [], {
  read: s.bool('`false` marks it as unread and not done.'),
  done: s.bool('`true` also marks it as read.'),
})

export const unreadCountSchema = s.namedObject('UnreadCount', {
  unread: s.int('Number of unread notifications, at most 1,000.'),
  more: s.bool('True if there are more than 1,000; only the newest are counted.'),
  by_kind: s.array(
    s.namedObject('UnreadOfKind', {
      kind: s.stringEnum(notificationKinds, 'Kind of notification.'),
      unread: s.int('Number of unread notifications of this kind.'),
    }),
    {
      description: 'The number by kind, without kinds that have no unread ones.',
    },
  ),
})

export const readUpToSchema = s.namedObject('ReadUpTo', {
  until: s.dateTime(
    'Marks notifications with `updated_at` up to this time. Send the value of the newest one that you displayed.',
  ),
  org_id: s.optionalNullable(s.text({ min: 1, description: 'Limits the update to this organization.' })),
  project_id: s.optionalNullable(s.text('Limits the update to this project.')),
  kind: s.optionalNullable(s.stringEnum(notificationKinds, 'Limits the update to this kind.')),
})

export const markedReadSchema = s.namedObject('MarkedRead', {
  count: s.int('Number of notifications that this request marked as read, at most 10,000.'),
  more: s.bool('True if there may be more. Repeat the request with a new Idempotency-Key.'),
})
