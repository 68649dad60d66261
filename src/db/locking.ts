import { perOrganization, textOf, type Sql } from './sql.ts'

/** How a statement locks rows. */
const locks = /\bfor (no key update|update|share|key share)\b/i

/**
 * Runs a statement where the tables are spread: one that locks rows among several organizations is run for one after the
 * other, since each may lie on a server of its own. All who do so take the organizations in one order.
 */
export async function inParts<R>(statement: Sql<R>, run: (one: Sql<R>) => Promise<R[]>): Promise<R[]> {
  const parts = locks.test(textOf(statement)) ? perOrganization(statement) : undefined
  return parts ? (await Promise.all(parts.map(run))).flat() : run(statement)
}
