import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Language } from '../core/messages/language.ts'
import { normalizeForSearch } from '../core/text.ts'
import { chosenZoneSql } from './time-zone.ts'

export interface UserLocale {
  /** Language that the user chose, else that of the browser with which they last signed in; null if they never did. */
  language: Language | null
  /** Time zone that the user chose. */
  time_zone: string | null
}

const columns = sql`coalesce(n.locale, u.language) as language, ${chosenZoneSql} as time_zone`
const joined = sql`from users u left join notification_preferences n on n.user_id = u.user_id`

export async function findUserLocale(db: Db, userId: string): Promise<UserLocale> {
  const [found] = await db.query(sql<UserLocale>`select ${columns} ${joined} where u.user_id = ${userId}`)
  return found ?? { language: null, time_zone: null }
}

/** Returns the locale of the user with a verified address; for other addresses the language of the sender. */
export async function findRecipientLocale(db: Db, emailKey: string | null, sender: string): Promise<UserLocale> {
  const rows = await db.query(sql<UserLocale & { is_recipient: boolean }>`
    select ${columns}, true as is_recipient ${joined}
    where u.kind = 'user' and u.email_key = ${emailKey} and u.email_verified
    union all
    select ${columns}, false ${joined} where u.kind = 'user' and u.username_key = ${normalizeForSearch(sender)}`)
  const recipient = rows.find((row) => row.is_recipient)
  const language = recipient?.language ?? rows.find((row) => !row.is_recipient)?.language ?? null
  return { language, time_zone: recipient?.time_zone ?? null }
}

export const saveUserLanguage = (db: Db, userId: string, language: Language): Promise<unknown> =>
  db.query(sql`
    update users set language = ${language} where user_id = ${userId} and language is distinct from ${language}`)
