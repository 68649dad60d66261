import { mostListed, sql, type Sql } from '../db/sql.ts'
import { likeLiteral } from './text.ts'

/**
 * Columns with their new values for an UPDATE, `a = …, b = …`; the names come from code, never from a request. Such a
 * statement is run with `{ plan: 'custom' }`, since there are more combinations of columns than plans worth keeping.
 */
export const assignments = (set: Record<string, unknown>): Sql =>
  sql.join(Object.entries(set).map(([name, value]) => sql`${sql.raw(name)} = ${value}`))

/*
 * A few pieces are put together two by two, by templates, so that a statement made of them has a shape: its text need not
 * be written to find its plan.
 */

/** Conditions joined by AND; true when there are none. */
export const every = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : conditions.reduce((all, one) => sql`${all} and ${one}`)

/** Conditions joined by OR, in parentheses; false when there are none. */
export const some = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${conditions.reduce((any, one) => sql`${any} or ${one}`)})`

/** The one of these organizations as a value; undefined where there is none, or more. */
export const onlyOf = (orgIds: readonly string[]): Sql | undefined =>
  orgIds.length === 1 ? sql`${orgIds[0]}::uuid` : undefined

/** Pieces with commas between them, at least one. */
export const listed = (pieces: Sql[]): Sql => pieces.reduce((all, one) => sql`${all}, ${one}`)

/**
 * The condition that a column of this name is one of these ids, which mostly are few: up to 256 are a list of a set length,
 * whose plan is kept.
 */
export const isOneOf = (column: string, ids: readonly string[]): Sql =>
  ids.length <= mostListed
    ? sql`${sql.raw(column)} in (${sql.list(ids)})`
    : sql`${sql.raw(column)} = any(${ids}::text[])`

/** Characters of a needle that LIKE looks for: as many as tell its planner how rare the needle is. */
const lead = 12

/**
 * "The text holds this needle", literally. LIKE begins anew at every place of the text, so that the time it takes for a
 * long needle of one letter grows with both their lengths: it finds how a needle begins, and strpos decides.
 */
export function holdsText(text: Sql, needle: string): Sql {
  const beginning = [...needle].slice(0, lead).join('')
  const begins = sql`${text} like ${`%${likeLiteral(beginning)}%`}`
  return beginning === needle ? begins : sql`${begins} and strpos(${text}, ${needle}) > 0`
}

/** Returns the expression for the folded text in a sort key column. */
export const extractFolded = (column: string): Sql => sql.raw(`split_part(${column}, E'\\x01', -1)`)

/** The text that answers show of the time in this column, `2026-11-20T09:20:13.123Z`, where the database makes the JSON. */
export const timeAsText = (column: string): Sql =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/**
 * Builds the `updated_at` of a row that was not read before: `now`, or a millisecond after its last change if another
 * clock has placed that later.
 */
export const timeAfter = (now: string, column: string): Sql =>
  sql`greatest(${now}::timestamptz, ${sql.raw(column)} + interval '1 millisecond')`

/** Columns of a table by the alias that a statement gives it. */
export const columnsOf =
  (names: readonly string[]) =>
  (alias: string): Sql =>
    sql.raw(names.map((name) => `${alias}.${name}`).join(', '))

/**
 * The condition that a column is this organization, as a value; none where a statement is for all of them. Where the tables
 * are spread, it says at every level of a statement on which server its rows lie. Where they are not, a comment says what
 * would stand there, for scripts/statements, which judges the statement as it would be sent.
 */
export const ofOrganization = (column: string, orgId: string | undefined): Sql =>
  orgId === undefined ? sql.raw(`true /* ${column} */`) : sql`${sql.raw(column)} = ${orgId}`
