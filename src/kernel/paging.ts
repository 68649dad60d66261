import type { RunOptions } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Context } from './context.ts'
import { answer, type Answer } from './answer.ts'
import { openCursor, sealCursor } from './lists/cursor.ts'
import { invalid, invalidParameter } from './problem.ts'
import { every, listed, some } from './sql.ts'

/** One thing a list sorts by: an SQL expression and the type its values are compared as. */
export interface SortKey {
  sql: string
  type: 'text' | 'integer' | 'timestamptz' | 'date' | 'float8' | 'uuid'
  /** Nulls come last in both directions. */
  nullable?: boolean
  desc?: boolean
}

/** How an operation's list sorts and pages. */
export interface ListSpec {
  /** What `sort_by` takes. */
  sorts: Record<string, SortKey[]>
  /** The order without `sort_by`. */
  natural: SortKey[]
  /** The unique key that comes last, so that no two rows are at the same place. */
  id: SortKey
  /**
   * The rows of a page when no `limit` is given: 100, but for a few lists of short rows. A page never has more than
   * 1000.
   */
  defaultLimit?: 100 | 1000
  /** The list takes neither `sort_by` nor `sort_order`. */
  unsortable?: boolean
  /** Without a named organization it is the same list for everybody, whichever organization their token belongs to. */
  everybodys?: boolean
  /** The order is told by what the request is about: the handler settles it with `orderedLate`. */
  late?: boolean
}

/** A page that was asked for. */
export interface ListQuery {
  keys: SortKey[]
  /** The sort values of the last row of the page before; null on the first. */
  after: unknown[] | null
  limit: number
  offset: number
  /** What a cursor is bound to: operation, organization, sort and filters. */
  binding: string
  /** The cursor of a late list as it was sent, which is read once the order is known. */
  cursor?: string | undefined
}

/** The rows of a page of most lists when no `limit` is given. */
const usualLimit = 100

/** The most rows of a page. */
export const maxLimit = 1000

type QueryValues = Record<string, string | string[] | undefined>

/** Reads `limit`, `offset`, `cursor`, `sort_by`, `sort_order`. 400 outside the closed sets, 422 out of range. */
export function readList(spec: ListSpec, raw: QueryValues, binding: string, cursorKeys: Buffer[]): ListQuery {
  const limit = Math.min(positive(raw, 'limit', 1) ?? spec.defaultLimit ?? usualLimit, maxLimit)
  const offset = positive(raw, 'offset', 0) ?? 0
  const page = { keys: [], after: null, limit, offset, binding, cursor: single(raw, 'cursor') }
  return spec.late ? page : ordered(spec, readOrder(spec, raw), page, cursorKeys)
}

/** What a list is sorted by; without a `sort_by` in its natural order. */
export interface Order {
  sort_by: string | undefined
  sort_order: 'asc' | 'desc'
}

/** Reads `sort_by` and `sort_order`; 400 for what the list does not take. */
export function readOrder(spec: ListSpec, raw: QueryValues): Order {
  const sort_by = spec.unsortable ? undefined : single(raw, 'sort_by')
  const sort_order = (spec.unsortable ? undefined : single(raw, 'sort_order')) ?? 'asc'
  if (sort_by !== undefined && !Object.hasOwn(spec.sorts, sort_by))
    throw invalidParameter('sort_by', `Can't sort by "${sort_by.slice(0, 60)}".`, Object.keys(spec.sorts))
  if (sort_order !== 'asc' && sort_order !== 'desc')
    throw invalidParameter('sort_order', 'sort_order is asc or desc.', ['asc', 'desc'])
  return { sort_by, sort_order }
}

/** The page of a late list in this order; its cursors are bound to `more` too. */
export const orderedLate = (
  ctx: Context,
  page: ListQuery,
  spec: ListSpec,
  order: Order,
  more: string,
): ListQuery =>
  ordered(
    spec,
    order,
    { ...page, binding: `${page.binding}\n${more}` },
    ctx.services.keyring.derived('cursor'),
  )

