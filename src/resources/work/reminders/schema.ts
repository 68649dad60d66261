import {
  date,
  dateTime,
  int,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  partialUpdate,
  text,
  timeOfDay,
  timeZone,
  versionField,
  namedEnum,
} from '../../../core/schema.ts'

export const reminderStatuses = namedEnum('ReminderStatus', ['pending', 'sent', 'lapsed'])
export const reminderRecipients = namedEnum('ReminderFor', ['me', 'assignee'])

export const DEFAULT_REMINDER_TIME = '09:00'

const days = int({
  minimum: 0,
  maximum: 365,
  description: 'Days before the due date; 0 for the due date itself.',
})
const time = timeOfDay(
  `Local time (\`HH:MM\`); by default ${DEFAULT_REMINDER_TIME}. At a daylight saving change, a time that occurs twice means the ` +
    'first; a skipped time is shifted forward by the change (02:30 becomes 03:30).',
)
const time_zone = timeZone(
  'IANA time zone, for example `Europe/Berlin`; by default the one in your preferences, else UTC.',
)
const note = text({
  max: 500,
  visible: true,
  description: 'Note shown with the reminder.',
})
const at = dateTime({ description: 'Time of the reminder with a UTC offset; must be in the future.' })

const aim = stringEnum(reminderRecipients, {
  description:
    'Recipient: `me` (visible only to you, the default) or `assignee` (the assignee at the time of the reminder; visible ' +
    'to everyone who can read the task, and requires permission to edit it).',
})

export const reminderCreateSchema = object(
  optionalNullables({
    at,
    before_due: object(
      { days, ...optionalNullables({ time, time_zone }) },
      { title: 'BeforeDue', description: 'Time relative to the due date; follows its changes.' },
    ),
    for: aim,
    note,
  }),
  { title: 'ReminderCreate' },
)

export const reminderUpdateSchema = partialUpdate(
  {
    at,
    before_due: partialUpdate({ days, time, time_zone }, { title: 'BeforeDueUpdate' }),
    note,
  },
  { title: 'ReminderUpdate', clears: ['note'] },
)

export const reminderSchema = object(
  {
    reminder_id: text({ description: 'ID of the reminder.' }),
    org_id: text({ description: 'ID of the organization.' }),
    task_id: text({ description: 'ID of the task.' }),
    task_title: text({ description: 'Title of the task.' }),
    for: stringEnum(reminderRecipients, {
      description: 'Recipient: the creator (`me`) or the assignee of the task.',
    }),
    at: nullable(dateTime({ description: 'Absolute time; null for a reminder relative to the due date.' })),
    before_due: nullable(
      object(
        {
          days: int({ description: 'Days before the due date.' }),
          time: text({ description: 'Local time (`HH:MM`).' }),
          time_zone: text({ description: 'IANA time zone.' }),
        },
        {
          title: 'ReminderBeforeDue',
          description: 'Time relative to the due date; null for an absolute time.',
        },
      ),
    ),
    note: nullable(text({ description: 'Note.' })),
    status: stringEnum(reminderStatuses, {
      description:
        '`pending`, `sent` or `lapsed`. A reminder lapses if, when due, the task is completed, archived or deleted, the ' +
        'recipient cannot read it or there is no assignee, or if its time was moved more than 24 hours into the past.',
    }),
    fires_at: nullable(
      dateTime({
        description: 'Time at which it is or was due; null while the task has no due date.',
      }),
    ),
    ended_at: nullable(dateTime({ description: 'Time at which it was sent or lapsed.' })),
    due_date: nullable(date({ description: 'Due date of the task (YYYY-MM-DD).' })),
    created_by: text({ description: 'Username of the creator.' }),
    created_at: dateTime({ description: 'Time of creation.' }),
    updated_at: dateTime({ description: 'Time of the last update.' }),
    version: versionField,
  },
  { title: 'Reminder' },
)
