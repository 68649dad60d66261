import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Item about a user in an organization; null for all their organizations. */
export interface UserItem {
  org_id: string | null
  user_id?: string
}

/** Replaces items about all organizations of a user by one for each, for sharded databases. */
export async function expandByOrganization<T extends UserItem>(
  db: Db,
  rows: readonly T[],
): Promise<(T & { org_id: string })[]> {
  const userIds = rows.flatMap(({ org_id, user_id }) => (org_id === null && user_id ? [user_id] : []))
  const memberships =
    userIds.length === 0
      ? []
      : await db.query(sql<{ user_id: string; org_id: string }>`
          select user_id, org_id from user_organizations where user_id = any(${userIds}::uuid[])`)
  return rows.flatMap((row) =>
    row.org_id === null
      ? memberships.filter(({ user_id }) => user_id === row.user_id).map(({ org_id }) => ({ ...row, org_id }))
      : [{ ...row, org_id: row.org_id }],
  )
}
