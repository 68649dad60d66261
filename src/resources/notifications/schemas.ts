import {
  bool,
  dateTime,
  int,
  list,
  nullable,
  object,
  oneOf,
  optional,
  partial,
  text,
  uuid,
  version,
} from '../../kernel/schema.ts'
import { kinds, kindsSaid } from './kinds.ts'
import { notifiedOf } from './rows.ts'

/** What each kind says, for the API pages. */
export const kindWords = kinds.map((kind) => `* \`${kind}\`: ${kindsSaid[kind].says}`).join('\n')

const kind = oneOf(kinds, {
  description: 'The weightiest among its causes; the list of notifications says what each means.',
})

const cause = object(
  {
    kind: oneOf(kinds),
    actor_user_id: nullable(uuid({ description: 'Who did it; null for what the service did by itself.' })),
    actor_username: nullable(text()),
    at: dateTime(),
    part_id: nullable(
      text({
        description:
          'The part of the thing that it is about: the comment, or the reminder, which `GET /v1/reminders/{reminder_id}` ' +
          'shows with its note.',
      }),
    ),
    event_id: nullable(
      text({ description: 'The event that it was made from; null for what the calendar says.' }),
    ),
  },
  { title: 'NotificationCause' },
)

export const notification = object(
  {
    notification_id: text(),
    org_id: text(),
    kind,
    resource_type: oneOf(notifiedOf, { description: 'What it is about.' }),
    resource_id: text(),
    project_id: nullable(text({ description: 'The project in which that lies now.' })),
    team_id: nullable(text({ description: 'The team in which that lies now.' })),
    title: nullable(text({ description: 'What that was called when you were told.' })),
    causes: list(cause, {
      description:
        'Why you are told, the oldest first: what happens to one thing within 5 minutes is one notification while you have ' +
        'not read it. Of many the first is named, and of the others the weightiest and latest.',
    }),
    cause_count: int({ description: 'How many causes there were.' }),
    read: bool(),
    read_at: nullable(dateTime()),
    done: bool({ description: 'Done with: no longer in the list, unless it is asked for.' }),
    done_at: nullable(dateTime()),
    created_at: dateTime(),
    updated_at: dateTime({ description: 'The time of the latest cause.' }),
    version,
  },
  { title: 'Notification' },
)

/** A page with one notification, as the document shows it. */
export const examplePage = {
  data: [
    {
      notification_id: 'NDC01MC1PJ4D7E2KA',
      org_id: '01919b3c-0000-7000-8000-000000000001',
      kind: 'mentioned',
      resource_type: 'task',
      resource_id: 'TDC01MC1P87K0HJR8',
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

export const notificationUpdate = partial(
  {
    read: bool({ description: 'False makes it unread again, and brings back what was done with.' }),
    done: bool({ description: 'What is done with is read too.' }),
  },
  { title: 'NotificationUpdate' },
)

export const unreadCount = object(
  {
    unread: int({ description: 'How many are unread; 1,000 when there are more.' }),
    more: bool({ description: 'Whether there are more than 1,000, of which the newest are counted.' }),
    by_kind: list(object({ kind: oneOf(kinds), unread: int() }, { title: 'UnreadOfKind' }), {
      description: 'The same number by kind, without kinds of which none is unread.',
    }),
  },
  { title: 'UnreadCount' },
)

export const readUpTo = object(
  {
    until: dateTime({
      description: 'Those whose `updated_at` is not later: send that of the newest one that was shown.',
    }),
    org_id: optional(nullable(text({ min: 1, description: 'Only those of this organization.' }))),
    project_id: optional(nullable(text({ description: 'Only those of this project.' }))),
    kind: optional(nullable(oneOf(kinds, { description: 'Only those of this kind.' }))),
  },
  { title: 'ReadUpTo' },
)

export const markedRead = object(
  {
    count: int({ description: 'How many were unread, and are read now: at most 10,000.' }),
    more: bool({
      description: 'Whether there may be more: send the request again, with another Idempotency-Key.',
    }),
  },
  { title: 'MarkedRead' },
)
