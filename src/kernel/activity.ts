import { CommitUnknown, query, type Database } from '../db/database.ts'

/**
 * Uses of tokens and people, collected in memory and written in one statement each every 30 s and at shutdown, so that
 * no request pays for a write. Times never move backwards; a crash loses at most the last 30 s, a database that is away
 * for a while nothing.
 */
export interface Activity {
  tokenUsed(orgId: string, tokenId: string, userId: string, millis: number): void
  personActive(userId: string, millis: number): void
  flush(): Promise<void>
}

interface Use {
  org_id: string
  token_id: string
  at: number
  uses: number
}

interface Presence {
  user_id: string
  /** Null: a session, active in all its organizations; a token is in its own. */
  org_id: string | null
  at: number
}

const writeUses = `
  UPDATE access_tokens t SET last_used_at = greatest(t.last_used_at, used.at), use_count = t.use_count + used.uses
  FROM jsonb_to_recordset($1::jsonb) AS used(org_id uuid, token_id text, at timestamptz, uses integer)
  WHERE t.org_id = used.org_id AND t.token_id = used.token_id`

const writePresence = `
  UPDATE organization_members m SET last_active_at = greatest(m.last_active_at, seen.at)
  FROM (SELECT user_id, org_id, max(at) AS at
        FROM jsonb_to_recordset($1::jsonb) AS r(user_id uuid, org_id uuid, at timestamptz) GROUP BY 1, 2) seen
  WHERE m.user_id = seen.user_id AND (seen.org_id IS NULL OR m.org_id = seen.org_id) AND m.deleted_at IS NULL`

export function createActivity(database: Database): Activity {
  let tokens = new Map<string, Use>()
  let people = new Map<string, Presence>()

  function addUse(use: Use): void {
    const known = tokens.get(use.token_id)
    if (!known) return void tokens.set(use.token_id, use)
    known.uses += use.uses
    known.at = Math.max(known.at, use.at)
  }

  function addPresence(seen: Presence): void {
    const name = `${seen.user_id} ${seen.org_id}`
    const known = people.get(name)
    if (known) known.at = Math.max(known.at, seen.at)
    else people.set(name, seen)
  }

  /** What could not be written is kept for the next turn; a deadlock with another process is tried again. */
  async function write<T extends { at: number }>(text: string, items: T[], keep: (item: T) => void) {
    if (items.length === 0) return
    const json = JSON.stringify(items.map((item) => ({ ...item, at: new Date(item.at).toISOString() })))
    try {
      await database.transaction((trx) => query(trx, text, [json]))
    } catch (error) {
      if (!(error instanceof CommitUnknown)) items.forEach(keep)
      throw error
    }
  }

  return {
    tokenUsed(org_id, token_id, user_id, at) {
      addUse({ org_id, token_id, at, uses: 1 })
      addPresence({ user_id, org_id, at })
    },
    personActive(user_id, at) {
      addPresence({ user_id, org_id: null, at })
    },
    async flush() {
      const [uses, seen] = [[...tokens.values()], [...people.values()]]
      tokens = new Map()
      people = new Map()
      await Promise.all([write(writeUses, uses, addUse), write(writePresence, seen, addPresence)])
    },
  }
}
