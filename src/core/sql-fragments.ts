import { MAX_LIST_LENGTH, sql, type Sql } from '../db/sql.ts'
import { escapeLike } from './text.ts'

/** Builds `a = …, b = …` from names in the code, never of a request. Needs `{ plan: 'custom' }`: they vary. */
export const buildAssignments = (set: Record<string, unknown>): Sql =>
  sql.join(Object.entries(set).map(([name, value]) => sql`${sql.raw(name)} = ${value}`))

/** Fragments are combined pairwise, so that the plan of a statement is found without building its text. */

/** Joins conditions by AND; true when there are none. */
export const and = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : conditions.reduce((all, one) => sql`${all} and ${one}`)

/** Joins conditions by OR in parentheses; false when there are none. */
export const or = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${conditions.reduce((any, one) => sql`${any} or ${one}`)})`

export const singleOrgId = (orgIds: readonly string[]): Sql | undefined =>
  orgIds.length === 1 ? sql`${orgIds[0]}::uuid` : undefined

/** Joins fragments by commas. Requires at least one. */
export const joinSql = (pieces: Sql[]): Sql => pieces.reduce((all, one) => sql`${all}, ${one}`)

/** Builds `column in (…)`; up to 256 ids are padded to fixed lengths, so that their plans are cached. */
export const inList = (column: string, ids: readonly string[]): Sql =>
  ids.length <= MAX_LIST_LENGTH
    ? sql`${sql.raw(column)} in (${sql.list(ids)})`
    : sql`${sql.raw(column)} = any(${ids}::text[])`

/** Prefix length for LIKE, from which the planner estimates the selectivity. */
const LIKE_PREFIX_LENGTH = 12

/** Filters by a prefix, since LIKE is quadratic for long repetitive needles; strpos decides. */
export function contains(text: Sql, needle: string): Sql {
  const prefix = [...needle].slice(0, LIKE_PREFIX_LENGTH).join('')
  const hasPrefix = sql`${text} like ${`%${escapeLike(prefix)}%`}`
  return prefix === needle ? hasPrefix : sql`${hasPrefix} and strpos(${text}, ${needle}) > 0`
}

export const extractFolded = (column: string): Sql => sql.raw(`split_part(${column}, E'\\x01', -1)`)

/** Formats a timestamp column as responses do (`2026-11-20T09:20:13.123Z`), for JSON built by the database. */
export const formatTime = (column: string): Sql =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Returns `now`, or a millisecond after the last change if another clock wrote a later time. */
export const buildUpdatedAt = (now: string, column: string): Sql =>
  sql`greatest(${now}::timestamptz, ${sql.raw(column)} + interval '1 millisecond')`

export const listColumns =
  (names: readonly string[]) =>
  (alias: string): Sql =>
    sql.raw(names.map((name) => `${alias}.${name}`).join(', '))

/**
 * Builds `column = org_id`; true for statements across organizations. On sharded tables every query level must name it
 * to be routed; the comment lets scripts/statements check the sharded form.
 */
export const orgEquals = (column: string, orgId: string | undefined): Sql =>
  orgId === undefined ? sql.raw(`true /* ${column} */`) : sql`${sql.raw(column)} = ${orgId}`
