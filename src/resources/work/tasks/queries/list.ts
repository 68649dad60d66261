import type { QueryOptions } from '../../../../db/database.ts'
import { sql, type Sql, and } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import {
  limitPageBytes,
  selectPage,
  type PageRequest,
  type ListSpec,
  type PageParts,
  type SortKey,
  type SelectPageOptions,
} from '../../../../http/pagination/pagination.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import {
  buildVisibleProjectOrTeamCondition,
  buildRestrictionCondition,
  buildVisibleTasksCondition,
} from '../../projects/queries/visibility.ts'
import { buildClaimColumn, type TaskClaim } from './claims.ts'
import { liveTaskCondition, buildRestorableCondition } from './deleted.ts'
import type { CustomQuery } from './custom-filters.ts'
import { buildCustomSortedPage, filtersSortedValue, isPastCustomValues, type CustomPageParts } from './custom-sort.ts'
import type { TaskSearchPlan } from './search.ts'
import { buildFieldColumns, includesLinkFields, type TaskListField } from './list-fields.ts'
import { buildTaskColumns, type TaskRow } from './rows.ts'
import { buildReadableColumn, removeHiddenLinks } from './readable-links.ts'
import { joinTaskSection, buildSectionColumn, type SectionScope } from './section-scope.ts'

const buildSortKey = (name: string, type: SortKey['type'], nullable = false): SortKey[] => [
  { sql: `t.${name}`, type, nullable },
]

/** Sort keys of the order in sections: by section, then by position; tasks without a section come last. */
const sectionOrderKeys: SortKey[] = [
  ...buildSortKey('section_order', 'float8', true),
  ...buildSortKey('ordered_section_id', 'text', true),
  ...buildSortKey('order_in_section', 'float8', true),
]

/** Returns whether a list is sorted by section position, which requires a section scope. */
export const isSortedBySection = ({ keys }: PageRequest): boolean =>
  keys.some(({ sql: name }) => name === sectionOrderKeys[0]!.sql)

export const taskSorts: ListSpec = {
  customSorts: true,
  sorts: {
    task_id: buildSortKey('task_id', 'text'),
    title: buildSortKey('title_key', 'text'),
    status: buildSortKey('status_rank', 'integer'),
    priority: buildSortKey('priority_rank', 'integer'),
    due_date: buildSortKey('due_date', 'date', true),
    start_date: buildSortKey('start_date', 'date', true),
    created_at: buildSortKey('created_at', 'timestamptz'),
    assignee: buildSortKey('assignee_key', 'text', true),
    project_id: buildSortKey('project_id', 'text', true),
    priority_rank: buildSortKey('priority_rank', 'integer'),
    status_rank: buildSortKey('status_rank', 'integer'),
    task_type: buildSortKey('task_type', 'text'),
    updated_at: buildSortKey('updated_at', 'timestamptz'),
    section_position: sectionOrderKeys,
  },
  defaultOrder: buildSortKey('title_key', 'text'),
  id: { sql: 't.task_id', type: 'text' },
}

/** Row of a task list. `removeHiddenLinks` removes links that the caller can't read. */
export interface TaskListRow extends TaskRow {
  /** False for a restricted row included by `include_inaccessible`. */
  is_readable: boolean
  deleted_at?: string
  placement?: { section_id: string; position: number } | null
  claim?: TaskClaim | null
}

/** Selected row, with the ids of its readable linked tasks; null if all are readable. */
export type TaskListRowWithReadable = TaskListRow & { readable: string[] | null }

export const taskListColumns = buildTaskColumns('t')

/** Sort columns that reveal nothing about the contents of a task. */
const publicSorts = ['t.task_id', 't.project_id', 't.created_at']

/** Sorts restricted rows as if they had no values, so that neither position nor cursor reveals them. */
const withoutRestricted = (list: PageRequest): PageRequest => ({
  ...list,
  keys: list.keys.map((sort) =>
    publicSorts.includes(sort.sql)
      ? sort
      : { ...sort, sql: `case when t.is_readable then ${sort.sql} end`, nullable: true },
  ),
})

const sizeColumns = {
  description: sql`coalesce(octet_length(t.description), 0)`,
  metadata: sql`pg_column_size(t.metadata)`,
  type_data: sql`coalesce(pg_column_size(t.type_data), 0)`,
  custom: sql`pg_column_size(t.custom)`,
}
/** Returns the size of the large columns among the fields; undefined if there is none. */
function sumSizes(fields: readonly TaskListField[]): Sql | undefined {
  const large = Object.entries(sizeColumns).flatMap(([name, bytes]) =>
    fields.includes(name as TaskListField) ? [bytes] : [],
  )
  return large.length > 0 ? sql.join(large, ' + ') : undefined
}
/** Size of the large columns of a row. PostgreSQL knows these lengths without reading the values. */
export const largeColumnBytes = sql`${sizeColumns.description} + ${sizeColumns.metadata} + ${sizeColumns.type_data} + ${sizeColumns.custom}`

