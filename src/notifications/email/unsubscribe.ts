import type { Dependencies } from '../../core/dependencies.ts'
import { toReportLine } from '../../core/email/template.ts'
import type { Db } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Keyring } from '../../core/crypto/keyring.ts'
import { isUuid } from '../../core/ids.ts'
import {
  defaultPreferences,
  notificationKinds,
  type NotificationKind,
} from '../../resources/platform/notifications/kinds.ts'
import { findPreferences } from '../../resources/platform/notifications/rows.ts'

export interface Unsubscription {
  user_id: string
  kinds: NotificationKind[] | 'daily'
}

const PURPOSE = 'unsubscribe'

/** Returns an encrypted token, so that unsubscribing needs no login and links cannot be forged. */
export const createUnsubscribeToken = (keyring: Keyring, { user_id, kinds: scope }: Unsubscription): string =>
  keyring.encrypt(PURPOSE, '', JSON.stringify([user_id, scope]))

/** Returns the content of a token; undefined if it is invalid or its key is no longer in use. */
export function readUnsubscribeToken(keyring: Keyring, token: string): Unsubscription | undefined {
  try {
    const [user_id, scope] = JSON.parse(keyring.decrypt(PURPOSE, '', token)) as [string, NotificationKind[] | 'daily']
    if (!isUuid(user_id)) return undefined
    return { user_id, kinds: scope === 'daily' ? scope : scope.filter((kind) => notificationKinds.includes(kind)) }
  } catch {
    return undefined
  }
}

/** Sets `mail` of each kind in the preferences `f`. */
const setMailNever = (kinds: readonly NotificationKind[]): Sql =>
  kinds.reduce(
    (set, kind) => {
      const [path, value] = [sql.raw(`'{${kind}}'`), sql.raw(`f.kinds->'${kind}'`)]
      return sql`jsonb_set(${set}, ${path}, coalesce(${value}, '{}') || '{"mail": "never"}')`
    },
    sql`f.kinds`,
  )

/** Turns the emails off; the list of notifications does not change. Idempotent. */
export async function unsubscribe(db: Db, { user_id, kinds: scope }: Unsubscription, now: string): Promise<void> {
  const { notifications } = (await findPreferences(db, [user_id]))(user_id)
  const disabledKinds = notificationKinds.filter((kind) =>
    scope === 'daily'
      ? notifications[kind].mail === 'daily'
      : scope.includes(kind) && notifications[kind].mail !== 'never',
  )
  if (disabledKinds.length === 0) return
  const { time_zone, digest_hour } = defaultPreferences
  const never = Object.fromEntries(disabledKinds.map((kind) => [kind, { mail: 'never' }]))
  await db.query(sql`
    insert into notification_preferences as f (user_id, time_zone, digest_hour, kinds, created_at, updated_at)
    select u.user_id, ${time_zone}, ${digest_hour}, ${JSON.stringify(never)}, ${now}, ${now}
    from users u where u.user_id = ${user_id}
    on conflict (user_id) do update set updated_at = excluded.updated_at, version = f.version + 1,
      kinds = ${setMailNever(disabledKinds)}`)
}

export const buildEmailLinks = ({ config, keyring }: Dependencies, which: Unsubscription) => ({
  baseUrl: config.baseUrl,
  report: toReportLine(config),
  unsubscribe: `${config.baseUrl}/unsubscribe/${createUnsubscribeToken(keyring, which)}`,
})
