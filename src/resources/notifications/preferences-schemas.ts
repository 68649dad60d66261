import {
  bool,
  int,
  nullable,
  nullables,
  object,
  oneOf,
  optional,
  partial,
  timeOfDay,
  timeZone,
  version,
  type TSchema,
  type TUnsafe,
} from '../../kernel/schema.ts'
import { kinds, kindsSaid, mailTimes, type Kind, type Way } from './kinds.ts'

const page = bool({ description: 'Show it in the list of notifications.' })
const mail = oneOf(mailTimes, {
  description: 'Send an email: `now`, `daily` together with others, or `never`.',
})

const buildKindsSchema = (buildSchema: (description: string) => TSchema, title: string): TSchema =>
  object(Object.fromEntries(kinds.map((kind) => [kind, buildSchema(kindsSaid[kind].description)])), { title })

const zone = timeZone('IANA time zone name, such as `Europe/Berlin`.')
const digestHour = int({
  minimum: 0,
  maximum: 23,
  description: 'Hour of the day in your time zone at which the daily email is sent (0 to 23).',
})
const quietHours = object(
  {
    from: timeOfDay('Start (`HH:MM`).'),
    to: timeOfDay('End (`HH:MM`); on the next day if earlier than `from`.'),
  },
  {
    title: 'QuietHours',
    description: 'Time range in your time zone in which immediate emails are delayed until its end.',
  },
)

export const preferences = object(
  {
    time_zone: zone,
    digest_hour: digestHour,
    quiet_hours: nullable(quietHours),
    notifications: buildKindsSchema(
      (description) => object({ page, mail }, { title: 'NotificationWay', description }),
      'NotificationWays',
    ),
    sends_mail: bool({
      description: 'True if this server sends email. Otherwise the email preferences have no effect yet.',
    }),
    version,
  },
  { title: 'Preferences' },
)

/** The requested change of channels, by kind. `null` restores the default. */
export type WaysUpdate = Partial<Record<Kind, { [K in keyof Way]?: Way[K] | null } | null>>

const wayUpdate = (description: string) =>
  optional(nullable(object(nullables({ page, mail }), { title: 'NotificationWayUpdate', description })))

export const preferencesUpdate = partial(
  {
    time_zone: zone,
    digest_hour: digestHour,
    quiet_hours: quietHours,
    notifications: buildKindsSchema(wayUpdate, 'NotificationWaysUpdate') as TUnsafe<WaysUpdate>,
  },
  { title: 'PreferencesUpdate', clears: ['quiet_hours'] },
)
