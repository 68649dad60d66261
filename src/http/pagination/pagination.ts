import type { QueryOptions } from '../../db/database.ts'
import { sql, type Sql, and, joinSql, or } from '../../db/sql.ts'
import type { Context } from '../../core/context.ts'
import { respond, type OperationResult } from '../result.ts'
import { verifyCursor, signCursor, type CursorScope } from './cursor.ts'
import { invalid, invalidParameter } from '../../core/errors.ts'

export interface SortKey {
  sql: string
  type: 'text' | 'integer' | 'timestamptz' | 'date' | 'float8' | 'uuid'
  /** Nulls sort last in both directions. */
  nullable?: boolean
  desc?: boolean
  /** Key of the custom field that sorts; such a list builds its statement itself. */
  custom?: string
}

export interface ListSpec extends CursorScope {
  sorts: Record<string, SortKey[]>
  /** Also sorts by `custom.KEY`. */
  customSorts?: true
  defaultOrder: SortKey[]
  id: SortKey
  /** Default of `limit`; 1000 for short rows. */
  defaultLimit?: 100 | 1000
  /** Supports neither `sort_by` nor `sort_order`. */
  unsortable?: boolean
  /** The handler determines the order with `sortDynamically`, since it depends on the target. */
  dynamicSort?: boolean
}

export interface PageRequest {
  keys: SortKey[]
  /** Sort values of the last row of the previous page; null on the first. */
  after: unknown[] | null
  limit: number
  offset: number
  /** Operation, organization, sort and filters that the cursor is signed for. */
  binding: string
  /** Raw cursor of a list with dynamic sort. */
  cursor?: string | undefined
}

const DEFAULT_LIMIT = 100

const MAX_PAGE_LIMIT = 1000

type QueryValues = Record<string, string | string[] | undefined>

/** Parses the pagination parameters. Throws 400 for unknown sorts and cursors, 422 for values out of range. */
export function parsePageRequest(spec: ListSpec, raw: QueryValues, binding: string, cursorKeys: Buffer[]): PageRequest {
  const limit = Math.min(readInteger(raw, 'limit', 1) ?? spec.defaultLimit ?? DEFAULT_LIMIT, MAX_PAGE_LIMIT)
  const offset = readInteger(raw, 'offset', 0) ?? 0
  const page = { keys: [], after: null, limit, offset, binding, cursor: readSingle(raw, 'cursor') }
  return spec.dynamicSort ? page : applyOrder(spec, parseListOrder(spec, raw), page, cursorKeys)
}

export interface ListOrder {
  sort_by: string | undefined
  sort_order: 'asc' | 'desc'
}

/** Parses `sort_by` and `sort_order`. Throws 400 for values that the list does not support. */
export function parseListOrder(spec: ListSpec, raw: QueryValues): ListOrder {
  const sort_by = spec.unsortable ? undefined : readSingle(raw, 'sort_by')
  const sort_order = (spec.unsortable ? undefined : readSingle(raw, 'sort_order')) ?? 'asc'
  if (sort_by !== undefined && !findSortKeys(spec, sort_by))
    throw invalidParameter('sort_by', `"${sort_by.slice(0, 60)}" is not a valid value of sort_by.`, [
      ...Object.keys(spec.sorts),
      ...(spec.customSorts ? ['custom.KEY'] : []),
    ])
  if (sort_order !== 'asc' && sort_order !== 'desc')
    throw invalidParameter('sort_order', 'sort_order must be asc or desc.', ['asc', 'desc'])
  return { sort_by, sort_order }
}

function findSortKeys(spec: ListSpec, name: string): SortKey[] | undefined {
  if (Object.hasOwn(spec.sorts, name)) return spec.sorts[name]
  const [, custom] = /^custom\.([a-z][a-z0-9_]{0,39})$/.exec(name) ?? []
  if (!spec.customSorts || custom === undefined) return undefined
  return [{ sql: 'v.sort_key', type: 'text', nullable: true, custom }]
}

/** Applies the order of a list with dynamic sort; its cursors are bound to `more` too. */
export const sortDynamically = (
  ctx: Context,
  page: PageRequest,
  spec: ListSpec,
  order: ListOrder,
  more: string,
): PageRequest =>
  applyOrder(spec, order, { ...page, binding: `${page.binding}\n${more}` }, ctx.services.keyring.deriveKeys('cursor'))

