import type { Db, Transaction } from './database.ts'
import { sql, type Sql } from './sql.ts'

/** A change that goes out together with others, and the name under which a WITH has it. */
export interface Part<R = unknown> {
  name: string
  change: Sql<R>
}

const withOf = (parts: readonly Part[]): Sql =>
  parts
    .map(({ name, change }) => sql`${sql.raw(name)} AS (${change})`)
    .reduce((before, part) => sql`${before}, ${part}`)

/*
 * One server is sent all parts as one statement, which costs less than each by itself. Where the tables are spread the
 * rows of each part of a WITH would be written to a file and read again, so that each is a statement of its own there.
 */

/** Makes several changes; gives the rows of the first. */
export async function changeTogether<R>(db: Db, first: Part<R>, ...others: Part[]): Promise<R[]> {
  if (!db.sharded)
    return db.query(sql<R>`WITH ${withOf([first, ...others])} SELECT * FROM ${sql.raw(first.name)}`)
  const [rows] = await Promise.all([db.query(first.change), ...others.map(({ change }) => db.query(change))])
  return rows
}

/**
 * Ends a transaction with these changes, with which COMMIT goes out (docs/decisions/0011); without any nothing is sent. Each
 * must fail, not give fewer rows, where nothing may be committed.
 */
export async function commitTogether(trx: Transaction, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  if (!trx.sharded) {
    await trx.last(sql`WITH ${withOf(parts)} SELECT`)
    return
  }
  // Of what fails here the last one tells, since all are sent together.
  for (const { change } of parts.slice(0, -1)) trx.query(change).catch(() => {})
  await trx.last(parts.at(-1)!.change)
}
