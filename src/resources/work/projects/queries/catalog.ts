import type { Database } from '../../../../db/database.ts'
import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { CatalogField } from '../../fields/kinds.ts'
import { CatalogCache, type TaskCatalog } from './catalog-cache.ts'

export type { TaskCatalog }

/** Version of the catalog of an organization, with its contents as JSON unless this process has them. */
export interface CatalogRow {
  catalog_version: string | null
  catalog: string | null
}

const caches = new WeakMap<Database, CatalogCache>()

function getCatalogCache(database: Database): CatalogCache {
  let cache = caches.get(database)
  if (!cache) caches.set(database, (cache = new CatalogCache()))
  return cache
}

const buildContents = (org: Sql): Sql => sql`json_build_object(
    'prefixes', (select json_object_agg(x.project_id, x.prefix) from projects x where x.org_id = ${org}),
    'fields', (select json_agg(json_build_object('field_id', x.field_id, 'key', x.key, 'type', x.type, 'options', x.options,
        'project_ids', x.project_ids, 'position', x.position, 'is_active', x.is_active) order by x.position, x.key)
      from task_fields x where x.org_id = ${org}))::text`

export const catalogColumns = sql.raw('cat.catalog_version, cat.catalog')

/**
 * Returns the lateral join of the columns of `CatalogRow`. Versions are random, so one version has the same contents in
 * every state of the database; without a version, the contents are read every time.
 */
export const joinCatalog = (
  database: Database,
  orgIds: readonly string[],
  org: Sql,
  wanted: Sql = sql`true`,
): Sql => sql`
    lateral (select c.version as catalog_version,
        case when ${wanted} and (c.version = any(${getCatalogCache(database).listVersions(orgIds)}::text[])) is not true
          then ${buildContents(org)} end as catalog
      from (select min(v.version::text) as version from organization_catalogs v where v.org_id = ${org}) c) cat`

/** Caches the contents in a row. */
export function cacheCatalog(database: Database, row: CatalogRow & { org_id: string }): void {
  if (row.catalog !== null) getCatalogCache(database).store(row.org_id, parseCatalog(row, row.catalog))
}

/** Returns the catalog of a row; null if it has left the cache since the statement was sent. */
export const findCatalog = (database: Database, row: CatalogRow & { org_id: string }): TaskCatalog | null =>
  row.catalog === null
    ? getCatalogCache(database).find(row.org_id, row.catalog_version)
    : parseCatalog(row, row.catalog)

/** Returns the last catalog of an organization that this process has read, which may be outdated. */
export const findCachedCatalog = (database: Database, orgId: string): TaskCatalog | null =>
  getCatalogCache(database).findLast(orgId)

function parseCatalog({ org_id, catalog_version }: CatalogRow & { org_id: string }, text: string): TaskCatalog {
  const { prefixes, fields } = JSON.parse(text) as {
    prefixes: Record<string, string> | null
    fields: Omit<CatalogField, 'org_id'>[] | null
  }
  return {
    version: catalog_version,
    prefixes: new Map(Object.entries(prefixes ?? {})),
    fields: new Map((fields ?? []).map((field) => [field.key, { org_id, ...field }])),
  }
}

/** Columns of a task that the catalog resolves. */
interface TaskOfCatalog {
  project_id?: string | null
  custom?: object | null
}

function isComplete({ prefixes, fields }: TaskCatalog, tasks: readonly TaskOfCatalog[]): boolean {
  for (const { project_id, custom } of tasks) {
    if (project_id != null && !prefixes.has(project_id)) return false
    for (const key in custom) if (!fields.has(key)) return false
  }
  return true
}

/** Returns the catalog for these tasks. Reads it again only if a project or a field was created since it was read. */
export async function loadCatalogFor(
  ctx: Context,
  { org_id, catalog }: { org_id: string; catalog: TaskCatalog | null },
  tasks: readonly TaskOfCatalog[],
): Promise<TaskCatalog> {
  return catalog && isComplete(catalog, tasks) ? catalog : loadCatalog(ctx, org_id)
}

async function loadCatalog(ctx: Context, orgId: string): Promise<TaskCatalog> {
  const [row] = await ctx.db.query(sql<CatalogRow>`
    select null::text as catalog_version, ${buildContents(sql`${orgId}::uuid`)} as catalog`)
  return parseCatalog({ ...row!, org_id: orgId }, row!.catalog!)
}