function applyOrder(spec: ListSpec, order: ListOrder, page: PageRequest, cursorKeys: Buffer[]): PageRequest {
  const { sort_by, sort_order } = order
  const sortKeys = [...(sort_by === undefined ? spec.defaultOrder : findSortKeys(spec, sort_by)!)]
  if (!sortKeys.some((key) => key.sql === spec.id.sql))
    sortKeys.push({ ...spec.id, desc: sortKeys.at(-1)?.desc ?? false })
  const keys = sortKeys.map((key) => ({ ...key, desc: (key.desc ?? false) !== (sort_order === 'desc') }))
  const binding = `${page.binding}\n${sort_by ?? ''}\n${sort_order}`
  const after = page.cursor === undefined ? null : verifyCursor(page.cursor, binding, cursorKeys)
  if (after && after.length !== keys.length) throw invalidParameter('cursor', 'The cursor belongs to another list.')
  return { keys, after, limit: page.limit, offset: after ? 0 : page.offset, binding }
}

function readSingle(raw: QueryValues, name: string): string | undefined {
  const value = raw[name]
  if (Array.isArray(value)) throw invalid(['query', name], `Send ${name} only once.`, 'duplicate_parameter')
  return value
}

function readInteger(raw: QueryValues, name: string, min: number): number | undefined {
  const value = readSingle(raw, name)
  if (value === undefined) return undefined
  if (!/^-?\d+$/.test(value)) throw invalid(['query', name], `${name} must be an integer.`, 'int_parsing')
  const number = Number(value)
  if (number < min) throw invalid(['query', name], `${name} must be at least ${min}.`, 'greater_than_equal')
  return Math.min(number, 2_000_000_000)
}

export interface PageParts {
  where: Sql
  order: Sql
  /** One more than the page size, to detect the last page. */
  limit: Sql
  columns: Sql
}

/** Size after which a page ends early, to bound memory. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024

/** Cuts an ordered selection by the size of its rows, which they return as `page_bytes`. */
export const limitPageBytes = <R>(page: Sql<R>): Sql<R> => sql<R>`
  select * from (
    select w.*, count(*) over () as fetched, sum(w.page_bytes) over (rows unbounded preceding) - w.page_bytes as bytes_before
    from (${page}) w) sized
  where bytes_before < ${MAX_PAGE_BYTES}`

export interface SelectPageOptions extends QueryOptions {
  /** Ends the page early by size; rows return theirs as `page_bytes`. */
  limitBytes?: boolean
}

export type BuildPageQuery<R> = (parts: PageParts) => Sql<R>

export function buildPageStatement<R>(list: PageRequest, build: BuildPageQuery<R>, limitsBytes = false): Sql<R> {
  const statement = buildKeyset(list, build)
  return limitsBytes ? limitPageBytes(statement) : statement
}

export const selectPage = <R>(
  ctx: Context,
  list: PageRequest,
  build: BuildPageQuery<R>,
  { limitBytes, ...how }: SelectPageOptions = {},
): Promise<R[]> => ctx.db.query(buildPageStatement(list, build, limitBytes), how)

/**
 * Selects by keyset. For a nullable sort key it selects rows with a value, then rows without: neither `OR … IS NULL` nor
 * `NULLS LAST` against the direction of an index can start in the middle of it.
 */
function buildKeyset<R>(list: PageRequest, build: BuildPageQuery<R>): Sql<R> {
  const { keys, after } = list
  const columns = joinSql(keys.map((key, i) => sql.raw(`${key.sql} as sort_${i}`)))
  const limit = buildLimit(list.limit + 1, list.offset)
  const [first, id] = keys
  // An ascending order from the start needs one scan only: the index sorts nulls last too.
  if (keys.length !== 2 || !first!.nullable || (!after && !first!.desc && !id!.desc)) {
    const order = sql`order by ${joinSql(keys.map(buildSortNullsLast))}`
    return build({ where: after ? buildAfterCondition(keys, after) : sql`true`, order, limit, columns })
  }
  const plain = sql`order by ${joinSql(keys.map(buildSort))}`
  const column = sql.raw(first!.sql)
  const absent = sql`${column} is null`
  if (after && after[0] === null) {
    const where = sql`${absent} and ${buildAfterCondition([id!], [after[1]])}`
    return build({ where, order: plain, limit, columns })
  }
  const combinedLimit = buildLimit(list.limit + 1 + list.offset, 0)
  const withValueOnly = after ? buildAfterCondition([{ ...first!, nullable: false }, id!], after) : sql`true`
  const withValue = build({
    where: sql`${column} is not null and ${withValueOnly}`,
    order: plain,
    limit: combinedLimit,
    columns,
  })
  const without = build({ where: absent, order: plain, limit: combinedLimit, columns })
  return sql<R>`select * from (${withValue}) a union all select * from (${without}) b ${limit}`
}

