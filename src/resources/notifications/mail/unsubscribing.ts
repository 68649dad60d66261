import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { Keyring } from '../../../kernel/services/keyring.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import { defaultPreferences, kinds, type Kind } from '../kinds.ts'
import { findPreferences } from '../rows.ts'

/** Who gets no more of which mail: that of some kinds, or the daily one. */
export interface Unsubscription {
  user_id: string
  kinds: Kind[] | 'daily'
}

const purpose = 'unsubscribe'

/** What a link in a mail says, sealed: it needs no sign-in, and nobody can make one for another person. */
export const tokenOf = (keyring: Keyring, { user_id, kinds: which }: Unsubscription): string =>
  keyring.seal(purpose, '', JSON.stringify([user_id, which]))

/** What a token says; undefined for one that is not ours, or whose key is no longer in use. */
export function readToken(keyring: Keyring, token: string): Unsubscription | undefined {
  try {
    const [user_id, which] = JSON.parse(keyring.open(purpose, '', token)) as [string, Kind[] | 'daily']
    if (!isUuid(user_id)) return undefined
    return { user_id, kinds: which === 'daily' ? which : which.filter((kind) => kinds.includes(kind)) }
  } catch {
    return undefined
  }
}

/** Turns the mail off; the page stays as it is. Done again, it changes nothing. */
export async function unsubscribe(
  db: Db,
  { user_id, kinds: which }: Unsubscription,
  now: string,
): Promise<void> {
  const { notifications } = (await findPreferences(db, [user_id]))(user_id)
  const off = kinds.filter((kind) =>
    which === 'daily'
      ? notifications[kind].mail === 'daily'
      : which.includes(kind) && notifications[kind].mail !== 'never',
  )
  if (off.length === 0) return
  const { time_zone, digest_hour } = defaultPreferences
  const never = Object.fromEntries(off.map((kind) => [kind, { mail: 'never' }]))
  await db.query(sql`
    insert into notification_preferences as f (user_id, time_zone, digest_hour, kinds, created_at, updated_at)
    select u.user_id, ${time_zone}, ${digest_hour}, ${JSON.stringify(never)}, ${now}, ${now}
    from users u where u.user_id = ${user_id}
    on conflict (user_id) do update set updated_at = excluded.updated_at, version = f.version + 1,
      kinds = f.kinds || (select jsonb_object_agg(k.kind, coalesce(f.kinds -> k.kind, '{}') || '{"mail": "never"}')
        from unnest(${off}::text[]) k (kind))`)
}
