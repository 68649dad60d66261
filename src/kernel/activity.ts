import { query, type Database } from '../db/database.ts'

/**
 * Uses of tokens and people, collected in memory and written in one statement each every 30 s and at shutdown, so that
 * no request pays for a write. Times never move backwards; a crash loses at most the last 30 s.
 */
export interface Activity {
  tokenUsed(orgId: string, tokenId: string, userId: string, millis: number): void
  personActive(userId: string, millis: number): void
  flush(): Promise<void>
}

export function createActivity(database: Database): Activity {
  let tokens = new Map<string, { org_id: string; token_id: string; at: number; uses: number }>()
  let people = new Map<string, { user_id: string; org_id: string | null; at: number }>()

  return {
    tokenUsed(org_id, token_id, user_id, at) {
      const known = tokens.get(token_id)
      if (known) {
        known.uses += 1
        known.at = Math.max(known.at, at)
      } else tokens.set(token_id, { org_id, token_id, at, uses: 1 })
      people.set(`${user_id} ${org_id}`, { user_id, org_id, at })
    },
    personActive(user_id, at) {
      people.set(user_id, { user_id, org_id: null, at })
    },
    async flush() {
      const [uses, active] = [[...tokens.values()], [...people.values()]]
      tokens = new Map()
      people = new Map()
      const iso = <T extends { at: number }>(items: T[]) =>
        JSON.stringify(items.map((item) => ({ ...item, at: new Date(item.at).toISOString() })))
      if (uses.length > 0)
        await query(
          database.db,
          `UPDATE access_tokens t SET last_used_at = greatest(t.last_used_at, used.at), use_count = t.use_count + used.uses
           FROM jsonb_to_recordset($1::jsonb) AS used(org_id uuid, token_id text, at timestamptz, uses integer)
           WHERE t.org_id = used.org_id AND t.token_id = used.token_id`,
          [iso(uses)],
        )
      // A session is active in all its organizations, a token in its own.
      if (active.length > 0)
        await query(
          database.db,
          `UPDATE organization_members m SET last_active_at = greatest(m.last_active_at, seen.at)
           FROM (SELECT user_id, org_id, max(at) AS at
                 FROM jsonb_to_recordset($1::jsonb) AS r(user_id uuid, org_id uuid, at timestamptz) GROUP BY 1, 2) seen
           WHERE m.user_id = seen.user_id AND (seen.org_id IS NULL OR m.org_id = seen.org_id)
             AND m.deleted_at IS NULL`,
          [iso(active)],
        )
    },
  }
}
