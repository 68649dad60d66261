import type { Database } from '../database.ts'
import { splitByOrg, toSqlText, type Sql } from '../sql.ts'

/** Groups items by organization, ordered by its ID: callers lock rows of several in the same order. */
export function groupByOrg<T extends { org_id: string }>(items: readonly T[]): [orgId: string, items: T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.org_id)
    if (group) group.push(item)
    else groups.set(item.org_id, [item])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Calls `work` with all items; on a sharded database once per organization, one at a time. */
export async function forEachOrg<T extends { org_id: string }, R>(
  sharded: boolean,
  items: readonly T[],
  work: (batch: readonly T[], orgId?: string) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (!sharded) return work(items)
  const results: R[] = []
  for (const [orgId, batch] of groupByOrg(items)) results.push(...(await work(batch, orgId)))
  return results
}

/** Calls `work` for all organizations; on a sharded database for each that `having` selects. Returns the sum. */
export async function sumOverOrgs(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  having: Sql<{ org_id: string }>,
  work: (orgId?: string) => Promise<number>,
): Promise<number> {
  if (!sharded) return work()
  let count = 0
  for (const { org_id } of await db.query(having)) count += await work(org_id)
  return count
}

/** Returns the first result of `work`; on a sharded database from the first organization that has one. */
export async function firstInOrgs<R>(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  having: Sql<{ org_id: string }>,
  work: (orgId?: string) => Promise<R | undefined>,
): Promise<R | undefined> {
  if (!sharded) return work()
  for (const { org_id } of await db.query(having)) {
    const result = await work(org_id)
    if (result !== undefined) return result
  }
  return undefined
}

const LOCK_CLAUSE = /\bfor (no key update|update|share|key share)\b/i

/** Runs a statement that locks rows of several organizations once for each, ordered by ID. */
export async function runPerOrg<R>(statement: Sql<R>, run: (statement: Sql<R>) => Promise<R[]>): Promise<R[]> {
  const statements = LOCK_CLAUSE.test(toSqlText(statement)) ? splitByOrg(statement) : undefined
  return statements ? (await Promise.all(statements.map(run))).flat() : run(statement)
}
