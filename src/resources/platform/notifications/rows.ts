import type { Db } from '../../../db/database.ts'
import { sql, listColumns } from '../../../db/sql.ts'
import type { Language } from '../../../core/messages/language.ts'
import * as s from '../../../core/schema.ts'
import type { StoredDisplays } from './display-rules.ts'
import {
  defaultPreferences,
  applyChannelOverrides,
  type NotificationKind,
  type NotificationPreferences,
  type ChannelOverrides,
} from './kinds.ts'

export interface NotificationCause {
  kind: NotificationKind
  event_id: string
  /** The user who caused it; null for the service. */
  actor_user_id: string | null
  actor_username: string | null
  at: string
  part_id: string | null
}

export const notificationSubjects = s.namedEnum('NotificationSubject', [
  'task',
  'project',
  'team',
  'sprint',
  'milestone',
  'organization',
  'webhook',
  'join_request',
  'export',
])
export type NotificationSubject = (typeof notificationSubjects)[number]

export interface NotificationRow {
  org_id: string
  notification_id: string
  user_id: string
  kind: NotificationKind
  resource_type: NotificationSubject
  resource_id: string
  task_id: string | null
  project_id: string | null
  team_id: string | null
  title: string | null
  causes: NotificationCause[]
  cause_count: number
  on_page: boolean
  read_at: string | null
  done_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export const notificationColumns = listColumns([
  'org_id',
  'notification_id',
  'user_id',
  'kind',
  'resource_type',
  'resource_id',
  'task_id',
  'project_id',
  'team_id',
  'title',
  'causes',
  'cause_count',
  'on_page',
  'read_at',
  'done_at',
  'version',
  'created_at',
  'updated_at',
])

export interface PreferencesRow {
  user_id: string
  time_zone: string
  zone_chosen: boolean
  digest_hour: number
  /** `HH:MM`, both or none. */
  quiet_from: string | null
  quiet_to: string | null
  kinds: ChannelOverrides
  locale: Language | null
  theme: 'light' | 'dark' | null
  display: StoredDisplays
  version: number
}

export function toPreferences(row: PreferencesRow | undefined): NotificationPreferences {
  if (!row) return defaultPreferences
  const { time_zone, digest_hour, quiet_from, quiet_to } = row
  const quiet_hours = quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null
  return { time_zone, digest_hour, quiet_hours, notifications: applyChannelOverrides(row.kinds) }
}

export const toConsolePreferences = ({ locale, theme, display }: PreferencesRow) => ({
  locale,
  theme,
  display: Object.fromEntries(display),
})

export const buildDefaultPreferencesRow = (user_id: string): PreferencesRow => ({
  user_id,
  time_zone: defaultPreferences.time_zone,
  zone_chosen: false,
  digest_hour: defaultPreferences.digest_hour,
  quiet_from: null,
  quiet_to: null,
  kinds: {},
  locale: null,
  theme: null,
  display: [],
  version: 0,
})

export const findPreferencesRows = (db: Db, userIds: readonly string[]) =>
  db.query(sql<PreferencesRow>`
    select user_id, time_zone, zone_chosen, digest_hour, to_char(quiet_from, 'HH24:MI') as quiet_from,
      to_char(quiet_to, 'HH24:MI') as quiet_to, kinds, locale, theme, display,
      version
    from notification_preferences where user_id = any(${userIds}::uuid[])`)

export async function findPreferences(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => NotificationPreferences> {
  const preferences = new Map((await findPreferencesRows(db, userIds)).map((row) => [row.user_id, toPreferences(row)]))
  return (userId) => preferences.get(userId) ?? defaultPreferences
}
