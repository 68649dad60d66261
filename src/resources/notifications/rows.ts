import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { words } from '../../kernel/schema.ts'
import { columnsOf } from '../../kernel/sql.ts'
import { defaultPreferences, waysWith, type Kind, type Preferences, type SaidOfKinds } from './kinds.ts'

/** Why a person is told of something. */
export interface Cause {
  kind: Kind
  event_id: string
  /** Who did it; null for what the service did by itself. */
  actor_user_id: string | null
  actor_username: string | null
  at: string
  /** The part of the thing that it is about, such as a comment. */
  part_id: string | null
}

/** What notifications are about. */
export const notifiedOf = words('NotificationSubject', [
  'task',
  'project',
  'team',
  'sprint',
  'milestone',
  'organization',
  'webhook',
])
/** One of `notifiedOf`. */
export type NotifiedOf = (typeof notifiedOf)[number]

/** A notification as it is stored. */
export interface NotificationRow {
  org_id: string
  notification_id: string
  user_id: string
  /** The weightiest kind among its causes. */
  kind: Kind
  resource_type: NotifiedOf
  resource_id: string
  task_id: string | null
  project_id: string | null
  team_id: string | null
  title: string | null
  causes: Cause[]
  cause_count: number
  on_page: boolean
  read_at: string | null
  done_at: string | null
  version: number
  created_at: string
  /** The time of the latest cause. */
  updated_at: string
}

/** The columns of `NotificationRow`, of the table by this alias. */
export const notificationColumns = columnsOf([
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

/** What a person said of how they want to be told, as it is stored. */
export interface PreferencesRow {
  user_id: string
  time_zone: string
  zone_chosen: boolean
  digest_hour: number
  /** `HH:MM`, both or none. */
  quiet_from: string | null
  quiet_to: string | null
  kinds: SaidOfKinds
  version: number
}

/** The preferences that a row says, or the defaults without one. */
export function preferencesOf(row: PreferencesRow | undefined): Preferences {
  if (!row) return defaultPreferences
  const { time_zone, digest_hour, quiet_from, quiet_to } = row
  const quiet_hours = quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null
  return { time_zone, digest_hour, quiet_hours, notifications: waysWith(row.kinds) }
}

/** What somebody who said nothing is taken to have said. */
export const defaultSaid = (user_id: string): PreferencesRow => ({
  user_id,
  time_zone: defaultPreferences.time_zone,
  zone_chosen: false,
  digest_hour: defaultPreferences.digest_hour,
  quiet_from: null,
  quiet_to: null,
  kinds: {},
  version: 0,
})

/** What these people said; those who said nothing have no row. */
export const findSaid = (db: Db, userIds: readonly string[]): Promise<PreferencesRow[]> =>
  db.query(sql<PreferencesRow>`
    select user_id, time_zone, zone_chosen, digest_hour, to_char(quiet_from, 'HH24:MI') as quiet_from,
      to_char(quiet_to, 'HH24:MI') as quiet_to, kinds, version
    from notification_preferences where user_id = any(${userIds}::uuid[])`)

/** The preferences of these people by their ids, with the defaults where nothing was said. One statement. */
export async function findPreferences(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => Preferences> {
  const said = new Map((await findSaid(db, userIds)).map((row) => [row.user_id, preferencesOf(row)]))
  return (userId) => said.get(userId) ?? defaultPreferences
}