/** Inlines the usual limit: with a parameter, a generic plan assumes a tenth of the table. */
export const buildLimit = (limit: number, offset: number): Sql =>
  limit === DEFAULT_LIMIT + 1 && offset === 0
    ? sql.raw(`limit ${DEFAULT_LIMIT + 1}`)
    : sql`limit ${limit} offset ${offset}`

const buildDirection = (key: SortKey) => (key.desc ? sql` desc` : sql` asc`)
const buildSort = (key: SortKey) => sql`${sql.raw(key.sql)}${buildDirection(key)}`
const buildSortNullsLast = (key: SortKey) => (key.nullable ? sql`${buildSort(key)} nulls last` : buildSort(key))
const castValue = (key: SortKey, value: unknown) => sql`${value}::${sql.raw(key.type)}`

/** Builds the keyset condition: rows after these values in lexicographic order. */
function buildAfterCondition(keys: SortKey[], values: unknown[]): Sql {
  const uniform = keys.every((key) => !key.nullable && key.desc === keys[0]!.desc)
  if (uniform) {
    const leftSide = sql.raw(keys.map((key) => key.sql).join(', '))
    const right = joinSql(keys.map((key, i) => castValue(key, values[i])))
    return keys[0]!.desc ? sql`(${leftSide}) < (${right})` : sql`(${leftSide}) > (${right})`
  }
  const cases = keys.map((key, i) => {
    const equal = keys.slice(0, i).map((before, j) => buildEqualCondition(before, values[j]))
    return sql`(${and([...equal, buildLaterCondition(key, values[i])])})`
  })
  return or(cases)
}

const buildEqualCondition = (key: SortKey, value: unknown) =>
  value === null ? sql`${sql.raw(key.sql)} is null` : sql`${sql.raw(key.sql)} = ${castValue(key, value)}`

function buildLaterCondition(key: SortKey, value: unknown): Sql {
  if (value === null) return sql`false`
  const column = sql.raw(key.sql)
  const past = key.desc ? sql`${column} < ${castValue(key, value)}` : sql`${column} > ${castValue(key, value)}`
  return key.nullable ? sql`(${past} or ${column} is null)` : past
}

/** Returns a page: each row shaped by `present`, and the cursor of the next page. */
export const respondWithPage = <R extends object>(
  ctx: Context,
  list: PageRequest,
  rows: R[],
  present: (row: R) => unknown,
  more?: Record<string, unknown>,
): Promise<OperationResult> => respondWithRows(ctx, list, rows, (page) => page.map((row) => present(row)), more)

/** Returns a page like `respondWithPage`, whose rows are shaped together. */
export async function respondWithRows<R extends object>(
  ctx: Context,
  list: PageRequest,
  rows: R[],
  present: (rows: R[]) => unknown[] | Promise<unknown[]>,
  more: Record<string, unknown> = {},
): Promise<OperationResult> {
  const page = rows.length > list.limit ? rows.slice(0, list.limit) : rows
  // A page cut by size returns the number of rows before the cut.
  const { fetched = rows.length } = (rows[0] ?? {}) as { fetched?: number }
  const next = fetched > page.length ? signCursorAfter(ctx, list, page.at(-1)!) : null
  return respond({ data: await present(page), next_cursor: next, ...more })
}

/** Signs the cursor after a row, which has its sort values as `sort_0`, `sort_1`, … */
export const signCursorAfter = (ctx: Context, list: PageRequest, row: object): string =>
  signCursor(
    list.keys.map((_, i) => (row as Record<string, unknown>)[`sort_${i}`]),
    list.binding,
    ctx.services.keyring.deriveKeys('cursor')[0]!,
  )
