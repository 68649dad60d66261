import { perOrganization, textOf, type Sql } from './sql.ts'

/** Row locking clauses. */
const LOCK_CLAUSE = /\bfor (no key update|update|share|key share)\b/i

/**
 * Runs a statement on a sharded database; one that locks rows of several organizations runs once per
 * organization. All callers use the same order of organizations.
 */
export async function inParts<R>(statement: Sql<R>, run: (statement: Sql<R>) => Promise<R[]>): Promise<R[]> {
  const statements = LOCK_CLAUSE.test(textOf(statement)) ? perOrganization(statement) : undefined
  return statements ? (await Promise.all(statements.map(run))).flat() : run(statement)
}