/** Returns a subquery for the tasks of a search that meet a condition, at least those on the page. */
function buildSearchSource(
  { org_id }: OrgVisibility,
  source: Sql,
  condition: Sql,
  { branches, scan }: TaskSearchPlan,
  order: Sql,
  maxRows: number,
): Sql {
  const matches = sql`select * from ${source} t where t.org_id = ${org_id} and ${condition}`
  const page = sql`${order} limit ${maxRows}`
  const selectFound = (extra: Sql) =>
    sql.join(
      branches.map((branch) => sql`(select * from (${matches} and ${branch}${extra} ${page}) f)`),
      ' union all ',
    )
  if (!scan) return sql`(${selectFound(sql``)})`
  // Falls back to the lookups if the scan reached its limit, which adds a row past it.
  const scanLimit = scan.maxRows(maxRows)
  const reachedLimit = sql`exists (select from scanned where scan_position > ${scanLimit}::int)`
  return sql`(with scanned as materialized (
      select * from (select x.*, row_number() over () as scan_position from (${matches} ${order}) x) t
      where t.scan_position > ${scanLimit}::int or ${scan.test} limit ${maxRows})
    select * from scanned where not ${reachedLimit} union all select *, 0 from (${selectFound(sql` and ${reachedLimit}`)}) f)`
}

export interface TaskListQuery extends Partial<CustomQuery> {
  list: PageRequest
  visibility: OrgVisibility
  conditions: Sql[]
  filtersCustomFields?: boolean
  /** Includes restricted tasks that are hidden from the caller, to be masked. */
  includeMasked?: boolean
  sectionScope?: SectionScope | undefined
  /** Index lookups of a search, or of tasks that involve users. */
  searchPlan?: TaskSearchPlan | undefined
  deleted?: boolean
  fields?: readonly TaskListField[] | undefined
}

/** Maximum number of hidden projects for which an unfiltered list uses a generic plan. */
const MAX_HIDDEN_PROJECTS = 20

/**
 * Chooses a generic plan for unfiltered lists, which always scan the index of their order, and a custom plan for others,
 * where the number of matches decides between a sort index and a lookup. Planning a list takes longer than reading it.
 */
export function chooseTaskListPlan({
  list,
  visibility: { projects },
  conditions,
  searchPlan,
}: TaskListQuery): QueryOptions {
  const isUnfiltered =
    conditions.length === 0 &&
    !searchPlan &&
    !isSortedBySection(list) &&
    !isPastCustomValues(list) &&
    (projects.kind === 'all' || (projects.kind === 'except' && projects.ids.length <= MAX_HIDDEN_PROJECTS))
  return { plan: isUnfiltered ? 'generic' : 'custom' }
}

/** Returns the builder of the SELECT of a page of tasks `t`, with their readable linked tasks. */
export const buildTaskListPage =
  (ctx: Context, { visibility, conditions }: TaskListQuery) =>
  <R>({ where, order, limit, columns }: PageParts): Sql<R> => sql<R>`
    select t.*, ${buildReadableColumn(ctx, visibility)}, ${columns} from tasks t
    where ${and([sql`t.org_id = ${visibility.org_id}`, liveTaskCondition, buildVisibleTasksCondition(ctx, visibility), ...conditions, where])}
    ${order} ${limit}`

/** Returns the FROM item `t`: tasks, with the columns that sorting and masking need. */
function buildSource(ctx: Context, { list, visibility, sectionScope }: TaskListQuery, masksRestricted: boolean): Sql {
  const isReadable = masksRestricted ? sql`, ${buildRestrictionCondition(ctx, visibility)} as is_readable` : sql``
  if (isSortedBySection(list) && sectionScope)
    return sql`(select t.*, section.*${isReadable} from tasks t ${joinTaskSection(ctx, visibility, sectionScope)}
      where t.org_id = ${visibility.org_id})`
  return masksRestricted
    ? sql`(select t.*${isReadable} from tasks t where t.org_id = ${visibility.org_id})`
    : sql`tasks`
}

