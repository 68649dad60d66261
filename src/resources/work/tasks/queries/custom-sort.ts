import { sql, type Sql, and } from '../../../../db/sql.ts'
import { invalidParameter } from '../../../../core/errors.ts'
import { buildLimit, type PageParts, type PageRequest } from '../../../../http/pagination/pagination.ts'
import { hasOptions, hasSeveralItems, type CatalogField } from '../../fields/kinds.ts'
import { buildFieldScope, buildUnsetCondition, type FieldCondition } from './custom-filters.ts'

/** Parts of a statement that lists tasks `t` from a FROM item. */
export interface CustomPageParts extends PageParts {
  from: Sql
}

interface CustomPage {
  list: PageRequest
  source: Sql
  /** Condition that the value of `t` may decide its position. */
  shown: Sql
  /** Filter of the field that sorts. */
  filter?: FieldCondition | undefined
  build: <R>(parts: CustomPageParts) => Sql<R>
}
type SortedPage = CustomPage & { field: CatalogField }

/** Returns whether a page of a list sorted by a custom field begins after the tasks with a value. */
export const isPastCustomValues = ({ keys, after }: PageRequest): boolean =>
  keys[0]?.custom !== undefined && after !== null && after[0] === null

/** Returns whether a filter of the field that sorts can be applied to the value that sorts, the only one of a task. */
export const filtersSortedValue = (filter: FieldCondition | undefined): boolean =>
  Boolean(filter?.field && !hasSeveralItems(filter.field.type))

/**
 * Builds a page of tasks sorted by a custom field: first those with a value, which the index of values lists in order, then
 * those without. Options are listed one after the other, since their order can change without changing any value.
 */
export function buildCustomSortedPage<R>(page: CustomPage & { field: CatalogField | null }): Sql<R> {
  const { list, field, filter } = page
  if (field === null) return listWithoutValue<R>(page, sql`true`)
  const sorted = { ...page, field }
  const parts: Sql<R>[] = []
  if (!isPastCustomValues(list) && filter?.value !== null)
    parts.push(hasOptions(field.type) ? listByOption<R>(sorted) : listByKey<R>(sorted))
  if (isPastCustomValues(list) || filter?.unset !== false)
    parts.push(listWithoutValue<R>(page, sql`(${buildUnsetCondition(field)} or (${page.shown}) is not true)`))
  const all = parts.map((part) => sql`select * from (${part}) p`)
  return sql<R>`${sql.join(all, ' union all ')} ${buildLimit(list.limit + 1, list.offset)}`
}

const isDescending = ({ list }: CustomPage): boolean => list.keys[0]!.desc ?? false
const buildDirection = (page: CustomPage): Sql => sql.raw(isDescending(page) ? 'desc' : 'asc')
const buildComparison = (page: CustomPage): Sql => sql.raw(isDescending(page) ? '<' : '>')
const buildMaxRows = ({ list }: CustomPage): Sql => buildLimit(list.limit + 1 + list.offset, 0)

const joinValues = ({ field, source }: SortedPage): Sql =>
  sql`task_field_values v join ${source} t on t.org_id = ${field.org_id} and t.task_id = v.task_id`

const buildValueCondition = ({ field, shown, filter }: SortedPage): Sql =>
  and([
    sql`v.org_id = ${field.org_id} and v.field_id = ${field.field_id} and ${shown} and ${buildFieldScope(field)}`,
    ...(filtersSortedValue(filter) ? [filter!.value!] : []),
  ])

function listByKey<R>(page: SortedPage): Sql<R> {
  const { after } = page.list
  const direction = buildDirection(page)
  const isAfter = after
    ? sql`(v.sort_key, v.task_id) ${buildComparison(page)} (${after[0]}::text, ${after[1]}::text)`
    : sql`true`
  return page.build<R>({
    from: joinValues(page),
    where: and([buildValueCondition(page), sql`v.ord = 0`, isAfter]),
    order: sql`order by v.sort_key ${direction}, v.task_id ${direction}`,
    limit: buildMaxRows(page),
    columns: sql`v.sort_key as sort_0, t.task_id as sort_1`,
  })
}

function listByOption<R>(page: SortedPage): Sql<R> {
  const { field, list } = page
  const options = field.options.map((one) => one.option)
  const matching = options.filter((option) => !filtersSortedValue(page.filter) || page.filter!.keys!.includes(option))
  const ordered = isDescending(page) ? matching.toReversed() : matching
  const start = list.after ? ordered.indexOf(list.after[0] as string) : 0
  if (start < 0) throw invalidParameter('cursor', 'The cursor belongs to another list.')
  const isAfter = list.after
    ? sql`(o.rank > 1 or v.task_id ${buildComparison(page)} ${list.after[1]}::text)`
    : sql`true`
  const rank = (column: string) => sql`array_position(${options}::text[], ${sql.raw(column)})`
  const isFirst = sql`not exists (select from task_field_values w where w.org_id = ${field.org_id}
    and w.field_id = ${field.field_id} and w.task_id = v.task_id and ${rank('w.sort_key')} < ${rank('o.option')})`
  const rows = page.build<R>({
    from: joinValues(page),
    where: and([
      buildValueCondition(page),
      sql`v.sort_key = o.option`,
      field.type === 'select' ? sql`v.ord = 0` : isFirst,
      isAfter,
    ]),
    order: sql`order by v.task_id ${buildDirection(page)}`,
    limit: buildMaxRows(page),
    columns: sql`o.option as sort_0, t.task_id as sort_1`,
  })
  return sql<R>`select r.* from unnest(${ordered.slice(start)}::text[]) with ordinality o (option, rank),
    lateral (${rows}) r ${buildMaxRows(page)}`
}

function listWithoutValue<R>(page: CustomPage, condition: Sql): Sql<R> {
  const { list, source, build } = page
  const isAfter = isPastCustomValues(list) ? sql`t.task_id ${buildComparison(page)} ${list.after![1]}::text` : sql`true`
  return build<R>({
    from: sql`${source} t`,
    where: and([condition, isAfter]),
    order: sql`order by t.task_id ${buildDirection(page)}`,
    limit: buildMaxRows(page),
    columns: sql`null::text as sort_0, t.task_id as sort_1`,
  })
}
