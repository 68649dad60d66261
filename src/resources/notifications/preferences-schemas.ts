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

const page = bool({ description: 'Whether it is in the list of notifications.' })
const mail = oneOf(mailTimes, { description: '`now`, `daily` with all others of the day, or `never`.' })

/** An object with a property for each kind, all of one schema but for what it says. */
const ofKinds = (schemaOf: (description: string) => TSchema, title: string): TSchema =>
  object(Object.fromEntries(kinds.map((kind) => [kind, schemaOf(kindsSaid[kind].says)])), { title })

const zone = timeZone('A name of the time zone database, such as `Europe/Berlin`.')
const digestHour = int({
  minimum: 0,
  maximum: 23,
  description: 'The hour of the day, in your time zone, at which the daily mail goes out.',
})
const quietHours = object(
  { from: timeOfDay('`HH:MM`'), to: timeOfDay('`HH:MM`, of the next day when it is earlier.') },
  {
    title: 'QuietHours',
    description: 'Between these times, in your time zone, no mail is sent at once: it goes out at their end.',
  },
)

export const preferences = object(
  {
    time_zone: zone,
    digest_hour: digestHour,
    quiet_hours: nullable(quietHours),
    notifications: ofKinds(
      (description) => object({ page, mail }, { title: 'NotificationWay', description }),
      'NotificationWays',
    ),
    sends_mail: bool({
      description:
        'Whether this server sends mail. While it does not, what is said of mail waits for when it does.',
    }),
    version,
  },
  { title: 'Preferences' },
)

/** What a request wants of how somebody is told of kinds. */
export type WaysUpdate = Partial<Record<Kind, { [K in keyof Way]?: Way[K] | null } | null>>

/** Of how one is told of a kind as much as is to change; null brings the default back. */
const wayUpdate = (description: string) =>
  optional(nullable(object(nullables({ page, mail }), { title: 'NotificationWayUpdate', description })))

export const preferencesUpdate = partial(
  {
    time_zone: zone,
    digest_hour: digestHour,
    quiet_hours: quietHours,
    notifications: ofKinds(wayUpdate, 'NotificationWaysUpdate') as TUnsafe<WaysUpdate>,
  },
  { title: 'PreferencesUpdate', clears: ['quiet_hours'] },
)
