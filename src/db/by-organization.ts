import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/**
 * Groups what belongs to organizations by these, in the order of their ids, so that all who lock rows of several do so in one
 * order. Where the tables are spread over several servers, what belongs to one organization is asked by one statement.
 */
export function byOrganization<T extends { org_id: string }>(
  items: readonly T[],
): [orgId: string, items: T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.org_id)
    if (group) group.push(item)
    else groups.set(item.org_id, [item])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Does `work` for all items at once, and without an organization; where the tables are spread, for those of one
 * organization after the other, which is named. Gives what all of them gave.
 */
export async function inTurn<T extends { org_id: string }, R>(
  sharded: boolean,
  items: readonly T[],
  work: (some: readonly T[], orgId?: string) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (!sharded) return work(items)
  const all: R[] = []
  for (const [orgId, some] of byOrganization(items)) all.push(...(await work(some, orgId)))
  return all
}

/**
 * Does `work`, which finds for itself what there is to be done, for all organizations at once; where the tables are spread,
 * for one after the other of those that `having` selects, without a lock. Gives the sum of what it gave.
 */
export async function wherever(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  having: Sql<{ org_id: string }>,
  work: (orgId?: string) => Promise<number>,
): Promise<number> {
  if (!sharded) return work()
  let count = 0
  for (const { org_id } of await db.query(having)) count += await work(org_id)
  return count
}

/** The same for work that takes one thing: gives what it took in the first organization in which it took any. */
export async function firstOf<R>(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  having: Sql<{ org_id: string }>,
  work: (orgId?: string) => Promise<R | undefined>,
): Promise<R | undefined> {
  if (!sharded) return work()
  for (const { org_id } of await db.query(having)) {
    const taken = await work(org_id)
    if (taken !== undefined) return taken
  }
  return undefined
}
