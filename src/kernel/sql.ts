import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * `a = $1, b = $2` for an UPDATE; the names come from code, never from a request. Begin such a statement with the
 * comment custom: there are more combinations of columns than plans worth keeping.
 */
export const assignments = (set: Record<string, unknown>): RawBuilder<unknown> =>
  sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

/** Conditions joined by AND; true when there are none. */
export const every = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Conditions joined by OR, in parentheses; false when there are none. */
export const some = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

/** The rows of a composed statement. */
export async function rows<R>(db: Db, statement: RawBuilder<R>): Promise<R[]> {
  return (await statement.execute(db)).rows
}