function selectColumns(
  ctx: Context,
  { visibility, sectionScope, fields, deleted }: TaskListQuery,
): { columns: Sql; bytes?: Sql } {
  const since = deleted ? sql`, t.deleted_at` : sql``
  const extraColumns = sectionScope ? sql`${since}, ${buildSectionColumn(ctx, visibility, sectionScope)}` : since
  if (!fields)
    return {
      columns: sql`${taskListColumns}, ${buildReadableColumn(ctx, visibility)}${extraColumns}`,
      bytes: largeColumnBytes,
    }
  const readable = includesLinkFields(fields) ? sql`, ${buildReadableColumn(ctx, visibility)}` : sql``
  const large = sumSizes(fields)
  const claim = fields.includes('claim') ? sql`, ${buildClaimColumn(visibility.org_id)}` : sql``
  return {
    columns: sql`${buildFieldColumns(fields)}${readable}${claim}${extraColumns}`,
    ...(large && { bytes: large }),
  }
}

interface CustomSortParts {
  source: Sql
  condition: Sql
  shown: Sql
  build: <R>(parts: CustomPageParts) => Sql<R>
}

/** Selects a page sorted by a custom field. A search uses its disjoint lookups, since it cannot scan in this order. */
function selectCustomSorted(
  ctx: Context,
  { list, visibility: { org_id }, searchPlan, sortField = null, sortFilter, sortsMatches = false }: TaskListQuery,
  { source, condition, shown, build }: CustomSortParts,
  { limitBytes, ...how }: SelectPageOptions,
): Promise<TaskListRowWithReadable[]> {
  const branches = searchPlan?.branches.map(
    (branch) => sql`select * from ${source} t where t.org_id = ${org_id} and ${branch}`,
  )
  const page = buildCustomSortedPage<TaskListRowWithReadable>({
    list,
    field: sortField,
    filter: sortFilter,
    sortsMatches,
    source: branches ? sql`(${sql.join(branches, ' union all ')})` : source,
    shown,
    build: (parts) => build({ ...parts, where: and([condition, parts.where]) }),
  })
  return ctx.db.query(limitBytes ? limitPageBytes(page) : page, how)
}

/** Returns the condition of the tasks of a list, without a filter that is applied to the sorted value. */
function buildTaskCondition(ctx: Context, query: TaskListQuery, masksRestricted: boolean): Sql {
  const { visibility, conditions, sortFilter, deleted = false } = query
  const state = deleted ? buildRestorableCondition(ctx, visibility) : liveTaskCondition
  const visible = masksRestricted
    ? buildVisibleProjectOrTeamCondition(ctx, visibility)
    : buildVisibleTasksCondition(ctx, visibility)
  const onTask = filtersSortedValue(sortFilter) ? conditions.filter((one) => one !== sortFilter!.condition) : conditions
  return and([state, visible, ...onTask])
}

export async function selectTaskList(ctx: Context, query: TaskListQuery): Promise<TaskListRow[]> {
  const { list, visibility, includeMasked = false, searchPlan, fields } = query
  const masksRestricted = includeMasked && !visibility.isOrgAdmin
  const source = buildSource(ctx, query, masksRestricted)
  const selected = selectColumns(ctx, query)
  const isReadable = masksRestricted ? sql`t.is_readable` : sql`true as is_readable`
  // Masked rows count as empty, because the end of a page must not reveal their size.
  const bytes = masksRestricted ? sql`case when t.is_readable then ${selected.bytes} else 0 end` : selected.bytes
  const bytesColumn = selected.bytes ? sql`, ${bytes} as page_bytes` : sql``
  const { org_id } = visibility
  const taskCondition = buildTaskCondition(ctx, query, masksRestricted)
  const build = <R>({ from, where, order, limit, columns }: CustomPageParts) => sql<R>`
    select ${selected.columns}, ${isReadable}${bytesColumn}, ${columns} from ${from}
    where t.org_id = ${org_id} and ${where} ${order} ${limit}`
  const options = { limitBytes: selected.bytes !== undefined, ...chooseTaskListPlan(query) }
  const rows =
    list.keys[0]?.custom === undefined
      ? await selectPage<TaskListRowWithReadable>(
          ctx,
          masksRestricted ? withoutRestricted(list) : list,
          ({ where, ...page }) => {
            const condition = and([taskCondition, where])
            const maxRows = list.limit + 1 + list.offset
            const matches =
              searchPlan && buildSearchSource(visibility, source, condition, searchPlan, page.order, maxRows)
            return build({ ...page, from: sql`${matches ?? source} t`, where: matches ? sql`true` : condition })
          },
          options,
        )
      : await selectCustomSorted(
          ctx,
          query,
          { source, condition: taskCondition, shown: masksRestricted ? sql`t.is_readable` : sql`true`, build },
          options,
        )
  return fields && !includesLinkFields(fields) ? rows : rows.map(removeHiddenLinks)
}