function ordered(spec: ListSpec, order: Order, page: ListQuery, cursorKeys: Buffer[]): ListQuery {
  const { sort_by, sort_order } = order
  const chosen = [...(sort_by === undefined ? spec.natural : spec.sorts[sort_by]!)]
  if (!chosen.some((key) => key.sql === spec.id.sql))
    chosen.push({ ...spec.id, desc: chosen.at(-1)?.desc ?? false })
  const keys = chosen.map((key) => ({ ...key, desc: (key.desc ?? false) !== (sort_order === 'desc') }))
  const binding = `${page.binding}\n${sort_by ?? ''}\n${sort_order}`
  const after = page.cursor === undefined ? null : openCursor(page.cursor, binding, cursorKeys)
  if (after && after.length !== keys.length)
    throw invalidParameter('cursor', 'The cursor is not of this list.')
  return { keys, after, limit: page.limit, offset: after ? 0 : page.offset, binding }
}

function single(raw: QueryValues, name: string): string | undefined {
  const value = raw[name]
  if (Array.isArray(value)) throw invalid(['query', name], `Send ${name} once.`, 'duplicate_parameter')
  return value
}

function positive(raw: QueryValues, name: string, least: number): number | undefined {
  const value = single(raw, name)
  if (value === undefined) return undefined
  if (!/^-?\d+$/.test(value)) throw invalid(['query', name], `${name} is a whole number.`, 'int_parsing')
  const number = Number(value)
  if (number < least) throw invalid(['query', name], `${name} is at least ${least}.`, 'greater_than_equal')
  return Math.min(number, 2_000_000_000)
}

/** The parts of a list statement that depend on the page asked for. */
export interface PageParts {
  /** Rows after the cursor; true on the first page. */
  where: Sql
  order: Sql
  /** One more than the page, so that the last page is known. */
  limit: Sql
  /** The sort values, to be selected beside the row as `sort_0`, `sort_1`, … */
  columns: Sql
}

/** Bytes of large values after which a page ends early, so that no answer fills the memory. */
const mostBytes = 8 * 1024 * 1024

/** Cuts an ordered selection whose rows name their size as `page_bytes` where it would fill the memory. */
export const withinBytes = <R>(page: Sql<R>): Sql<R> => sql<R>`
  select * from (
    select w.*, count(*) over () as fetched, sum(w.page_bytes) over (rows unbounded preceding) - w.page_bytes as bytes_before
    from (${page}) w) weighed
  where bytes_before < ${mostBytes}`

/** How a page is selected. */
export interface Selecting extends RunOptions {
  /** Rows that can be large name their size as `page_bytes`; the page ends early when they fill the memory. */
  weighed?: boolean
}

/** Writes the SELECT of a list from the parts that depend on the page. */
export type Build<R> = (parts: PageParts) => Sql<R>

/** The statement of one page. */
export function pageStatement<R>(list: ListQuery, build: Build<R>, weighed = false): Sql<R> {
  const statement = walk(list, build)
  return weighed ? withinBytes(statement) : statement
}

/** Runs one statement for one page. */
export const selectPage = <R>(
  ctx: Context,
  list: ListQuery,
  build: Build<R>,
  { weighed, ...how }: Selecting = {},
): Promise<R[]> => ctx.db.query(pageStatement(list, build, weighed), how)

/**
 * A single nullable key is answered as rows with a value, then rows without: two ordered index walks under one LIMIT,
 * since neither `OR … IS NULL` nor a `NULLS LAST` against the index's direction can start in the middle of an index.
 */
