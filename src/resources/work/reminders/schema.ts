import * as s from '../../../core/schema.ts'

export const reminderStatuses = s.namedEnum('ReminderStatus', ['pending', 'sent', 'lapsed'])
export const reminderRecipients = s.namedEnum('ReminderFor', ['me', 'assignee'])

export const DEFAULT_REMINDER_TIME = '09:00'

const days = s.int({ minimum: 0, maximum: 365, description: 'Days before the due date; 0 for the due date itself.' })
const time = s.timeOfDay(
  `Local time (\`HH:MM\`); by default ${DEFAULT_REMINDER_TIME}. At a daylight saving change, a time that occurs twice means the ` +
    'first; a skipped time is shifted forward by the change (02:30 becomes 03:30).',
)
const time_zone = s.timeZone(
  'IANA time zone, for example `Europe/Berlin`; by default the one in your preferences, else UTC.',
)
const note = s.text({ max: 500, visible: true, description: 'Note shown with the reminder.' })
const at = s.dateTime({ description: 'Time of the reminder with a UTC offset; must be in the future.' })

const aim = s.stringEnum(reminderRecipients, {
  description:
    'Recipient: `me` (visible only to you, the default) or `assignee` (the assignee at the time of the reminder; visible ' +
    'to everyone who can read the task, and requires permission to edit it).',
})

export const reminderCreateSchema = s.object(
  s.optionalNullables({
    at,
    before_due: s.object(
      { days, ...s.optionalNullables({ time, time_zone }) },
      { title: 'BeforeDue', description: 'Time relative to the due date; follows its changes.' },
    ),
    for: aim,
    note,
  }),
  { title: 'ReminderCreate' },
)

export const reminderUpdateSchema = s.partialUpdate(
  {
    at,
    before_due: s.partialUpdate({ days, time, time_zone }, { title: 'BeforeDueUpdate' }),
    note,
  },
  { title: 'ReminderUpdate', clears: ['note'] },
)

export const reminderSchema = s.object(
  {
    reminder_id: s.text({ description: 'ID of the reminder.' }),
    org_id: s.text({ description: 'ID of the organization.' }),
    task_id: s.text({ description: 'ID of the task.' }),
    task_title: s.text({ description: 'Title of the task.' }),
    for: s.stringEnum(reminderRecipients, {
      description: 'Recipient: the creator (`me`) or the assignee of the task.',
    }),
    at: s.nullable(s.dateTime({ description: 'Absolute time; null for a reminder relative to the due date.' })),
    before_due: s.nullable(
      s.object(
        {
          days: s.int({ description: 'Days before the due date.' }),
          time: s.text({ description: 'Local time (`HH:MM`).' }),
          time_zone: s.text({ description: 'IANA time zone.' }),
        },
        { title: 'ReminderBeforeDue', description: 'Time relative to the due date; null for an absolute time.' },
      ),
    ),
    note: s.nullable(s.text({ description: 'Text sent with the reminder.' })),
    status: s.stringEnum(reminderStatuses, {
      description:
        '`pending`, `sent` or `lapsed`. A reminder lapses if, when due, the task is completed, archived or deleted, the ' +
        'recipient cannot read it or there is no assignee, or if its time was moved more than 24 hours into the past.',
    }),
    fires_at: s.nullable(
      s.dateTime({ description: 'Time at which it is or was due; null while the task has no due date.' }),
    ),
    ended_at: s.nullable(s.dateTime({ description: 'Time at which it was sent or lapsed.' })),
    due_date: s.nullable(s.date({ description: 'Due date of the task (YYYY-MM-DD).' })),
    created_by: s.text({ description: 'Username of the creator.' }),
    created_at: s.dateTime({ description: 'Time of creation.' }),
    updated_at: s.dateTime({ description: 'Time of the last update.' }),
    version: s.versionField,
  },
  { title: 'Reminder' },
)
