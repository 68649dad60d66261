import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** What is said of a person in an organization; null stands for all of theirs. */
export interface OfPerson {
  org_id: string | null
  user_id?: string
}

/**
 * The same with one for each organization that the person is or was a member of in the place of what is of all of theirs.
 * For where the tables are spread: each organization is asked by itself.
 */
export async function inOrganizations<T extends OfPerson>(
  db: Db,
  rows: readonly T[],
): Promise<(T & { org_id: string })[]> {
  const people = rows.flatMap(({ org_id, user_id }) => (org_id === null && user_id ? [user_id] : []))
  const found =
    people.length === 0
      ? []
      : await db.query(sql<{ user_id: string; org_id: string }>`
          select user_id, org_id from user_organizations where user_id = any(${people}::uuid[])`)
  return rows.flatMap((row) =>
    row.org_id === null
      ? found.filter(({ user_id }) => user_id === row.user_id).map(({ org_id }) => ({ ...row, org_id }))
      : [{ ...row, org_id: row.org_id }],
  )
}
