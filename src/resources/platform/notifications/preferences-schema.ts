import * as s from '../../../core/schema.ts'
import { consolePreferenceFields, displayChangesSchema, localeSchema, themeSchema } from '../../people/me/schema.ts'
import { notificationKinds, kindDefinitions, emailTimings, type NotificationKind, type KindChannels } from './kinds.ts'

const page = s.bool('Show it in the list of notifications.')
const mail = s.stringEnum(emailTimings, 'Send an email: `now`, `daily` together with others, or `never`.')

const buildKindsSchema = (buildSchema: (description: string) => s.TSchema, title: string): s.TSchema =>
  s.object(
    Object.fromEntries(notificationKinds.map((kind) => [kind, buildSchema(kindDefinitions[kind].description)])),
    {
      title,
    },
  )

const zone = s.timeZone('IANA time zone name, such as `Europe/Berlin`.')
const digestHour = s.intBetween(0, 23, 'Hour of the day in your time zone at which the daily email is sent (0 to 23).')
const quietHours = s.namedObject(
  'QuietHours',
  {
    from: s.timeOfDay('Start (`HH:MM`).'),
    to: s.timeOfDay('End (`HH:MM`); on the next day if earlier than `from`.'),
  },
  {
    description: 'Time range in your time zone in which immediate emails are delayed until its end.',
  },
)

export const preferencesSchema = s.namedObject('Preferences', {
  time_zone: zone,
  time_zone_chosen: s.bool('False while you have not chosen a time zone: clients use their own.'),
  digest_hour: digestHour,
  quiet_hours: s.nullable(quietHours),
  notifications: buildKindsSchema(
    (description) => s.namedObject('NotificationWay', { page, mail }, { description }),
    'NotificationWays',
  ),
  ...consolePreferenceFields,
  sends_mail: s.bool('True if this server sends email. Otherwise the email preferences have no effect yet.'),
  version: s.versionField,
})

export type ChannelsUpdate = Partial<
  Record<NotificationKind, { [K in keyof KindChannels]?: KindChannels[K] | null } | null>
>

const buildChannelUpdateSchema = (description: string) =>
  s.optionalNullable(s.namedObject('NotificationWayUpdate', s.optionalNullables({ page, mail }), { description }))

export const preferencesUpdateSchema = s.partialUpdate('PreferencesUpdate', ['quiet_hours', 'locale', 'theme'], {
  time_zone: zone,
  digest_hour: digestHour,
  quiet_hours: quietHours,
  notifications: buildKindsSchema(buildChannelUpdateSchema, 'NotificationWaysUpdate') as s.TUnsafe<ChannelsUpdate>,
  locale: localeSchema,
  theme: themeSchema,
  display: displayChangesSchema,
})
