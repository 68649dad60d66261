import {
  bool,
  int,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  optional,
  partialUpdate,
  timeOfDay,
  timeZone,
  versionField,
  type TSchema,
  type TUnsafe,
} from '../../../core/schema.ts'
import { notificationKinds, kindDefinitions, emailTimings, type NotificationKind, type KindChannels } from './kinds.ts'

const page = bool({ description: 'Show it in the list of notifications.' })
const mail = stringEnum(emailTimings, {
  description: 'Send an email: `now`, `daily` together with others, or `never`.',
})

const buildKindsSchema = (buildSchema: (description: string) => TSchema, title: string): TSchema =>
  object(Object.fromEntries(notificationKinds.map((kind) => [kind, buildSchema(kindDefinitions[kind].description)])), {
    title,
  })

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

export const preferencesSchema = object(
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
    version: versionField,
  },
  { title: 'Preferences' },
)

export type ChannelsUpdate = Partial<
  Record<NotificationKind, { [K in keyof KindChannels]?: KindChannels[K] | null } | null>
>

const wayUpdate = (description: string) =>
  optional(nullable(object(optionalNullables({ page, mail }), { title: 'NotificationWayUpdate', description })))

export const preferencesUpdateSchema = partialUpdate(
  {
    time_zone: zone,
    digest_hour: digestHour,
    quiet_hours: quietHours,
    notifications: buildKindsSchema(wayUpdate, 'NotificationWaysUpdate') as TUnsafe<ChannelsUpdate>,
  },
  { title: 'PreferencesUpdate', clears: ['quiet_hours'] },
)
