import { sql, type Sql } from '../../../../db/sql.ts'
import { respondWithJson, type OperationResult, type SerializedJson } from '../../../../http/result.ts'
import type { Context } from '../../../../core/context.ts'
import { PageCache, type CachedPage } from '../../../../http/pagination/page-cache.ts'
import {
  signCursorAfter,
  respondWithRows,
  buildPageStatement,
  type BuildPageQuery,
} from '../../../../http/pagination/pagination.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { loadCatalogFor, type TaskCatalog } from '../../projects/queries/catalog.ts'
import { taskAttributeNames } from '../attributes.ts'
import { buildListedSelector } from './custom-values.ts'
import { buildTaskListPage, chooseTaskListPlan, largeColumnBytes, selectTaskList, type TaskListQuery } from './list.ts'
import { presentTaskList } from '../presenter.ts'
import { buildPageJson, prepareRows, serializeRow, type SerializedRow } from './list-json.ts'
import type { TaskRow } from './rows.ts'

/** Identifies one version of a row, also across a restore of the database to an older state. */
interface RowVersion {
  row_id: string
  row_xmin: string
  row_version: number
  row_updated_at: string
  row_comments: number
}

/** Cached row: its JSON, its version, and its position in the table. */
interface CachedTask extends RowVersion, SerializedRow {
  row_ctid: string
}

/** Row of a page: all columns, or only the version of a row that is cached. */
interface Row extends RowVersion, TaskRow {
  row_ctid: string
  /** True if the columns of the task are included. */
  has_columns: boolean
  readable: string[] | null
}