function walk<R>(list: ListQuery, build: Build<R>): Sql<R> {
  const { keys, after } = list
  const columns = listed(keys.map((key, i) => sql.raw(`${key.sql} as sort_${i}`)))
  const limit = limitOf(list.limit + 1, list.offset)
  const [first, id] = keys
  // The beginning of an ascending order needs no such start: the index has its nulls last as well.
  if (keys.length !== 2 || !first!.nullable || (!after && !first!.desc && !id!.desc)) {
    const order = sql`order by ${listed(keys.map(nullsLast))}`
    return build({ where: after ? beyond(keys, after) : sql`true`, order, limit, columns })
  }
  const plain = sql`order by ${listed(keys.map(sorted))}`
  const column = sql.raw(first!.sql)
  const absent = sql`${column} is null`
  if (after && after[0] === null) {
    const where = sql`${absent} and ${beyond([id!], [after[1]])}`
    return build({ where, order: plain, limit, columns })
  }
  const most = limitOf(list.limit + 1 + list.offset, 0)
  const present = after ? beyond([{ ...first!, nullable: false }, id!], after) : sql`true`
  const withValue = build({
    where: sql`${column} is not null and ${present}`,
    order: plain,
    limit: most,
    columns,
  })
  const without = build({ where: absent, order: plain, limit: most, columns })
  return sql<R>`select * from (${withValue}) a union all select * from (${without}) b ${limit}`
}

/**
 * The end of a page, in so many words for the length that most have: a plan that is kept can't know a number that is sent
 * apart from the text, takes it for a tenth of the table, and is then not worth keeping.
 */
const limitOf = (limit: number, offset: number): Sql =>
  limit === usualLimit + 1 && offset === 0
    ? sql.raw(`limit ${usualLimit + 1}`)
    : sql`limit ${limit} offset ${offset}`

const direction = (key: SortKey) => (key.desc ? sql` desc` : sql` asc`)
const sorted = (key: SortKey) => sql`${sql.raw(key.sql)}${direction(key)}`
const nullsLast = (key: SortKey) => (key.nullable ? sql`${sorted(key)} nulls last` : sorted(key))
const typed = (key: SortKey, value: unknown) => sql`${value}::${sql.raw(key.type)}`

/** "Later in the order than these values", lexicographically. */
function beyond(keys: SortKey[], values: unknown[]): Sql {
  const uniform = keys.every((key) => !key.nullable && key.desc === keys[0]!.desc)
  if (uniform) {
    const left = sql.raw(keys.map((key) => key.sql).join(', '))
    const right = listed(keys.map((key, i) => typed(key, values[i])))
    return keys[0]!.desc ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
  }
  const cases = keys.map((key, i) => {
    const equal = keys.slice(0, i).map((before, j) => same(before, values[j]))
    return sql`(${every([...equal, later(key, values[i])])})`
  })
  return some(cases)
}

const same = (key: SortKey, value: unknown) =>
  value === null ? sql`${sql.raw(key.sql)} is null` : sql`${sql.raw(key.sql)} = ${typed(key, value)}`

function later(key: SortKey, value: unknown): Sql {
  if (value === null) return sql`false`
  const column = sql.raw(key.sql)
  const past = key.desc ? sql`${column} < ${typed(key, value)}` : sql`${column} > ${typed(key, value)}`
  return key.nullable ? sql`(${past} or ${column} is null)` : past
}

/** The page's answer: rows shaped by `present`, and the cursor of the next page. */
export async function pageAnswer<R extends object>(
  ctx: Context,
  list: ListQuery,
  found: R[],
  present: (rows: R[]) => unknown[] | Promise<unknown[]>,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const page = found.length > list.limit ? found.slice(0, list.limit) : found
  // A weighed page says how many rows there were before it was cut.
  const { fetched = found.length } = (found[0] ?? {}) as { fetched?: number }
  const next = fetched > page.length ? cursorAfter(ctx, list, page.at(-1)!) : null
  return answer({ data: await present(page), next_cursor: next, ...more })
}

/** The cursor of the page that follows a row, which has its sort values as `sort_0`, `sort_1`, … */
export const cursorAfter = (ctx: Context, list: ListQuery, row: object): string =>
  sealCursor(
    list.keys.map((_, i) => (row as Record<string, unknown>)[`sort_${i}`]),
    list.binding,
    ctx.services.keyring.derived('cursor')[0]!,
  )
