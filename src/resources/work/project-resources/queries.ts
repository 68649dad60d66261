import { sql, and, extractFolded } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { FileRow } from '../../../http/uploads/stored-files.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { normalizeForSearch, toSortKey } from '../../../core/text.ts'
import type { ProjectWithRole } from '../projects/policy.ts'

export interface ResourceRow {
  org_id: string
  resource_id: string
  project_id: string
  file_id: string | null
  is_file: boolean
  file_name: string | null
  resource_name: string
  resource_url: string | null
  resource_type: string | null
  /** Free text of the client; not interpreted. */
  storage_path: string | null
  version: number
  created_by: string
  updated_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
  /** Size of the file in bytes; null for a link. */
  size: number | null
  digest: string | null
  media_type: string | null
}

export type ResourceAttributes = Pick<ResourceRow, 'resource_name' | 'resource_url' | 'resource_type'>

const projectResourceColumns = sql`r.org_id, r.resource_id, r.project_id, r.file_id, r.is_file, r.file_name,
  r.resource_name, r.resource_url, r.resource_type, r.storage_path, r.version, r.created_by, r.updated_by, r.created_at,
  r.updated_at, r.deleted_at, r.delete_reason, f.size, f.digest, f.media_type`
/** Joins resources `r` with their files `f`. */
const projectResourceTables = sql`project_resources r
  left join files f on f.org_id = r.org_id and f.file_id = r.file_id`

/** Finds a live resource among the caller's organizations; does not check access. */
export const findResource = (ctx: Context, id: string) =>
  ctx.db.queryRowByKey(sql<ResourceRow>`
    select ${projectResourceColumns} from ${projectResourceTables}
    where ${sql.orgIn('r.org_id', ctx.caller.orgIds)} and r.resource_id = ${id} and r.deleted_at is null`)

/** Reads the resource again and locks it; undefined if it was deleted concurrently. */
export const lockResource = (ctx: Context, { org_id, resource_id }: ResourceRow) =>
  ctx.db.queryRow(sql<ResourceRow>`
    select ${projectResourceColumns} from ${projectResourceTables}
    where r.org_id = ${org_id} and r.resource_id = ${resource_id} and r.deleted_at is null
    for no key update of r`)

export const resourceSorts: ListSpec = {
  sorts: {
    resource_name: [{ sql: 'r.name_key', type: 'text' }],
    created_at: [{ sql: 'r.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'r.created_at', type: 'timestamptz' }],
  id: { sql: 'r.resource_id', type: 'text' },
}

export function selectResourcePage(
  ctx: Context,
  page: PageRequest,
  { org_id, project_id }: ProjectWithRole,
  { search = '', resource_type: type }: { search?: string; resource_type?: string },
): Promise<ResourceRow[]> {
  const needle = normalizeForSearch(search)
  const filter = and([
    ...(needle === '' ? [] : [sql`strpos(${extractFolded('r.name_key')}, ${needle}) > 0`]),
    ...(type === undefined ? [] : [sql`r.resource_type = ${type}`]),
  ])
  return selectPage<ResourceRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<ResourceRow>`
      select ${projectResourceColumns}, ${columns} from ${projectResourceTables}
      where r.org_id = ${org_id} and r.project_id = ${project_id} and r.deleted_at is null and ${filter}
        and ${where} ${order} ${limit}`,
  )
}

export async function insertResource(
  ctx: Context,
  { org_id, project_id }: ProjectWithRole,
  {
    resource_name,
    resource_url,
    resource_type,
    storage_path = null,
  }: ResourceAttributes & { storage_path?: string | null },
  file: (FileRow & { name: string }) | null,
): Promise<ResourceRow> {
  const row = {
    org_id,
    resource_id: ctx.newId('RE'),
    project_id,
    file_id: file?.file_id ?? null,
    is_file: file !== null,
    file_name: file?.name ?? null,
    resource_name,
    resource_url,
    resource_type,
    storage_path,
    version: 1,
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await ctx.db.query(sql`
    insert into project_resources (org_id, resource_id, project_id, file_id, is_file, file_name, resource_name,
      name_key, resource_url, resource_type, created_by, updated_by, created_at, updated_at, storage_path)
    values (${org_id}, ${row.resource_id}, ${project_id}, ${row.file_id}, ${row.is_file}, ${row.file_name},
      ${resource_name}, ${toSortKey(resource_name)}, ${resource_url}, ${resource_type}, ${row.created_by},
      ${row.updated_by}, ${row.created_at}, ${row.updated_at}, ${storage_path})`)
  return { ...row, deleted_at: null, delete_reason: null, size: null, digest: null, media_type: null }
}

/** Saves a resource; a deleted one loses the reference to its file. */
export async function saveResource(ctx: Context, stored: ResourceRow, row: ResourceRow): Promise<ResourceRow> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    update project_resources set resource_name = ${row.resource_name}, name_key = ${toSortKey(row.resource_name)},
      resource_url = ${row.resource_url}, resource_type = ${row.resource_type}, deleted_at = ${row.deleted_at},
      delete_reason = ${row.delete_reason},
      file_id = case when ${row.deleted_at}::timestamptz is null then file_id end,
      updated_by = ${username}, updated_at = ${ctx.now}, version = version + 1
    where org_id = ${row.org_id} and resource_id = ${row.resource_id}`)
  return { ...row, updated_by: username, updated_at: ctx.now, version: stored.version + 1 }
}
