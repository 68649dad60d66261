import {
  date,
  dateTime,
  int,
  nullable,
  nullables,
  object,
  oneOf,
  optional,
  partial,
  text,
  timeOfDay,
  timeZone,
  version,
  words,
} from '../../kernel/schema.ts'

export const reminderStatuses = words('ReminderStatus', ['pending', 'sent', 'lapsed'])
export const reminderAims = words('ReminderFor', ['me', 'assignee'])

/** The time of day of a reminder that says none. */
export const usualTime = '09:00'

const days = int({ minimum: 0, maximum: 365, description: 'So many days before; 0 for the day itself.' })
const time = timeOfDay(
  `The time of day, \`HH:MM\`; ${usualTime} when left out. A time that the clocks show twice is the first of the two; ` +
    'one that they leave out is as much later as they are put forward (02:30 is then 03:30).',
)
const time_zone = timeZone(
  'A name of the time zone database, such as `Europe/Berlin`. Left out it is that of your preferences, and UTC ' +
    'without one.',
)
const note = text({
  max: 500,
  visible: true,
  description: 'Something to be reminded of; shown with the reminder.',
})
const at = dateTime({ description: 'This moment, with its offset. It lies in the future.' })

const aim = oneOf(reminderAims, {
  description:
    '`me`, which only you see, or `assignee`: whoever is the assignee when it is due. That one needs the right to ' +
    'change the task, and everybody who reads the task sees it.',
})

export const reminderCreate = object(
  nullables({
    at,
    before_due: object(
      { days, ...nullables({ time, time_zone }) },
      { title: 'BeforeDue', description: 'Some days before the task is due. It moves with the due date.' },
    ),
    for: aim,
    note,
  }),
  { title: 'ReminderCreate' },
)

export const reminderUpdate = partial(
  {
    at,
    before_due: partial({ days, time, time_zone }, { title: 'BeforeDueUpdate' }),
    note,
  },
  { title: 'ReminderUpdate', clears: ['note'] },
)

export const reminder = object(
  {
    reminder_id: text(),
    org_id: text(),
    task_id: text(),
    task_title: text(),
    for: oneOf(reminderAims),
    at: nullable(dateTime({ description: 'The moment it was set to; null for one before the due date.' })),
    before_due: nullable(
      object(
        { days: int(), time: text(), time_zone: text() },
        { title: 'ReminderBeforeDue', description: 'Null for one at a moment.' },
      ),
    ),
    note: nullable(text()),
    status: oneOf(reminderStatuses, {
      description:
        '`pending`; `sent`; or `lapsed`: when it was due nobody was to be reminded, since the task was completed, archived ' +
        'or deleted, could not be read any more, or had no assignee, or its moment was moved over a day into the past.',
    }),
    fires_at: nullable(
      dateTime({
        description: 'When it is due, or was when it ended. Null as long as the task has no due date.',
      }),
    ),
    ended_at: nullable(dateTime({ description: 'When it was sent or lapsed.' })),
    due_date: nullable(date({ description: "The task's due date." })),
    created_by: text(),
    created_at: dateTime(),
    updated_at: dateTime(),
    version,
  },
  { title: 'Reminder' },
)

export const reminderParams = object({ reminder_id: text({ description: 'The reminder.' }) })
/** The organization of a list of one's own. */
export const ownReminders = object({
  org_id: optional(text({ description: 'The organization. May be left out when you use an access token.' })),
})
