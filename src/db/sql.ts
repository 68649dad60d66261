/** SQL with its values, written with the tag `sql`. `R` is the row type of a statement. */
export class Sql<R = unknown> {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly shape: SqlShape | undefined
  /** For type inference only; never set. */
  declare readonly row?: R

  constructor(strings: readonly string[], parts: readonly unknown[], shape: SqlShape | undefined) {
    this.strings = strings
    this.values = parts
    this.shape = shape
  }

  /** Throws, because a fragment would lose its values in a text. */
  toString(): never {
    throw new Error('a fragment of SQL must be used in a template with the tag sql, not in a string')
  }
}

/** Structure without values. Equal fragments share one, so that plans are found without comparing texts. */
export interface SqlShape {
  text: string | undefined
  value: SqlShape | undefined
  pieces: Map<SqlShape, SqlShape> | undefined
}

const createShape = (): SqlShape => ({ text: undefined, value: undefined, pieces: undefined })

const templates = new WeakMap<readonly string[], SqlShape>()
const constants = new Map<string, Sql<never>>()

const MAX_SHAPES = 10_000
let combinations = 0

function buildSql<R = unknown>(strings: TemplateStringsArray, ...parts: unknown[]): Sql<R> {
  let shape = templates.get(strings)
  if (!shape) templates.set(strings, (shape = createShape()))
  for (let i = 0; shape && i < parts.length; i++) {
    const value = parts[i]
    if (!(value instanceof Sql)) shape = shape.value ??= createShape()
    else shape = value.shape && addFragment(shape, value.shape)
  }
  return new Sql<R>(strings, parts, shape)
}

function addFragment(shape: SqlShape, fragment: SqlShape): SqlShape | undefined {
  shape.pieces ??= new Map()
  const existing = shape.pieces.get(fragment)
  if (existing || combinations >= MAX_SHAPES) return existing
  combinations++
  const created = createShape()
  shape.pieces.set(fragment, created)
  return created
}

/** Creates a fragment from a constant text, such as a column name. Never from request input. */
function raw(text: string): Sql<never> {
  const existing = constants.get(text)
  if (existing) return existing
  const isCached = constants.size < MAX_SHAPES
  const constant = new Sql<never>([text], [], isCached ? createShape() : undefined)
  if (isCached) constants.set(text, constant)
  return constant
}

function join(items: readonly unknown[], separator = ', '): Sql<never> {
  if (items.length === 0) throw new Error('nothing to join')
  const strings = ['']
  for (let i = 1; i < items.length; i++) strings.push(separator)
  strings.push('')
  return new Sql<never>(strings, items, undefined)
}

export const MAX_LIST_LENGTH = 256
const LIST_SIZES = [1, 4, 16, 64, MAX_LIST_LENGTH].map((size) => ({
  size,
  strings: ['', ...Array.from({ length: size - 1 }, () => ', '), ''],
  shape: createShape(),
}))

/** Pads an `IN (…)` to one of a few lengths, each with its own plan. Arrays would be planned each time. */
function list(values: readonly unknown[]): Sql<never> {
  const fit = LIST_SIZES.find(({ size }) => size >= values.length)
  if (!fit) throw new Error(`a list of ${values.length} is longer than ${MAX_LIST_LENGTH}`)
  const padding = values.at(-1) ?? null
  const padded = Array.from({ length: fit.size }, (_, i) => (i < values.length ? values[i] : padding))
  return new Sql<never>(fit.strings, padded, fit.shape)
}

const rowLists = new Map<number, typeof LIST_SIZES>()

function getRowLists(width: number): typeof LIST_SIZES {
  let existing = rowLists.get(width)
  if (!existing) {
    const buildSeparators = (size: number) =>
      Array.from({ length: size * width - 1 }, (_, i) => ((i + 1) % width === 0 ? '), (' : ', '))
    existing = LIST_SIZES.map(({ size }) => ({
      size,
      strings: ['(', ...buildSeparators(size), ')'],
      shape: createShape(),
    }))
    rowLists.set(width, existing)
  }
  return existing
}

