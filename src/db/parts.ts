import type { Db, Transaction } from './database.ts'
import { sql, type Sql } from './sql.ts'

export interface Part<R = unknown> {
  name: string
  change: Sql<R>
}

const buildWith = (statements: readonly Part[]): Sql =>
  statements
    .map(({ name, change }) => sql`${sql.raw(name)} AS (${change})`)
    .reduce((before, statement) => sql`${before}, ${statement}`)

/**
 * Runs several changes as one statement, which costs less; returns the rows of the first. A sharded database
 * would write the rows of each to a file, so there they run separately.
 */
export async function changeTogether<R>(db: Db, first: Part<R>, ...others: Part[]): Promise<R[]> {
  if (!db.sharded)
    return db.query(sql<R>`WITH ${buildWith([first, ...others])} SELECT * FROM ${sql.raw(first.name)}`)
  const [rows] = await Promise.all([db.query(first.change), ...others.map(({ change }) => db.query(change))])
  return rows
}

/**
 * Runs these changes together with COMMIT (docs/decisions/0011); sends nothing without any. To prevent the
 * commit, one must fail, not return fewer rows.
 */
export async function commitTogether(trx: Transaction, statements: readonly Part[]): Promise<void> {
  if (statements.length === 0) return
  if (!trx.sharded) {
    await trx.last(sql`WITH ${buildWith(statements)} SELECT`)
    return
  }
  // The last statement reports the failure of any.
  for (const { change } of statements.slice(0, -1)) trx.query(change).catch(() => {})
  await trx.last(statements.at(-1)!.change)
}
