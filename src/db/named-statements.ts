import type { Db, Transaction } from './database.ts'
import { sql, type Sql } from './sql.ts'

export interface NamedStatement<R = unknown> {
  name: string
  statement: Sql<R>
}

const buildWith = (statements: readonly NamedStatement[]): Sql =>
  statements
    .map(({ name, statement }) => sql`${sql.raw(name)} AS (${statement})`)
    .reduce((before, statement) => sql`${before}, ${statement}`)

/** Runs changes as one statement, for the rows of the first; separately if sharded, where it costs more. */
export async function runTogether<R>(db: Db, first: NamedStatement<R>, ...others: NamedStatement[]): Promise<R[]> {
  if (!db.sharded) return db.query(sql<R>`WITH ${buildWith([first, ...others])} SELECT * FROM ${sql.raw(first.name)}`)
  const [rows] = await Promise.all([db.query(first.statement), ...others.map(({ statement }) => db.query(statement))])
  return rows
}

/** Runs changes and COMMIT together (docs/decisions/0011). A change without rows does not prevent the commit. */
export async function commitWith(trx: Transaction, statements: readonly NamedStatement[]): Promise<void> {
  if (statements.length === 0) return
  if (!trx.sharded) {
    await trx.queryAndCommit(sql`WITH ${buildWith(statements)} SELECT`)
    return
  }
  // The last statement reports the failure of any.
  for (const { statement } of statements.slice(0, -1)) trx.query(statement).catch(() => {})
  await trx.queryAndCommit(statements.at(-1)!.statement)
}