interface CachedTaskPage extends CachedPage {
  tasks: ReadonlyMap<string, CachedTask>
  /** Key of everything in the page that depends on the reader. */
  readerKey: string
  next: string | null
  json: SerializedJson
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024
const MAX_PAGE_BYTES = 4 * 1024 * 1024
const pageCaches = new WeakMap<Dependencies, PageCache<CachedTaskPage>>()

function getPageCache(services: Dependencies): PageCache<CachedTaskPage> {
  let pages = pageCaches.get(services)
  if (!pages) pageCaches.set(services, (pages = new PageCache(MAX_CACHE_BYTES, MAX_PAGE_BYTES)))
  return pages
}

/** Larger rows are not cached, so that filling the cache takes no more memory than a normal response. */
const MAX_CACHED_ROW_BYTES = 16 * 1024

const conditionalColumns = sql.raw(
  taskAttributeNames.map((name) => `case when k.has_columns then k.${name} end as ${name}`).join(', '),
)
const versionColumns = sql.raw(
  `k.row_id, k.row_xmin, k.row_ctid, k.row_version, k.row_updated_at, k.row_comments, k.has_columns, k.readable`,
)

/**
 * Returns the SELECT of a page, without the columns of rows that are cached. Row position and transaction (`ctid`, `xmin`)
 * find candidates; the caller compares the full version.
 */
function selectRows({ list }: TaskListQuery, cached: readonly CachedTask[], build: BuildPageQuery<Row>): Sql<Row> {
  const isCached = sql`t.ctid = any(${cached.map((row) => row.row_ctid)}::tid[])
    and t.xmin = any(${cached.map((row) => row.row_xmin)}::xid[])`
  const sorts = sql.raw(list.keys.map((_, i) => `k.sort_${i}`).join(', '))
  const page = buildPageStatement<Row>(list, (parts) => {
    const columns = sql`t.task_id as row_id, t.xmin::text as row_xmin, t.ctid::text as row_ctid,
      t.version as row_version, t.updated_at as row_updated_at, t.comments as row_comments,
      not (${isCached}) and ${largeColumnBytes} < ${MAX_CACHED_ROW_BYTES} as has_columns, ${parts.columns}`
    return build({ ...parts, columns })
  })
  return sql<Row>`select ${versionColumns}, ${sorts}, ${conditionalColumns} from (${page}) k`
}

const findPrefix = ({ prefixes }: TaskCatalog, projectId: string | null): string | null =>
  prefixes.get(projectId ?? '') ?? null

/** Returns whether the key in a cached row has the present prefix of its project. */
const hasPrefix = (catalog: TaskCatalog, task: CachedTask): boolean =>
  task.project_prefix === findPrefix(catalog, task.project_id)

/** Returns the rows by id; null if a row has no columns and its cached version is outdated. */
function resolveTasks(
  rows: readonly Row[],
  catalog: TaskCatalog,
  cached: ReadonlyMap<string, CachedTask> | undefined,
): Map<string, CachedTask> | null {
  const tasks = new Map<string, CachedTask>()
  for (const row of rows) {
    const cachedTask = cached?.get(row.row_id)
    const task = row.has_columns
      ? toCachedTask(row, catalog)
      : cachedTask && isSameVersion(cachedTask, row) && hasPrefix(catalog, cachedTask)
        ? cachedTask
        : undefined
    if (!task) return null
    tasks.set(row.row_id, task)
  }
  return tasks
}

function toCachedTask(row: Row, catalog: TaskCatalog): CachedTask {
  const { row_id, row_xmin, row_ctid, row_version, row_updated_at, row_comments } = row
  const version = { row_id, row_xmin, row_ctid, row_version, row_updated_at, row_comments }
  return Object.assign(version, serializeRow(row, findPrefix(catalog, row.project_id)))
}

const isSameVersion = (one: RowVersion, other: RowVersion): boolean =>
  one.row_xmin === other.row_xmin &&
  one.row_version === other.row_version &&
  one.row_updated_at === other.row_updated_at &&
  one.row_comments === other.row_comments

function hasSameTasks(one: ReadonlyMap<string, CachedTask>, other: ReadonlyMap<string, CachedTask>): boolean {
  if (one.size !== other.size) return false
  const tasks = other.values()
  for (const task of one.values()) if (task !== tasks.next().value) return false
  return true
}

/** Returns the page of these rows, or the cached page if it is the same. */
function buildPage(
  ctx: Context,
  query: TaskListQuery,
  catalog: TaskCatalog,
  tasks: Map<string, CachedTask>,
  found: Row[],
  cached?: CachedTaskPage,
): CachedTaskPage {
  const { list, visibility } = query
  const readable = found.map((row) => row.readable)
  const selectCustom = buildListedSelector(catalog.fields)
  const forReader = prepareRows(ctx, visibility, [...tasks.values()], readable, selectCustom)
  const more = found.length > tasks.size
  const same = cached && hasSameTasks(cached.tasks, tasks) && (cached.next !== null) === more
  if (same && cached.readerKey === forReader.readerKey) return cached
  const next = same ? cached.next : more ? signCursorAfter(ctx, list, found[tasks.size - 1]!) : null
  const json = buildPageJson(forReader.rows, next)
  const size = [...tasks.values()].reduce((sum, task) => sum + task.bytes, 0)
  return { tasks, readerKey: forReader.readerKey, next, json, size }
}

/**
 * Returns the page from cached rows and changed rows of one statement; undefined if the cache cannot be used. A lost
 * connection rules it out, because after a failover the statement may have read an older state.
 */
async function respondFromCache(
  ctx: Context,
  query: TaskListQuery,
  cacheKey: string,
  cached?: CachedTaskPage,
): Promise<OperationResult | undefined> {
  const cache = getPageCache(ctx.services)
  const current = await loadCatalogFor(ctx, query.visibility, [])
  const cachedTasks = cached ? [...cached.tasks.values()].filter((task) => hasPrefix(current, task)) : []
  const losses = ctx.database.connectionLosses()
  const found = await ctx.db.query(
    selectRows(query, cachedTasks, buildTaskListPage(ctx, query)),
    chooseTaskListPlan(query),
  )
  if (ctx.database.connectionLosses() !== losses) return undefined
  const rows = found.slice(0, query.list.limit)
  const named = [...rows, ...cachedTasks.flatMap((task) => task.linked ?? [])]
  const catalog = await loadCatalogFor(ctx, { org_id: query.visibility.org_id, catalog: current }, named)
  const tasks = resolveTasks(rows, catalog, cached?.tasks)
  if (!tasks) {
    cache.markUncacheable(cacheKey)
    return undefined
  }
  const page = buildPage(ctx, query, catalog, tasks, found, cached)
  if (page !== cached && !cache.store(cacheKey, page)) return undefined
  return respondWithJson(page.json)
}

/** Returns the cache key of a page; undefined for lists that are not cached. */
function buildCacheKey(ctx: Context, query: TaskListQuery): string | undefined {
  const {
    list,
    visibility,
    includeMasked,
    sectionScope: scope,
    searchPlan,
    fields,
    deleted,
    filtersCustomFields,
  } = query
  // Citus refuses `xmin` in statements that it divides, as it does those with values of custom fields.
  if (filtersCustomFields && ctx.database.sharded) return undefined
  if (includeMasked || scope || searchPlan || fields || deleted || list.keys[0]?.custom) return undefined
  const { org_id, isOrgAdmin, projects } = visibility
  const { binding, after, limit, offset } = list
  return PageCache.buildKey([org_id, isOrgAdmin, projects, binding, after, limit, offset])
}

export async function respondWithTaskList(ctx: Context, query: TaskListQuery): Promise<OperationResult> {
  const cacheKey = buildCacheKey(ctx, query)
  if (cacheKey !== undefined) {
    const { worth, page } = getPageCache(ctx.services).find(cacheKey, ctx.database.connectionLosses())
    const response = worth && (await respondFromCache(ctx, query, cacheKey, page))
    if (response) return response
  }
  const found = await selectTaskList(ctx, query)
  return respondWithRows(ctx, query.list, found, (page) => presentTaskList(ctx, query, page))
}