/** Creates the rows of a `VALUES`, padded with rows of nulls, for which equality joins find nothing. */
function rows(tuples: readonly (readonly unknown[])[]): Sql<never> {
  const width = tuples[0]!.length
  const fit = getRowLists(width).find(({ size }) => size >= tuples.length)
  if (!fit) throw new Error(`${tuples.length} rows are more than ${MAX_LIST_LENGTH}`)
  const padded = tuples.flat()
  while (padded.length < fit.size * width) padded.push(null)
  return new Sql<never>(fit.strings, padded, fit.shape)
}

/** Condition on several organizations, which `splitByOrg` can split. */
class OrgCondition extends Sql<never> {
  readonly column: string
  readonly ids: readonly string[]
  constructor(column: string, ids: readonly string[]) {
    // The comment marks the statement for scripts/statements.
    const { strings, values, shape } = buildSql`${raw(column)} = any(${ids}::uuid[]) /* each */`
    super(strings, values, shape)
    this.column = column
    this.ids = ids
  }
}

function orgIn(column: string, ids: readonly string[]): Sql<never> {
  // Uses equality for one organization, whose plan can be cached; the length of an array is unknown.
  return ids.length === 1 ? buildSql`${raw(column)} = ${ids[0]}::uuid` : new OrgCondition(column, ids)
}

/** Builds SQL: `${…}` takes a fragment or a value. Needs a cast where the context does not show the type. */
export const sql = Object.assign(buildSql, {
  raw,
  join,
  list,
  rows,
  orgIn,
})

export function toSqlText(statement: Sql): string {
  const { shape } = statement
  if (!shape) return composeText(statement, { count: 0 })
  shape.text ??= composeText(statement, { count: 0 })
  return shape.text
}

function composeText({ strings, values: parts }: Sql, values: { count: number }): string {
  let text = strings[0]!
  for (let i = 0; i < parts.length; i++) {
    const value = parts[i]
    text += value instanceof Sql ? composeText(value, values) : `$${++values.count}`
    text += strings[i + 1]!
  }
  return text
}

export function toSqlValues(statement: Sql, values: unknown[] = []): unknown[] {
  for (const value of statement.values) {
    if (value instanceof Sql) toSqlValues(value, values)
    else values.push(value)
  }
  return values
}

/** Splits a statement over several organizations into one for each, by ID; undefined for other statements. */
export function splitByOrg<R>(statement: Sql<R>): Sql<R>[] | undefined {
  const conditions = findOrgConditions(statement)
  if (conditions.length === 0) return undefined
  const all = new Set(conditions.flatMap(({ ids }) => ids))
  return [...all].sort().map((id) => restrictToOrg(statement, id) as Sql<R>)
}

const findOrgConditions = (fragment: Sql): OrgCondition[] =>
  fragment instanceof OrgCondition
    ? [fragment]
    : fragment.values.flatMap((value) => (value instanceof Sql ? findOrgConditions(value) : []))

function restrictToOrg(fragment: Sql, id: string): Sql {
  if (fragment instanceof OrgCondition) return orgIn(fragment.column, fragment.ids.includes(id) ? [id] : [])
  const { strings, values } = fragment
  return new Sql(
    strings,
    values.map((value) => (value instanceof Sql ? restrictToOrg(value, id) : value)),
    undefined,
  )
}

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

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

/** A millisecond later, by functions that do not depend on settings, as adding an interval would: Citus refuses those in updates. */
const addMillisecond = (column: string): Sql =>
  sql.raw(`to_timestamp(extract(epoch from ${column} - timestamptz '1970-01-01Z')::float8 + 0.001)`)

/** Returns `now`, or a millisecond after the last change if another clock wrote a later time. */
export const buildUpdatedAt = (now: string, column: string): Sql =>
  sql`greatest(${now}::timestamptz, ${addMillisecond(column)})`

/** Returns the same for `DO UPDATE`, from the row to insert: beside a SELECT, Citus accepts no parameters there. */
export const buildUpsertedAt = (table: string): Sql =>
  sql`greatest(excluded.updated_at, ${addMillisecond(`${table}.updated_at`)})`

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
