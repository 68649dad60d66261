import * as s from '../../../core/schema.ts'

export const reminderStatuses = s.namedEnum('ReminderStatus', ['pending', 'sent', 'lapsed'])
export const reminderRecipients = s.namedEnum('ReminderFor', ['me', 'assignee'])

export const DEFAULT_REMINDER_TIME = '09:00'

const days = s.intBetween(0, 365, 'Days before the due date; 0 for the due date itself.')
const time = s.timeOfDay(
  `Local time (\`HH:MM\`); by default ${DEFAULT_REMINDER_TIME}. At a daylight saving change, a time that occurs twice means the ` +
    'first; a skipped time is shifted forward by the change (02:30 becomes 03:30).',
)
const time_zone = s.timeZone(
  'IANA time zone, for example `Europe/Berlin`; by default the one in your preferences, else UTC.',
)
const note = s.text({ max: 500, visible: true, description: 'Note shown with the reminder.' })
const at = s.dateTime('Time of the reminder with a UTC offset; must be in the future.')

const recipient = s.stringEnum(reminderRecipients, {
  description:
    'Recipient: `me` (visible only to you, the default) or `assignee` (the assignee at the time of the reminder; visible ' +
    'to everyone who can read the task, and requires permission to edit it).',
})

export const reminderCreateSchema = s.namedObject(
  'ReminderCreate',
  s.optionalNullables({
    at,
    before_due: s.namedObject(
      'BeforeDue',
      { days, ...s.optionalNullables({ time, time_zone }) },
      { description: 'Time relative to the due date; follows its changes.' },
    ),
    for: recipient,
    note,
  }),
)

export const reminderUpdateSchema = s.partialUpdate('ReminderUpdate', ['note'], {
  at,
  before_due: s.partialUpdate('BeforeDueUpdate', [], { days, time, time_zone }),
  note,
})

export const reminderSchema = s.namedObject('Reminder', {
  reminder_id: s.text('ID of the reminder.'),
  org_id: s.text('ID of the organization.'),
  task_id: s.text('ID of the task.'),
  task_title: s.text('Title of the task.'),
  for: s.stringEnum(reminderRecipients, 'Recipient: the creator (`me`) or the assignee of the task.'),
  at: s.nullable(s.dateTime('Absolute time; null for a reminder relative to the due date.')),
  before_due: s.nullable(
    s.namedObject(
      'ReminderBeforeDue',
      {
        days: s.int('Days before the due date.'),
        time: s.text('Local time (`HH:MM`).'),
        time_zone: s.text('IANA time zone.'),
      },
      { description: 'Time relative to the due date; null for an absolute time.' },
    ),
  ),
  note: s.nullable(s.text('Text sent with the reminder.')),
  status: s.stringEnum(reminderStatuses, {
    description:
      '`pending`, `sent` or `lapsed`. A reminder lapses if, when due, the task is completed, archived or deleted, the ' +
      'recipient cannot read it or there is no assignee, or if its time was moved more than 24 hours into the past.',
  }),
  fires_at: s.nullable(s.dateTime('Time at which it is or was due; null while the task has no due date.')),
  ended_at: s.nullable(s.dateTime('Time at which it was sent or lapsed.')),
  due_date: s.nullable(s.date('Due date of the task (YYYY-MM-DD).')),
  created_by: s.text('Username of the creator.'),
  created_at: s.dateTime('Time of creation.'),
  updated_at: s.dateTime('Time of the last update.'),
  version: s.versionField,
})
